// Engines that read Parquet files, as functions from a path to {columns: [name], rows: [[value]]}. Integers are BigInt,
// reals numbers, texts strings, bytes Uint8Array. "make engines" installs them into build/engines.
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import path from 'node:path'

const at = createRequire(path.resolve(process.env.ENGINES || 'build/engines', 'package.json'))
const load = name => import(pathToFileURL(at.resolve(name)))

export async function duckdb() {
    const { DuckDBInstance, DuckDBBlobValue } = await load('@duckdb/node-api')
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    await connection.run("SET enable_progress_bar=false")
    const query = async sql => {
        const reader = await connection.runAndReadAll(sql)
        const plain = v => v instanceof DuckDBBlobValue ? v.bytes : v
        return { columns: reader.columnNames(), rows: reader.getRows().map(row => row.map(plain)) }
    }
    return { query, read: file => query(`SELECT * FROM read_parquet('${file.replaceAll("'", "''")}')`) }
}

export async function hyparquet() {
    const { parquetReadObjects, parquetMetadata } = await load('hyparquet')
    const { compressors } = await load('hyparquet-compressors')
    return {
        read: async file => {
            const bytes = readFileSync(file)
            const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
            const metadata = parquetMetadata(buffer)
            const binary = metadata.schema.filter(s => s.type === 'BYTE_ARRAY' && s.converted_type !== 'UTF8').map(s => s.name)
            const columns = metadata.schema.slice(1).map(s => s.name)
            const objects = await parquetReadObjects({ file: buffer, compressors, utf8: binary.length === 0 })
            return { columns, rows: objects.map(o => columns.map(c => o[c])) }
        },
    }
}

export async function polars() {
    const { default: pl } = await load('nodejs-polars')
    const { parquetMetadata } = await load('hyparquet')
    return {
        read: async file => {
            // its binding gives integers as numbers, which round, and no bytes at all: whether they are NULL
            const frame = pl.readParquet(file)
            const bytes = readFileSync(file)
            const schema = parquetMetadata(new Uint8Array(bytes).buffer).schema.slice(1)
            const is_bytes = s => s.type === 'BYTE_ARRAY' && s.converted_type !== 'UTF8'
            const exact = s => s.type === 'INT64' ? pl.col(s.name).cast(pl.Utf8) :
                is_bytes(s) ? pl.col(s.name).isNull().alias(s.name) : pl.col(s.name)
            const rows = frame.select(...schema.map(exact)).rows()
            return { columns: frame.columns, rows, unread: schema.map(is_bytes) }
        },
    }
}

export async function wasm() {
    const { readParquet } = await load('parquet-wasm')
    const { tableFromIPC } = await load('apache-arrow')
    return {
        read: async file => {
            const table = tableFromIPC(readParquet(readFileSync(file)).intoIPCStream())
            const columns = table.schema.fields.map(f => f.name)
            const vectors = columns.map(c => table.getChild(c))
            const rows = []
            for (let i = 0; i < table.numRows; i++)
                rows.push(vectors.map(v => v.get(i)))
            return { columns, rows }
        },
    }
}

// All that are there, by name. What is not there says why on stderr.
export async function engines() {
    const there = {}
    for (const make of [duckdb, hyparquet, polars, wasm])
        try {
            there[make.name] = await make()
        } catch (error) {
            console.error(`${make.name}: not here: ${String(error.message).split('\n')[0]}`)
        }
    return there
}
