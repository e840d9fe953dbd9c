import { expect, test } from 'vitest'
import { wrongComparisons } from './spellings.mjs'

/** By lines, so that one program checks them all: TypeScript takes seconds for each. */
const linesWrongIn = (lines: readonly string[]) => {
  const path = 'packages/signing/src/planted.ts'
  const head = [
    "import { type Hex, isSameKey, type LowerHex, noBytes, readLowerHex, type Selector, selector, selectorIn } from '@foyer/core/chain'",
    'declare const [data, call, text, hex]: [LowerHex, Selector, string, Hex]',
    'declare const [maybe, some]: [LowerHex | undefined, unknown]',
  ]
  const found = wrongComparisons([path], { [path]: [...head, ...lines].join(';\n') })
  const numbers = found.map(({ place }) => Number(place.slice(path.length + 1)) - head.length - 1)
  return lines.filter((_, index) => numbers.includes(index))
}

const wrong = [
  'data === text',
  'hex !== data',
  'maybe == hex',
  'data === some',
  "data === '0xCEF6D209'",
  "data.slice(0, 10) === '0xCEF6D209'",
  "'CEF6' === data.slice(2)",
  'call === text',
  'switch (data) { case hex: }',
  'switch (hex) { case data: }',
  'new Set<string>().has(data)',
  'new Map<Hex, number>().get(data)',
  'new Map([[call, 1]]).get(some)',
  '[text].includes(data)',
  '[hex].indexOf(data)',
  'data.startsWith(text)',
  "data.includes('CEF6')",
  'text.endsWith(data)',
  "const table = { 0xA9059CBB: 1, '0xA9059CBB': 2 }; table[data]",
  'const named: Record<string, number> = {}; named[data]',
  "Object.hasOwn({ '0xCEF6D209': 1 }, data)",
  'const same = <Text extends Hex>(one: Text) => one === data',
  'const any = <Value,>(one: Value) => one === data',
]

const right = [
  'data === noBytes',
  'data === readLowerHex(text)',
  'maybe === undefined',
  "data === '0xcef6d209'",
  "data.slice(0, 10) === '0xcef6d209'",
  "call === selector('0xa9059cbb')",
  'call === selectorIn(data)',
  'switch (data) { case noBytes: }',
  'new Set<LowerHex>().has(data)',
  'new Map<Selector, number>().get(call)',
  '[data].includes(noBytes)',
  "data.startsWith('0xcef6')",
  'data.startsWith(noBytes)',
  'isSameKey(data, text)',
  'text === hex',
  'data.length === 2',
  'data[0]',
  'const byHex: Record<LowerHex, number> = {}; byHex[data]',
]

test('[F11] hexadecimals in their one form are compared with nothing that may be written otherwise', () => {
  expect(linesWrongIn([...wrong, ...right])).toEqual(wrong)
})
