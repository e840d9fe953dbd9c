import {
  concat,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  slice,
  stringToHex,
} from 'viem'
import { expect, test } from 'vitest'
import { LookupTooLargeError, lookupBudget } from './lookupBudget.js'

const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'function query((address sender, string[] urls, bytes data)[] queries)',
])
const sender: Hex = '0x00000000000000000000000000000000000bad01'
const batched = 'x-batch-gateway:true'
const gateway = 'https://gateway.example/{sender}/{data}'

const lookup = (urls: readonly string[], callData: Hex): Hex =>
  encodeErrorResult({ abi, errorName: 'OffchainLookup', args: [sender, urls, callData, '0x12345678', '0x'] })
const query = (queries: readonly { readonly urls: readonly string[]; readonly data: Hex }[]): Hex =>
  encodeFunctionData({ abi, functionName: 'query', args: [queries.map((each) => ({ sender, ...each }))] })
const plain = { urls: [gateway], data: '0x01' } as const
/** A question that is asked as one with itself alone, so many times over. */
const within = (levels: number): Hex =>
  levels === 0 ? query([plain]) : query([{ urls: [batched], data: within(levels - 1) }])

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['another refusal', '0x08c379a0'],
  ['a node’s words', 'reverted'],
  ['a question of its own', lookup([gateway], '0x01')],
  ['a question of many gateways, of which a few are asked', lookup(Array(100).fill(gateway), '0x01')],
  ['what a universal resolver asks', lookup([batched], query(Array(8).fill(plain)))],
  ['what is asked as one by one that is asked as one', lookup([batched], within(2))],
  ['a refusal in an object', { data: lookup([gateway], '0x01') }],
])('%s is followed', (_, data) => {
  expect(() => lookupBudget().spend(data)).not.toThrow()
})

test.each<[string, unknown]>([
  ['more questions as one than are asked', lookup([batched], query(Array(33).fill(plain)))],
  ['questions as one, too deep', lookup([batched], within(3))],
  ['what is no question, as if it were several', lookup([batched], '0x12345678')],
  ['a refusal in an object', { data: lookup([batched], query(Array(33).fill(plain))) }],
  [
    'a thousand questions of no gateway as one',
    lookup([batched], query(Array(1_000).fill({ urls: [], data: '0x01' }))),
  ],
  ['many times nothing as one', lookup([batched], query(Array(33).fill({ urls: [batched], data: query([]) })))],
  ['more bytes than a question has', lookup([gateway], `0x${'11'.repeat(64 * 1024)}`)],
  ['a refusal of more bytes', `0x08c379a0${'11'.repeat(64 * 1024)}`],
])('%s is not followed', (_, data) => {
  expect(() => lookupBudget().spend(data)).toThrow(LookupTooLargeError)
})

test('what one contract after another asks is counted together', () => {
  const budget = lookupBudget()
  const asked = lookup(Array(4).fill(gateway), '0x01')
  for (let times = 0; times < 8; times += 1) budget.spend(asked)
  expect(() => budget.spend(asked)).toThrow(LookupTooLargeError)
})

test.each<[string, Hex]>([
  ['a question of no gateway', lookup([], '0x01')],
  ['nothing, asked as one', lookup([batched], query([]))],
  ['a question of its own', lookup([gateway], '0x01')],
])('%s is followed eight times in a reading', (_, asked) => {
  const budget = lookupBudget()
  for (let times = 0; times < 8; times += 1) budget.spend(asked)
  expect(() => budget.spend(asked)).toThrow(LookupTooLargeError)
})

const word = (value: number) => numberToHex(value, { size: 32 }).slice(2)

/** So many questions that are one and the same, each of which is such again: few bytes, and as many questions as the power says. */
function pointing(count: number, levels: number): Hex {
  const inner = levels === 0 ? '0x' : pointing(count, levels - 1)
  const text = stringToHex(batched, { size: 32 }).slice(2)
  const urls = word(1) + word(32) + word(batched.length) + text
  const data = inner.slice(2).padEnd(Math.ceil((inner.length - 2) / 64) * 64, '0')
  const one = word(1) + word(96) + word(96 + urls.length / 2) + urls + word(inner.length / 2 - 1) + data
  return concat([slice(query([]), 0, 4), `0x${word(32)}${word(count)}${word(32 * count).repeat(count)}${one}`])
}

test('questions that point at one place are refused before they are read', () => {
  const asked = lookup([batched], pointing(8, 30))
  expect(asked.length).toBeLessThan(70_000)
  const before = performance.now()
  expect(() => lookupBudget().spend(asked)).toThrow(LookupTooLargeError)
  expect(performance.now() - before).toBeLessThan(500)
})
