// prune.mjs PATTERN WHERE [SELECT]: how many row groups DuckDB reads for a question. The bytes of one row group after the
// other are overwritten; if the answer stays the same, the group was not read. Prints "N of M row groups"; exit status 77
// without DuckDB. The files of PATTERN, DIR/*.parquet, are as before at the end.
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { duckdb } from './engines.mjs'

let engine
try {
    engine = await duckdb()
} catch {
    process.exit(77)
}
const [pattern, where, what = 'count(*), sum(id)'] = process.argv.slice(2)
const { query } = engine
await query('SET enable_external_file_cache = false')
const ask = () => query(`SELECT ${what} FROM read_parquet('${pattern}') WHERE ${where}`)
    .then(r => r.rows.join(), error => `error ${error.message}`)
const groups = (await query(`SELECT file_name, min(least(coalesce(dictionary_page_offset, data_page_offset), data_page_offset)) AS at,
    sum(total_compressed_size)::BIGINT AS n FROM parquet_metadata('${pattern}') GROUP BY file_name, row_group_id ORDER BY 1, 2`)).rows

// Whether the answer changes without these bytes of the file.
async function is_read(file, at, n) {
    const fd = openSync(file, 'r+'), whole = Buffer.alloc(n)
    readSync(fd, whole, 0, n, at)
    writeSync(fd, Buffer.alloc(n, 0xff), 0, n, at)
    const answer = await ask()
    writeSync(fd, whole, 0, n, at)
    closeSync(fd)
    return answer !== whole_answer
}

const whole_answer = await ask()
let read = 0
for (const [file, at, n] of groups)
    read += await is_read(file, Number(at), Number(n))
console.log(`${read} of ${groups.length} row groups`)
process.exit(whole_answer.startsWith('error') || await ask() !== whole_answer ? 1 : 0)
