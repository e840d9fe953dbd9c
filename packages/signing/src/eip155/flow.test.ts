import { formatAmount, isEmptyHex, lowerHex, noBytes } from '@foyer/core/chain'
import type { Fact, WalletNetwork } from '@foyer/core/words'
import fc from 'fast-check'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  pad,
  parseAbi,
  parseUnits,
  toHex,
} from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { levelOf } from '../level.js'
import { remembering } from '../reads.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { promisedBy, restsOnWord } from './flow.js'
import { type BatchedCall, readCalls } from './readCalls.js'

// What holds for every batch, whatever is in it: a node that answers the same each time stands in for the chain.

const at = (number: number): Address => getAddress(pad(toHex(0xabc000 + number), { size: 20 }))
const [me, ann, bob, usd, weth, fake, router, stranger] = [at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8)]
const network: WalletNetwork = {
  ...{ chainId: 'eip155:1', name: 'Ethereum', rpcUrl: 'https://n.example' },
  currency: { symbol: 'ETH', decimals: 18 },
  tokens: [
    { address: usd, symbol: 'USD', decimals: 6 },
    { address: weth, symbol: 'WETH', decimals: 18 },
  ],
  contracts: [{ address: router, name: 'Router' }],
}
const contracts = [usd, weth, fake, router, stranger]
const allowedNow = 7n
const held = 1_000n

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function deposit()',
  'function withdraw(uint256 amount)',
  'function swapExactTokensForTokens(uint256 give, uint256 get, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 get, address[] path, address to, uint256 deadline)',
])

function answer({ method, params }: { method: string; params: readonly [{ to: Address; data: Hex } & string] }): Hex {
  const [asked] = params
  if (method === 'eth_getCode')
    return contracts.some((each) => each.toLowerCase() === asked.toLowerCase()) ? '0x60' : '0x'
  const selector = asked.data.slice(0, 10)
  const word = (number: bigint): Hex => pad(toHex(number), { size: 32 })
  if (selector === '0x95d89b41') return encodeAbiParameters([{ type: 'string' }], ['WETH'])
  if (selector === '0x313ce567') return word(18n)
  if (selector === '0xdd62ed3e') return word(allowedNow)
  if (selector === '0x70a08231') return word(held)
  return '0x'
}

beforeEach(() =>
  vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => ({
    json: async () => ({ result: answer(JSON.parse(body)) }),
  })),
)
afterEach(() => vi.unstubAllGlobals())

const amount = fc.bigInt({ min: 1n, max: 10n ** 20n })
const someone = fc.constantFrom(ann, bob)
const send = fc.record({ to: someone, value: amount, data: fc.constant(noBytes) })
const to = (address: Address, data: Hex, value = 0n): BatchedCall => ({
  ...{ to: address, value, data: lowerHex(data) },
})
const swap = (give: bigint, get: bigint) =>
  encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args: [give, get, [usd, weth], me, 2n ** 40n] })
const allowing = (kind: 'approve' | 'increaseAllowance', token: Address, by: bigint) =>
  to(token, encodeFunctionData({ abi, functionName: kind, args: [router, by] }))

/** By the rules of tokens that are listed, and of the router. */
const known = fc.oneof(
  send,
  fc
    .tuple(someone, amount)
    .map(([who, much]) => to(usd, encodeFunctionData({ abi, functionName: 'transfer', args: [who, much] }))),
  amount.map((much) => to(weth, encodeFunctionData({ abi, functionName: 'deposit' }), much)),
  amount.map((much) => to(weth, encodeFunctionData({ abi, functionName: 'withdraw', args: [much] }))),
  fc.tuple(amount, amount).map(([give, get]) => to(router, swap(give, get))),
  amount.map((much) => allowing('approve', usd, much)),
  amount.map((much) => allowing('increaseAllowance', usd, much)),
)
/** By the word of whoever made the contract. */
const unknown = fc.oneof(
  amount.map((much) => to(fake, encodeFunctionData({ abi, functionName: 'withdraw', args: [much] }))),
  amount.map((much) => to(fake, encodeFunctionData({ abi, functionName: 'deposit' }), much)),
  amount.map((much) => to(fake, encodeFunctionData({ abi, functionName: 'transfer', args: [me, much] }))),
  amount.map((much) => allowing('increaseAllowance', fake, much)),
  fc.tuple(amount, amount).map(([give, get]) => to(stranger, swap(give, get))),
  fc
    .tuple(amount, amount)
    .map(([give, get]) =>
      to(
        stranger,
        encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args: [get, [weth, usd], me, 2n ** 40n] }),
        give,
      ),
    ),
  amount.map((much) => to(stranger, '0xdeadbeef', much)),
)
const batches = fc.record({ calls: fc.array(fc.oneof(known, unknown), { maxLength: 6 }), isOne: fc.boolean() })

async function read({ calls, isOne }: { readonly calls: readonly BatchedCall[]; readonly isOne: boolean }) {
  const batch = await readCalls({ calls, isOne, from: me, network: remembering(network) })
  const isDeliberate = batch.isDeliberate || (batch.flow !== undefined && promisedBy(batch.flow).isOnWord === true)
  const title = { name: 'request.batch', values: {} } as const
  const { facts, warnings } = spokenRequest(
    { title, act: title, facts: batch.facts, warnings: batch.warnings, isDeliberate },
    sayRequestInEnglish,
  )
  return { facts, warnings, level: ['plain', 'careful', 'deliberate'].indexOf(levelOf({ ...batch, isDeliberate })) }
}

/** Returns what is said after a label of the recipient that comes next. */
const saidOf = (facts: readonly Fact<string>[], label: string, who: string): readonly string[] =>
  facts.flatMap((fact, index) => {
    const next = facts.slice(index + 1).find(({ isCode }) => isCode)
    return fact.label === label && next?.value === who ? [fact.value] : []
  })

const coins = (value: bigint) => `${formatAmount({ value, decimals: 18 })} ETH`
const dollars = (value: bigint) => `${formatAmount({ value, decimals: 6 })} USD`
const runs = { numRuns: 150 } as const

describe('[F13] whatever else is in a batch', () => {
  test('what is sent to somebody is said in full, and to whom', async () => {
    await fc.assert(
      fc.asyncProperty(batches, send, fc.nat(), async ({ calls, isOne }, gift, place) => {
        const at = place % (calls.length + 1)
        const all = [...calls.slice(0, at), gift, ...calls.slice(at)]
        const sum = all.reduce(
          (sum, each) => sum + (each.to === gift.to && isEmptyHex(each.data) ? each.value : 0n),
          0n,
        )
        const { facts } = await read({ calls: all, isOne })
        expect(saidOf(facts, 'You give', gift.to)).toContain(coins(sum))
      }),
      runs,
    )
  })

  test('what may be taken afterwards is no more than is said', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async ({ calls, isOne }) => {
        const all = [...calls, allowing('increaseAllowance', usd, 1n)]
        // What is taken before anything is allowed here is taken by what was allowed before.
        const may = all.reduce<bigint | undefined>((may, { to: called, data }) => {
          const by = BigInt(`0x${data.slice(74, 138) || '0'}`)
          if (called === usd && data.startsWith('0x095ea7b3')) return by
          if (called === usd && data.startsWith('0x39509351')) return (may ?? allowedNow) + by
          const give = BigInt(`0x${data.slice(10, 74) || '0'}`)
          if (may === undefined || called !== router) return may
          return may > give ? may - give : 0n
        }, undefined)
        const { facts } = await read({ calls: all, isOne })
        // Beside what isn't read it is said that less may be left.
        const said = saidOf(facts, 'May take afterwards', router)
        expect(said.map((each) => each.replace(/^What of (.*) isn’t given by then$/, '$1'))).toContain(
          dollars(may ?? 0n),
        )
      }),
      runs,
    )
  })

  test('what may be taken before it is taken back is said, and what may be done with it', async () => {
    await fc.assert(
      fc.asyncProperty(batches, amount, fc.nat(), fc.nat(), async ({ calls, isOne }, much, place, length) => {
        const at = place % (calls.length + 1)
        const end = at + (length % (calls.length + 1 - at))
        const by = (data: bigint) =>
          to(fake, encodeFunctionData({ abi, functionName: 'approve', args: [stranger, data] }))
        const all = [...calls.slice(0, at), by(much), ...calls.slice(at, end), by(0n), ...calls.slice(end)]
        const { facts, level } = await read({ calls: all, isOne })
        expect(saidOf(facts, 'May take in all', stranger)).toEqual([
          expect.stringMatching(/ WETH \(unlisted, 0x00…aBC006\)$/),
        ])
        expect(level).toBe(much * 100n >= held * 95n ? 2 : Math.max(level, 1))
      }),
      runs,
    )
  })

  test('a spender that takes after each call takes no more than is said that it may take in all', async () => {
    const sets = fc.array(
      fc.record({ kind: fc.constantFrom('approve', 'increaseAllowance'), much: amount, at: fc.nat() }),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    await fc.assert(
      fc.asyncProperty(batches, sets, async ({ calls, isOne }, all) => {
        const setting = all.map(({ kind, much, at }) => ({
          ...{ at: at % (calls.length + 1), much },
          call: to(usd, encodeFunctionData({ abi, functionName: kind, args: [stranger, much] })),
        }))
        const within = Array.from({ length: calls.length + 1 }, (_, index) => [
          ...setting.filter(({ at }) => at === index).map(({ call }) => call),
          ...calls.slice(index, index + 1),
        ]).flat()
        const { facts, level } = await read({ calls: within, isOne })
        const taken = setting.reduce((sum, { much }) => sum + much, 0n)
        const said = ['May take in all', 'May take afterwards'].flatMap((label) => saidOf(facts, label, stranger))
        const most = said.flatMap((each) => /([\d,.]+) USD/.exec(each)?.[1]?.replaceAll(',', '') ?? [])
        expect(most.some((each) => parseUnits(each, 6) >= taken)).toBe(true)
        expect(level).toBe(taken * 100n >= held * 95n ? 2 : Math.max(level, 1))
      }),
      runs,
    )
  })

  test('one more call of a contract that isn’t known makes nothing milder', async () => {
    await fc.assert(
      fc.asyncProperty(batches, unknown, fc.nat(), async ({ calls, isOne }, more, place) => {
        const at = place % (calls.length + 1)
        const [before, after] = await Promise.all([
          read({ calls, isOne }),
          read({ calls: [...calls.slice(0, at), more, ...calls.slice(at)], isOne }),
        ])
        expect(after.level).toBeGreaterThanOrEqual(Math.max(before.level, 1))
        // What comes to all of it isn't some of it any more.
        const said = before.warnings.filter((each) => {
          const token = /(?:this much|nearly all) of your (\w+)/.exec(each)?.[1]
          return !after.warnings.some((worse) => worse.includes(` all of your ${token}`) && !worse.includes('nearly'))
        })
        expect(after.warnings).toEqual(expect.arrayContaining(said))
      }),
      runs,
    )
  })
})

test('[F13] a promise counts for nothing beside a gift, and is seen to be kept only where it is of what is listed', () => {
  const coin = {
    address: me,
    symbol: 'ETH',
    decimals: 18,
    isListed: true,
    isNamesake: false,
    isNft: false,
    isCoin: true,
  }
  const other = { ...coin, isListed: false, isCoin: false }
  const gift = (how: 'sent' | 'onWord' | 'taken') => ({ token: coin, amount: 1n, to: ann, how })
  const pledge = (token: typeof coin) => ({ token, amount: 1n, by: fake })
  const rests = (gifts: readonly ReturnType<typeof gift>[], pledges: readonly ReturnType<typeof pledge>[]) =>
    restsOnWord({ gifts, pledges })
  expect(rests([gift('sent')], [])).toBe('no')
  expect(rests([gift('taken')], [pledge(coin)])).toBe('no')
  expect(rests([gift('sent')], [pledge(coin)])).toBe('always')
  expect(rests([gift('onWord')], [])).toBe('always')
  expect(rests([gift('onWord')], [pledge(coin)])).toBe('unseen')
  expect(rests([gift('onWord')], [pledge(other)])).toBe('always')
})
