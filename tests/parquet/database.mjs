// database.mjs DIR DB: the tables that otf-to-parquet wrote have the rows that otf-to-sqlite wrote of the same trace: every
// column of the database, names and nanoseconds beside it. Read by DuckDB. Prints "N tables, M rows, V values"; exit
// status 1 after a difference, 77 without DuckDB.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { duckdb } from './engines.mjs'

const [dir, db] = process.argv.slice(2)
const sqlite = sql => JSON.parse(execFileSync('sqlite3', ['-json', db, sql], { maxBuffer: 1 << 28 }).toString() || '[]')
const quote = name => `"${name}"`
// what a value is, and its digits, or the hexadecimal digits of its bytes
const exact = c => `typeof(${c})||':'||CASE typeof(${c}) WHEN 'null' THEN '' WHEN 'real' THEN printf('%!.17g',${c}) ` +
    `WHEN 'integer' THEN CAST(${c} AS TEXT) ELSE hex(${c}) END`

let engine
try {
    engine = await duckdb()
} catch {
    process.exit(77)
}

const hex = s => Buffer.from(s, 'hex')
const meta = Object.fromEntries(sqlite('SELECT key, CAST(value AS TEXT) AS value FROM meta').map(r => [r.key, r.value]))
const resolution = BigInt(meta.ticks_per_second || 1000000), start = BigInt(meta.first || 0)
const most = (1n << 63n) - 1n
const ns = ticks => { const n = ticks * 1000000000n / resolution; return n < most ? n : most }
const strings = new Map(sqlite('SELECT id, hex(text) AS h FROM strings').map(r => [String(r.id), hex(r.h)]))

// A cell of the database as null, BigInt, number, or Buffer.
function cell(text) {
    const at = text.indexOf(':'), type = text.slice(0, at), v = text.slice(at + 1)
    if (type === 'null')
        return null
    if (type === 'integer')
        return BigInt(v)
    if (type === 'real')
        return v === 'Inf' ? Infinity : v === '-Inf' ? -Infinity : Number(v)
    return hex(v)
}

const unsigned = v => BigInt.asUintN(64, v)
const number_of = v => Buffer.isBuffer(v) && /^[0-9]+$/.test(v.toString()) ? BigInt(v.toString()) : v

function rows_of(table, columns) {
    if (!sizes.get(table))
        return []
    const order = columns.includes('id') ? 'id' : 'rowid'
    return sqlite(`SELECT ${columns.map((c, i) => `${exact(quote(c))} AS c${i}`).join()} FROM ${table} ORDER BY ${order}`)
        .map(r => columns.map((c, i) => cell(r[`c${i}`])))
}

const by_table = (rows, what) => rows.reduce((m, r) => m.set(r.t, [...m.get(r.t) || [], what(r)]), new Map())
const all_columns = by_table(sqlite("SELECT m.name AS t, p.name AS c FROM sqlite_master m, pragma_table_info(m.name) p " +
    "WHERE m.type = 'table' ORDER BY m.name, p.cid"), r => r.c)
const all_references = by_table(sqlite('SELECT m.name AS t, p."from" AS f, p."table" AS o FROM sqlite_master m, ' +
    "pragma_foreign_key_list(m.name) p WHERE m.type = 'table'"), r => [r.f, r.o])
const sizes = new Map(sqlite([...all_columns.keys()].map(t => `SELECT '${t}' AS t, count(*) AS n FROM ${t}`)
    .join(' UNION ALL ')).map(r => [r.t, r.n]))
const columns_of = table => all_columns.get(table) || []
const refers_of = table => Object.fromEntries(all_references.get(table) || [])
const known = new Map()
function definitions(table) {
    if (!known.has(table)) {
        const columns = columns_of(table)
        known.set(table, new Map(rows_of(table, columns).map(r =>
            [String(unsigned(r[0])), Object.fromEntries(columns.map((c, i) => [c, r[i]]))])))
    }
    return known.get(table)
}
const definition = (table, ref) => ref === null ? undefined : definitions(table).get(String(unsigned(ref)))
const text_of = d => d?.name === undefined || d.name === null ? null : strings.get(String(d.name))

const same = (a, b) => a === b || (a !== null && b !== null && (Buffer.isBuffer(a) ? Buffer.isBuffer(b) && a.equals(b) :
    typeof a === typeof b && Number.isNaN(a) && Number.isNaN(b)))

let status = 0, ntables = 0, nrows = 0, nvalues = 0
function differ(table, row, column, is, should) {
    const show = v => Buffer.isBuffer(v) ? `'${v}'` : String(v)
    if (status < 5)
        console.log(`${table}: row ${row}: ${column} is ${show(is)} instead of ${show(should)}`)
    status++
}

// What a column of Parquet should be: a function of the row of the database; null: it is not there.
function rule(table, column, at, refers, type) {
    const of = name => at[name] === undefined ? null : r => r[at[name]]
    const name_of = (token, get) => r => { const d = definition(refers[token], r[at[token]]); return d ? get(d) : null }
    const since = name => r => r[at[name]] === null ? null : number_of(r[at[name]]) - start >= 0n ?
        ns(number_of(r[at[name]]) - start) : -ns(start - number_of(r[at[name]]))
    let m
    if ((m = /^(start|end|time)_tick$/.exec(column)))
        return r => number_of(r[at[m[1]]])
    if ((m = /^(start|end|time)_ns$/.exec(column)))
        return since(m[1])
    if (column === 'dur_ns')
        return r => r[at.start] === null || r[at.end] === null ? null : ns(number_of(r[at.end]) - number_of(r[at.start]))
    if ((m = /^(exclusive|useful|ideal)_ns$/.exec(column)))
        return r => r[at[m[1]]] === null ? null : ns(number_of(r[at[m[1]]]))
    if (column === 'value' && at.value !== undefined)
        return r => { const v = number_of(r[at.value]); return v === null || Buffer.isBuffer(v) ? null : Number(v) }
    if ((m = /^value_(signed|unsigned)$/.exec(column)))
        return null
    if (column === 'function_group' && refers.function && at[column] === undefined)
        return name_of('function', d => text_of(definition(refers_of('def_function').group, d.group)))
    if ((m = /^(.*)_name$/.exec(column)) && refers[m[1]])
        return name_of(m[1], text_of)
    if ((column === 'file' || column === 'source_file') && refers.source && type === 'text')
        return name_of('source', d => text_of(definition('def_scl_file', d.file)))
    if ((column === 'line' || column === 'source_line') && refers.source)
        return name_of('source', d => d.line)
    return of(column)
}

const plain = v => typeof v === 'string' ? Buffer.from(v) : v instanceof Uint8Array ? Buffer.from(v) : v ?? null

const written = new Map((await engine.query(`SELECT regexp_extract(file_name, '([^/]*)/[^/]*$', 1) AS t, sum(num_rows) ` +
    `FROM parquet_file_metadata('${dir}/*/*.parquet') GROUP BY 1`)).rows.map(r => [r[0], Number(r[1])]))
for (const table of all_columns.keys()) {
    if (!existsSync(`${dir}/${table}`))
        continue
    ntables++
    if (!sizes.get(table) && !written.get(table))
        continue
    const columns = columns_of(table), at = Object.fromEntries(columns.map((c, i) => [c, i]))
    const refers = refers_of(table), expected = rows_of(table, columns)
    const key = columns.includes('id') ? 'id' : null
    const got = await engine.query(`SELECT * FROM read_parquet('${dir}/${table}/*.parquet')${key ? ' ORDER BY id' : ''}`)
    nrows += expected.length
    if (got.rows.length !== expected.length) {
        differ(table, '-', 'number of rows', got.rows.length, expected.length)
        continue
    }
    got.columns.forEach((column, k) => {
        if (column.endsWith('_raw'))
            return
        const raw = got.columns.indexOf(`${column}_raw`)
        const should = rule(table, column, at, refers, raw >= 0 ? 'text' : 'number')
        for (let i = 0; should && i < expected.length; i++) {
            const is = plain(got.rows[i][k]) ?? (raw >= 0 ? plain(got.rows[i][raw]) : null)
            let x = should(expected[i])
            if (raw >= 0 && typeof x === 'bigint')
                x = strings.get(String(x))
            else if (raw < 0)
                x = number_of(x)
            if (Number.isNaN(is) && x === null)
                x = is // SQLite has no NaN
            if (typeof is === 'bigint' && typeof x === 'bigint' ? unsigned(is) !== unsigned(x) : !same(is, x))
                differ(table, i, column, is, x)
            nvalues++
        }
    })
}
console.log(`${ntables} tables, ${nrows} rows, ${nvalues} values`)
process.exit(status ? 1 : 0)
