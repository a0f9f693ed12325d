// compare.mjs DIR: each engine reads each DIR/*.parquet that tests/parquet/tables wrote, and finds what is in the .json
// beside it. Prints "ENGINE: N files, M values"; exit status 1 after a difference, 77 if there is no engine.
import { readFileSync, readdirSync } from 'node:fs'
import { engines, forms } from './engines.mjs'

// NaN is NaN whatever its bits
const real = v => v !== null && /^[7f]ff[8-f]/.test(v) ? 'nan' : v

function find_difference(expected, got) {
    const types = expected.columns.map(c => c[1])
    const names = expected.columns.map(c => c[0]).join()
    if (got.columns.join() !== names)
        return `columns ${got.columns.join()} instead of ${names}`
    if (got.rows.length !== expected.rows.length)
        return `${got.rows.length} rows instead of ${expected.rows.length}`
    got.rows.sort((a, b) => Number(a[0]) - Number(b[0]))
    for (let i = 0; i < got.rows.length; i++)
        for (let k = 0; k < types.length; k++) {
            const v = got.rows[i][k] ?? null, x = expected.rows[i][k]
            if (got.unread?.[k] && (v === null) === (x === null))
                continue
            const s = v === null ? null : forms[types[k]](v)
            if (types[k] === 'real' ? real(s) !== real(x) : s !== x)
                return `row ${i}, ${expected.columns[k]}: ${s} instead of ${x}`
        }
    return null
}

const dir = process.argv[2]
const all = await engines()
let status = Object.keys(all).length ? 0 : 77
for (const [name, engine] of Object.entries(all)) {
    let files = 0, values = 0
    for (const file of readdirSync(dir).filter(f => f.endsWith('.parquet'))) {
        const expected = JSON.parse(readFileSync(`${dir}/${file.replace('.parquet', '.json')}`))
        let difference
        try {
            difference = find_difference(expected, await engine.read(`${dir}/${file}`))
        } catch (error) {
            difference = error.message
        }
        if (difference) {
            console.log(`${name}: ${file}: ${difference}`)
            status = 1
        }
        files++
        values += expected.rows.length * expected.columns.length
    }
    console.log(`${name}: ${files} files, ${values} values`)
}
process.exit(status)
