// folder.mjs DIR...: all engines that are there read each table of each DIR, which otf-to-parquet wrote, and find the same
// columns and rows. A table without rows is read once. Prints "N tables, M rows, V values: ENGINE..."; exit status 1 after a
// difference, 77 without an engine beside DuckDB.
import { readdirSync } from 'node:fs'
import { engines, forms, schema_of } from './engines.mjs'

// The rows as texts, sorted, since engines may read in another order. Columns that are not read: whether they are NULL.
function canonical({ rows }, types, unread) {
    const cell = (v, k) => v === null || v === undefined ? 'NULL' : unread?.[k] ? 'unread' : forms[types[k]](v)
    return rows.map(row => row.map(cell).join(' ')).sort()
}

function first_difference(got, base, types) {
    if (got.columns.join() !== base.columns.join())
        return `columns ${got.columns.join()} instead of ${base.columns.join()}`
    if (got.rows.length !== base.rows.length)
        return `${got.rows.length} rows instead of ${base.rows.length}`
    const is = canonical(got, types, got.unread), should = canonical(base, types, got.unread)
    const at = is.findIndex((row, i) => row !== should[i])
    return at < 0 ? null : `${is[at]}\n  instead of ${should[at]}`
}

const dirs = process.argv.slice(2), all = Object.entries(await engines()), [base, ...others] = all
if (!others.length)
    process.exit(77)
const compared = { tables: 0, rows: 0, values: 0 }, seen_empty = new Set()
let status = 0

async function compare(dir, table) {
    const pattern = `${dir}/${table}/*.parquet`
    const types = (await schema_of(pattern)).map(s => s.type), should = await base[1].read(pattern)
    if (!should.rows.length && seen_empty.has(table))
        return
    if (!should.rows.length)
        seen_empty.add(table)
    for (const [name, engine] of others) {
        const difference = await engine.read(pattern).then(got => first_difference(got, should, types), error => error.message)
        if (difference) {
            console.log(`${dir}/${table}: ${name} beside ${base[0]}: ${difference}`)
            status = 1
        }
    }
    compared.tables++
    compared.rows += should.rows.length
    compared.values += should.rows.length * types.length
}

for (const dir of dirs)
    for (const table of readdirSync(dir).filter(t => t !== 'trace.json'))
        await compare(dir, table)
console.log(`${compared.tables} tables, ${compared.rows} rows, ${compared.values} values: ${all.map(([name]) => name).join(' ')}`)
process.exit(status)
