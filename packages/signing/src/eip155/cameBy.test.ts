import { encodeAbiParameters, type Hex, pad, toHex } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { cameBy } from './cameBy.js'
import { parties, quiet } from './test/quiet.js'
import { me, person } from './test/stage.js'

// What an account has got by a transaction, as its receipt and the account's balance say it.

const { usd, own, nft } = parties
const hash: Hex = `0x${'5'.repeat(64)}`
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const one = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const several = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const word = (value: bigint) => toHex(value, { size: 32 })
const log = (address: Hex, topics: readonly Hex[], data: Hex) => ({
  ...{ address, data, topics: topics.map((each) => pad(each)), blockNumber: '0x9', transactionHash: hash },
  ...{ logIndex: '0x0', transactionIndex: '0x0', blockHash: hash, removed: false },
})
const ether = 10n ** 18n

interface Chain {
  readonly logs?: readonly object[]
  readonly status?: '0x0' | '0x1'
  /** In wei: before the block, and after it. */
  readonly coins?: readonly [bigint, bigint]
  readonly count?: number
  readonly more?: object
}

/** Reads what has come by a transaction, of a node that answers so. */
async function came({ logs = [], status = '0x1', coins = [ether, ether], count = 1, more = {} }: Chain) {
  const receipt = {
    ...{ transactionHash: hash, blockNumber: '0x9', blockHash: hash, status, logs, from: me, to: usd, type: '0x2' },
    ...{ gasUsed: '0x64', effectiveGasPrice: '0xa', cumulativeGasUsed: '0x64', transactionIndex: '0x0', ...more },
  }
  const answers: Readonly<Record<string, (block: unknown) => unknown>> = {
    eth_blockNumber: () => '0x9',
    eth_getTransactionReceipt: () => receipt,
    eth_getTransactionByHash: () => ({ hash, from: me, value: toHex(ether / 2n), nonce: '0x3', blockNumber: '0x9' }),
    eth_getBalance: (block) => toHex(block === '0x9' ? coins[1] : coins[0]),
    eth_getTransactionCount: (block) => toHex(block === '0x9' ? 3 + count : 3),
  }
  vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => {
    const { method, params, id } = JSON.parse(body)
    const selector = method === 'eth_call' ? String(params[0].data).slice(0, 10) : ''
    const names: Readonly<Record<string, Hex>> = {
      '0x95d89b41': encodeAbiParameters([{ type: 'string' }], [params[0].to === nft.toLowerCase() ? 'PIC' : 'OWN']),
      '0x313ce567': params[0].to === nft.toLowerCase() ? '0x' : word(18n),
    }
    const result = method === 'eth_call' ? (names[selector] ?? '0x') : answers[method]?.(params[1])
    return Response.json({ jsonrpc: '2.0', id, result })
  })
  const { status: is, facts } = await cameBy({ network: quiet, hash, address: me })
  const title = { name: 'request.get', values: {} } as const
  const spoken = spokenRequest({ title, act: title, facts, warnings: [], isDeliberate: false }, sayRequestInEnglish)
  return [is, ...spoken.facts.map(({ label, value }) => `${label}: ${value}`)]
}
afterEach(() => vi.unstubAllGlobals())

/** Nothing but its fee and what it sent is gone. */
const nothing = [ether, ether / 2n - 1_000n] as const

test('[F13] what came is what more was received of than sent, listed or not', async () => {
  const logs = [
    log(usd, [transfer, person, me], word(5_000_000n)),
    log(usd, [transfer, me, person], word(2_000_000n)),
    log(own, [transfer, person, me], word(ether)),
    log(own, [transfer, me, person], word(ether)),
    log(nft, [transfer, person, me, word(7n)], '0x'),
    log(usd, [transfer, person, person], word(9_000_000n)),
  ]
  expect(await came({ logs, coins: nothing })).toEqual([
    ...['done', 'You get: 3 USD', 'You get: PIC #7 (unlisted, 0x00…abc00b)'],
  ])
})

test('[F13] so many of an id, one or several at once', async () => {
  const two = [{ type: 'uint256' }, { type: 'uint256' }] as const
  const lists = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const
  const logs = [
    log(nft, [one, person, person, me], encodeAbiParameters(two, [3n, 5n])),
    log(
      nft,
      [several, person, person, me],
      encodeAbiParameters(lists, [
        [3n, 4n],
        [1n, 2n],
      ]),
    ),
  ]
  expect(await came({ logs, coins: nothing })).toEqual([
    ...['done', 'You get: 6 × PIC #3 (unlisted, 0x00…abc00b)', 'You get: 2 × PIC #4 (unlisted, 0x00…abc00b)'],
  ])
})

test('[F13] coins are what the account has more, without what it sent and its fee, where it did nothing else meanwhile', async () => {
  const coins = [ether, 2n * ether + ether / 2n - 1_000n] as const
  expect(await came({ coins })).toEqual(['done', 'You get: 2 ETH'])
  expect(await came({ coins, count: 2 })).toEqual(['done'])
  expect(await came({ coins: [ether, coins[1] - 5n], more: { l1Fee: '0x5' } })).toEqual(['done', 'You get: 2 ETH'])
})

test('[F13] what the network refused brings nothing, and what isn’t in a block in time isn’t known', async () => {
  expect(await came({ status: '0x0' })).toEqual(['failed'])
  vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } }))
  expect(await cameBy({ network: quiet, hash: '0x12', address: me })).toEqual({ status: 'unknown', facts: [] })
  expect(await cameBy({ network: quiet, hash, address: me, waitMs: 10 })).toEqual({ status: 'unknown', facts: [] })
})
