// columns.mjs DIR TO: DuckDB in one thread writes the tables of events of DIR, which otf-to-parquet wrote, from memory to
// files TO.TABLE as Parquet with zstd. Prints, with tabs: seconds, seconds of CPU, peak of resident memory in KiB.
import { existsSync } from 'node:fs'
import { duckdb } from '../tests/parquet/engines.mjs'

const [dir, to] = process.argv.slice(2)
const tables = ['calls', 'messages', 'sends', 'receives', 'counters', 'collectives'].filter(t => existsSync(`${dir}/${t}`))
const { query } = await duckdb()

await query('SET threads=1')
for (const t of tables)
    await query(`CREATE TABLE ${t} AS SELECT * FROM read_parquet('${dir}/${t}/*.parquet')`)
const began = process.hrtime.bigint(), cpu = process.cpuUsage()
for (const t of tables)
    await query(`COPY ${t} TO '${to}.${t}' (FORMAT parquet, COMPRESSION zstd)`)
const used = process.cpuUsage(cpu)
console.log([Number(process.hrtime.bigint() - began) / 1e9, (used.user + used.system) / 1e6, process.resourceUsage().maxRSS]
    .join('\t'))
