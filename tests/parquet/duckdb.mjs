// duckdb.mjs [-OPTION]... -c SQL: prints what `duckdb -list -noheader -c SQL` of DuckDB's shell prints, for the examples of
// the documents.
import { duckdb } from './engines.mjs'

const args = process.argv.slice(2)
const { query } = await duckdb()
for (const row of (await query(args[args.indexOf('-c') + 1])).rows)
    console.log(row.map(v => v === null ? 'NULL' : String(v)).join('|'))
