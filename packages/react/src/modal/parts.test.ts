import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folders = ['../../../parts/src', '.'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
const list = readFileSync(fileURLToPath(new URL('../../../../docs/parts.md', import.meta.url)), 'utf8')

const sources = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|[\\/]test[\\/]/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replace(/\/\*[\s\S]*?\*\//g, '') // an example isn't a part

/** The names of the list, each with its line of states. */
const listed = new Map(
  [...list.matchAll(/^\| `([\w-]+)` *\|([^|]*)\|/gm)].map(([, name = '', states = '']) => [name, states]),
)

/** Pieces name themselves through `part()`, and take further names as `partName`. */
const named = new Set(
  [
    /part\(\{\s*name: '([\w-]+)'/g,
    /name: hide\w+ \? '([\w-]+)'/g,
    /name: hide\w+ \? '[\w-]+' : '([\w-]+)'/g,
    /partName(?:="|: ')([\w-]+)["']/g,
    /also: '([\w-]+)'/g,
  ].flatMap((pattern) => [...sources.matchAll(pattern)].map(([, name = '']) => name)),
)
/** Names that are put together: each listed one that begins so counts. */
const begun = [...sources.matchAll(/partName=\{`([\w-]+)\$\{/g)].map(([, beginning = '']) => beginning)

test('every part of the modal is in the list, and every name of the list is a part', () => {
  expect([...named].filter((name) => !listed.has(name))).toEqual([])
  const unknown = [...listed.keys()].filter((name) => !named.has(name) && !begun.some((each) => name.startsWith(each)))
  expect(unknown).toEqual([])
})

test('the list names the states of a part', () => {
  const missing = [...sources.matchAll(/part\(\{\s*name: '([\w-]+)',\s*states: \{([^}]*)\}/g)].flatMap(
    ([, name = '', literal = '']) =>
      [...literal.matchAll(/(?:^|,)\s*(\w+)(?=\s*[:,]|\s*$)/g)]
        .map(([, state = '']) => state)
        .filter((state) => !listed.get(name)?.includes(`\`${state}\``))
        .map((state) => `${name}: ${state}`),
  )
  expect(missing).toEqual([])
})
