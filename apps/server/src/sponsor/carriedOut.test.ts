import { entryPoint } from '@foyer/evm/delegate'
import * as v from 'valibot'
import { type Hex, numberToHex, pad, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import type { RpcCall } from '../chains/chains.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { carriedOutIn, firstBlockOf, saysDone, saysSuccess } from './carriedOut.js'
import { entryPointAbi } from './operation.js'

const { signal } = new AbortController()
const hash: Hex = `0x${'ab'.repeat(32)}`
const transactionHash: Hex = `0x${'cd'.repeat(32)}`
const done = entryPointAbi.flatMap((each) => (each.type === 'event' ? [toEventSelector(each)] : []))
const words = (...numbers: readonly number[]): Hex =>
  `0x${numbers.map((each) => pad(numberToHex(each)).slice(2)).join('')}`
const log = { address: entryPoint, topics: [...done, hash], data: words(7, 1, 5, 5) }
const Filter = v.tuple([v.object({ fromBlock: v.string(), toBlock: v.string() })])

/** A node that gives the logs of so many blocks at once, where one block has the operation; what it gave, and how often it was asked. */
function nodeThat({
  most,
  at,
  logs = [{ ...log, transactionHash }],
}: Readonly<{ most: number; at?: number; logs?: object[] }>) {
  const [given, requests]: [[number, number][], number[]] = [[], []]
  const chain = {
    id: 'eip155:31337' as const,
    async request({ calls: [, ...calls] }: { readonly calls: readonly RpcCall[] }) {
      requests.push(calls.length)
      const head = { result: numberToHex(1_000_000) }
      const ranges = calls.map(({ params }) => {
        const [{ fromBlock, toBlock }] = v.parse(Filter, params)
        return [Number(fromBlock), Number(toBlock)] as const
      })
      if (ranges.some(([first, last]) => last - first + 1 > most))
        return [head, ...ranges.map(() => ({ error: { code: -32_005, message: `of ${most} blocks at once` } }))]
      const found = ranges.map(([first, last]) => {
        given.push([first, last])
        return { result: at !== undefined && first <= at && at <= last ? logs : [] }
      })
      return [head, ...found]
    },
  }
  return { chain, given, requests }
}
/** Whether these are all blocks from the first to the last, each once. */
const areWhole = (given: readonly (readonly [number, number])[], from: number, to: number) =>
  given.every(([first], place) => first === (place === 0 ? from : (given[place - 1]?.[1] ?? 0) + 1)) &&
  given.at(-1)?.[1] === to

test('each block is asked for once, a thousand at a time, sixteen times in a request', async () => {
  const { chain, given, requests } = nodeThat({ most: 1_000 })
  expect(await carriedOutIn({ chain, signal, hash, from: 10n, to: 19_999n })).toBeNull()
  expect([areWhole(given, 10, 19_999), requests]).toEqual([true, [16, 4]])
  const one = nodeThat({ most: 1_000, at: 10 })
  expect(await carriedOutIn({ chain: one.chain, signal, hash, from: 10n, to: 10n })).toMatchObject({ transactionHash })
  expect([one.given, one.requests]).toEqual([[[10, 10]], [1]])
  const exact = nodeThat({ most: 1_000 })
  await carriedOutIn({ chain: exact.chain, signal, hash, from: 1n, to: 1_000n })
  expect(exact.given).toEqual([[1, 1_000]])
})

test.each([1, 2, 7, 999])(
  'of a node that gives %d blocks at once fewer are asked for, and none is left out',
  async (most) => {
    const { chain, given } = nodeThat({ most, at: 900 })
    const found = await carriedOutIn({ chain, signal, hash, from: 101n, to: 900n })
    expect(found).toEqual({ transactionHash, succeeded: true })
    expect([areWhole(given, 101, 900), given.every(([first, last]) => last - first < most)]).toEqual([true, true])
  },
)

test('it ends with the request that finds it', async () => {
  const { chain, requests } = nodeThat({ most: 1_000, at: 500 })
  expect(await carriedOutIn({ chain, signal, hash, from: 1n, to: 90_000n })).toMatchObject({ transactionHash })
  expect(requests).toEqual([16])
})

test('a node that refuses a single block, or would be asked more than 64 times, is asked no more', async () => {
  const none = nodeThat({ most: 0 })
  await expect(carriedOutIn({ chain: none.chain, signal, hash, from: 1n, to: 9n })).rejects.toThrow(UpstreamError)
  const few = nodeThat({ most: 1 })
  await expect(carriedOutIn({ chain: few.chain, signal, hash, from: 1n, to: 5_000n })).rejects.toMatchObject({
    code: 'too_large',
    delivered: true,
  })
  expect(few.requests).toHaveLength(64)
})

test('a node whose head lies before the last block that is asked for says nothing by what it doesn’t find', async () => {
  const { chain } = nodeThat({ most: 1_000 })
  expect(await carriedOutIn({ chain, signal, hash, from: 999_900n, to: 1_000_000n })).toBeNull()
  await expect(carriedOutIn({ chain, signal, hash, from: 999_900n, to: 1_000_001n })).rejects.toMatchObject({
    ...{ name: 'UpstreamError', code: 'unreachable', delivered: true },
  })
})

test('what the EntryPoint says of another operation, or another contract says, is not it', async () => {
  const upper = { address: `0x${entryPoint.slice(2).toUpperCase()}`, topics: [...done, `0x${'AB'.repeat(32)}`] }
  expect(saysDone({ ...log, ...upper }, hash)).toBe(true)
  expect(saysDone({ ...log, address: hash.slice(0, 42) }, hash)).toBe(false)
  expect(saysDone({ ...log, topics: [hash, hash] }, hash)).toBe(false)
  expect(saysDone({ ...log, topics: done }, hash)).toBe(false)
  const others = [
    { ...log, topics: [...done, transactionHash], transactionHash: hash },
    { ...log, transactionHash },
  ]
  const { chain } = nodeThat({ most: 1_000, at: 5, logs: others })
  expect(await carriedOutIn({ chain, signal, hash, from: 1n, to: 9n })).toEqual({ transactionHash, succeeded: true })
})

test('whether its calls took effect is the second word, whatever it cost', () => {
  expect([words(7, 1, 5, 5), words(1, 0, 1, 1)].map((data) => saysSuccess({ ...log, data }))).toEqual([true, false])
})

test('it is looked for from 64 blocks before the one at which it was taken, or from the first', () => {
  expect([1_000, 65, 64, 3].map((block) => firstBlockOf({ block }))).toEqual([936n, 1n, 0n, 0n])
})
