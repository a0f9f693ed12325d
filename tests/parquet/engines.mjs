// Engines that read Parquet files, as functions from a path, or from DIR/*.parquet, to {columns: [name], rows: [[value]]}.
// Integers are BigInt or digits, reals numbers, texts strings, bytes Uint8Array. "make engines" installs them into
// build/engines.
import { createRequire } from 'node:module'
import { readFileSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import path from 'node:path'

const at = createRequire(path.resolve(process.env.ENGINES || 'build/engines', 'package.json'))
export const load = name => import(pathToFileURL(at.resolve(name)))
const quoted = s => `'${s.replaceAll("'", "''")}'`

function files_of(pattern) {
    const dir = path.dirname(pattern)
    return path.basename(pattern) !== '*.parquet' ? [pattern] :
        readdirSync(dir).filter(f => f.endsWith('.parquet')).sort().map(f => path.join(dir, f))
}

function bytes_of(file) {
    const b = readFileSync(file)
    return b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength)
}

// The columns of a file as {name, type}: signed, unsigned, real, text or bytes.
export async function schema_of(pattern) {
    const { parquetMetadata } = await load('hyparquet')
    const type = s => s.type === 'DOUBLE' ? 'real' : s.type === 'INT64' ? (s.converted_type === 'UINT_64' ? 'unsigned' : 'signed') :
        s.converted_type === 'UTF8' ? 'text' : 'bytes'
    return parquetMetadata(bytes_of(files_of(pattern)[0])).schema.slice(1).map(s => ({ name: s.name, type: type(s) }))
}

export async function duckdb() {
    const { DuckDBInstance, DuckDBBlobValue } = await load('@duckdb/node-api')
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    await connection.run("SET enable_progress_bar=false")
    const query = async sql => {
        const reader = await connection.runAndReadAll(sql)
        const plain = v => v instanceof DuckDBBlobValue ? v.bytes : v
        return { columns: reader.columnNames(), rows: reader.getRows().map(row => row.map(plain)) }
    }
    return { query, read: pattern => query(`SELECT * FROM read_parquet(${quoted(pattern)})`) }
}

// What reads one file, for a pattern: the rows of all files.
const each_file = read => async pattern => {
    const all = await Promise.all(files_of(pattern).map(read))
    return { ...all[0], rows: all.flatMap(r => r.rows) }
}

export async function hyparquet() {
    const { parquetReadObjects } = await load('hyparquet')
    const { compressors } = await load('hyparquet-compressors')
    return {
        read: each_file(async file => {
            const schema = await schema_of(file), columns = schema.map(s => s.name)
            const utf8 = !schema.some(s => s.type === 'bytes')
            const objects = await parquetReadObjects({ file: bytes_of(file), compressors, utf8 })
            return { columns, rows: objects.map(o => columns.map(c => o[c])) }
        }),
    }
}

export async function polars() {
    const { default: pl } = await load('nodejs-polars')
    return {
        read: async pattern => {
            // its binding gives integers as numbers, which round, and no bytes at all: '' stands for them
            const schema = await schema_of(pattern)
            const exact = s => s.type === 'bytes' ? pl.col(s.name).isNull().alias(s.name) :
                s.type === 'signed' || s.type === 'unsigned' ? pl.col(s.name).cast(pl.Utf8) : pl.col(s.name)
            const frame = pl.scanParquet(pattern).select(...schema.map(exact)).collectSync()
            const unread = schema.map(s => s.type === 'bytes')
            const rows = frame.rows().map(row => row.map((v, k) => unread[k] ? (v ? null : '') : v))
            return { columns: frame.columns, rows, unread }
        },
    }
}

export async function wasm() {
    const { readParquet } = await load('parquet-wasm')
    const { tableFromIPC } = await load('apache-arrow')
    return {
        read: each_file(file => {
            const table = tableFromIPC(readParquet(readFileSync(file)).intoIPCStream())
            const columns = table.schema.fields.map(f => f.name)
            const vectors = columns.map(c => table.getChild(c))
            const rows = []
            for (let i = 0; i < table.numRows; i++)
                rows.push(vectors.map(v => v.get(i)))
            return { columns, rows }
        }),
    }
}

// The engine of ClickHouse. It gives JSON: all values but NULL go through it as digits.
export async function clickhouse() {
    const { queryAsync } = await load('chdb')
    const bits = new DataView(new ArrayBuffer(8))
    const real = v => { bits.setBigUint64(0, BigInt(v)); return bits.getFloat64(0) }
    const number = { sql: c => `toString(${c})`, value: v => v }
    const text = value => ({ sql: c => `hex(${c})`, value })
    const forms = {
        signed: number, unsigned: number,
        real: { sql: c => `toString(reinterpretAsUInt64(${c}))`, value: real },
        text: text(v => Buffer.from(v, 'hex').toString()), bytes: text(v => Buffer.from(v, 'hex')),
    }
    return {
        read: async pattern => {
            const columns = (await queryAsync(`DESCRIBE file(${quoted(pattern)}, Parquet)`, { format: 'JSONCompactEachRow' }))
                .text().trim().split('\n').map(line => JSON.parse(line)[0])
            const types = new Map((await schema_of(pattern)).map(s => [s.name, forms[s.type]]))
            const all = columns.map(c => types.get(c))
            const what = columns.map((c, k) => all[k].sql('`' + c + '`')).join()
            const got = await queryAsync(`SELECT ${what} FROM file(${quoted(pattern)}, Parquet)`, { format: 'JSONCompactEachRow' })
            const rows = got.text().split('\n').filter(line => line).map(line => JSON.parse(line)
                .map((v, k) => v === null ? null : all[k].value(v)))
            return { columns, rows }
        },
    }
}

// Those that are there, by name. What is not there says why on stderr.
export async function engines() {
    const there = {}
    for (const make of [duckdb, hyparquet, polars, wasm, clickhouse])
        try {
            there[make.name] = await make()
        } catch (error) {
            console.error(`${make.name}: not here: ${String(error.message).split('\n')[0]}`)
        }
    return there
}

const bits = new DataView(new ArrayBuffer(8))

// A value as text that is equal for equal values of any engine, by type. NaN is NaN whatever its bits.
export const forms = {
    signed: String,
    unsigned: String,
    real: v => { bits.setFloat64(0, v); return Number.isNaN(v) ? 'nan' : bits.getBigUint64(0).toString(16).padStart(16, '0') },
    text: v => Buffer.from(v, 'utf8').toString('hex'),
    bytes: v => Buffer.from(v).toString('hex'),
}
