// node scripts/longFiles.mjs: takes how long each file of tests lasted from the report of the last `npm test` into `longFiles.json`, by which a machine
// that has not run them yet begins with the longest.
import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { root } from './processes.mjs'

/** Shorter ones may come in any order, in seconds. */
const least = 2

const { testResults } = JSON.parse(await readFile(`${root}test-results/vitest.json`, 'utf8'))
const lasted = testResults
  .map(({ name, startTime, endTime }) => [relative(root, name), Math.round((endTime - startTime) / 1000)])
  .filter(([, seconds]) => seconds >= least)
  .sort(([one, its], [other, others]) => others - its || (one < other ? -1 : 1))
await writeFile(`${root}scripts/longFiles.json`, `${JSON.stringify(Object.fromEntries(lasted), null, 2)}\n`)
