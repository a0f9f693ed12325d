// shares.mjs WHOLE SHARES: the files of all shares have the rows of the whole but for ids; calls have the parents of the
// whole; sends and receives, joined by their keys, are the messages that the matcher found. Prints "N tables, M rows, K
// messages"; exit status 1 after a difference, 77 without DuckDB.
import { readdirSync } from 'node:fs'
import { duckdb } from './engines.mjs'

let engine
try {
    engine = await duckdb()
} catch {
    process.exit(77)
}
const [whole, shares] = process.argv.slice(2)
const ask = async sql => (await engine.query(sql)).rows
const of = (dir, table) => `read_parquet('${dir}/${table}/*.parquet')`
// ids of rows, and what is known of the whole alone
const elsewhere = new Set(['id', 'parent', 'call', 'row', 'instance'])
// definitions whose id is the number of a row, not a token
const unnamed = new Set(['def_creator', 'def_version', 'def_timer_resolution', 'def_unique_id', 'def_time_range'])
let status = 0

function differ(what, text) {
    console.log(`${what}: ${text}`)
    status = 1
}

// The rows of two questions are the same, in any order.
async function same(what, a, b) {
    const [[more, fewer]] = await ask(`SELECT (SELECT count(*) FROM (${a} EXCEPT ALL ${b})), (SELECT count(*) FROM (${b} EXCEPT ALL ${a}))`)
    if (more || fewer)
        differ(what, `${more} rows of the whole are in no share, ${fewer} rows of shares not in the whole`)
}

let tables = 0, rows = 0n
for (const table of readdirSync(shares).filter(t => t !== 'trace.json')) {
    const keeps = c => table.startsWith('def_') && !unnamed.has(table) ? c !== 'row' : !elsewhere.has(c)
    const columns = (await ask(`DESCRIBE SELECT * FROM ${of(shares, table)}`)).map(r => r[0]).filter(keeps).map(c => `"${c}"`)
    const select = dir => `SELECT ${columns.join()} FROM ${of(dir, table)}`
    await same(table, select(whole), select(shares))
    tables++
    rows += (await ask(`SELECT count(*) FROM ${of(shares, table)}`))[0][0]
}

const twice = (await ask(`SELECT count(*) - count(DISTINCT id) FROM ${of(shares, 'calls')}`))[0][0]
if (twice)
    differ('calls', `${twice} ids are not unique`)
const parents = dir => `SELECT c.process, c.start_ns, c.function, p.process, p.start_ns, p.function, p.end_ns
    FROM ${of(dir, 'calls')} c LEFT JOIN ${of(dir, 'calls')} p ON p.id = c.parent`
await same('parents', parents(whole), parents(shares))

const ends = 's.sender, r.receiver, s.tag, s.length, r.length, s.start_ns, r.start_ns'
const joined = dir => `SELECT ${ends} FROM ${of(dir, 'sends')} s JOIN ${of(dir, 'receives')} r
    USING (sender_token, receiver_token, communicator, tag, seq)`
const matched = `SELECT sender, receiver, tag, length, received, start_ns, end_ns FROM ${of(whole, 'messages')}
    WHERE start_ns IS NOT NULL AND end_ns IS NOT NULL`
await same('messages of the whole', matched, joined(whole))
await same('messages', matched, joined(shares))
console.log(`${tables} tables, ${rows} rows, ${(await ask(`SELECT count(*) FROM (${matched})`))[0][0]} messages`)
process.exit(status)
