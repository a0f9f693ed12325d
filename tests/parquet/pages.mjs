// pages.mjs PATTERN WHERE: the rows that ClickHouse's engine looks at for a question: those of the pages that the column
// index does not rule out, in the row groups that statistics do not rule out. Prints "N of M rows, K row groups"; exit
// status 77 without it.
import { load } from './engines.mjs'

let chdb
try {
    chdb = await load('chdb')
} catch {
    process.exit(77)
}
const [pattern, where] = process.argv.slice(2)
const session = new chdb.Session()
const ask = sql => String(session.query(sql, 'TSV')).trim()
const all = ask(`SELECT count() FROM file('${pattern}', Parquet)`)
ask(`SELECT sum(id) FROM file('${pattern}', Parquet) WHERE ${where}`)
const counts = ask("SELECT maxIf(value, event = 'ParquetRowsFilterExpression'), maxIf(value, event = 'ParquetReadRowGroups') " +
    'FROM system.events').split('\t')
console.log(`${counts[0]} of ${all} rows, ${counts[1]} row groups`)
session.cleanup()
