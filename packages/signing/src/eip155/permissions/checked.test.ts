import { lowerHex } from '@foyer/core/chain'
import { type Address, encodeFunctionData, type Hex, numberToHex, pad, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { misfitOf, misfitOfCalled, misfitOfToken } from './checked.js'
import type { ContractReads } from './holding.js'
import type { Permission } from './permission.js'
import { fresh } from './test/onChain.js'

const [account, to, token] = [fresh(), fresh(), fresh()]
const word = (value: bigint): Hex => numberToHex(value, { size: 32 })

describe('a permission', () => {
  const terms = { is: 'once', token: undefined, start: 1n, amount: 1n } as const
  const permission: Permission = { account, to, redeemers: [to], payees: [], terms, expiry: 900n }
  const codeOf = (more: Partial<Permission>, now = 5n) => misfitOf({ ...permission, ...more }, now)?.code

  test('ends after now, and begins before its end', () => {
    expect([898n, 899n, 900n, 901n].map((now) => codeOf({}, now))).toEqual([undefined, undefined, -32_602, -32_602])
    const beginning = (start: bigint) => codeOf({ terms: { ...terms, start } })
    expect([899n, 900n, 901n].map(beginning)).toEqual([undefined, -32_602, -32_602])
  })

  test('of the coin goes to several payees, and of a token to one, which the chain can enforce', () => {
    const [one, other] = [fresh(), fresh()]
    const ofToken = { ...terms, token }
    expect(codeOf({ payees: [one, other] })).toBeUndefined()
    expect(codeOf({ payees: [one], terms: ofToken })).toBeUndefined()
    expect(codeOf({ payees: [one, other], terms: ofToken })).toBe(5700)
  })
})

const abi = parseAbi([
  'function decimals()',
  'function ownerOf(uint256 id)',
  'function supportsInterface(bytes4 id)',
  'function balanceOf(address owner)',
])
const decimals = encodeFunctionData({ abi, functionName: 'decimals' })
const owner = encodeFunctionData({ abi, functionName: 'ownerOf', args: [1n] })
const supports = (id: Hex) => encodeFunctionData({ abi, functionName: 'supportsInterface', args: [id] })
const balance = encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] })

/** A contract that answers some questions alone. */
const answering = (at: Address, answers: Readonly<Record<string, bigint>>): ContractReads => ({
  codeAt: async () => '0x00',
  answersOf: async (calls) =>
    calls.map((call) => {
      const answer = call.to === at && call.from === account ? answers[call.data.toLowerCase()] : undefined
      return answer === undefined ? undefined : word(answer)
    }),
})

test.each<[string, Readonly<Record<string, bigint>>, boolean]>([
  ['has decimals', { [decimals]: 18n }, true],
  ['has no decimals that are more than 0', { [decimals]: 0n }, true],
  [
    'says that it has neither owners nor interfaces',
    { [decimals]: 6n, [owner]: 0n, [supports('0x80ac58cd')]: 0n },
    true,
  ],
  ['doesn’t say its decimals', {}, false],
  ['has an owner of its first thing', { [decimals]: 0n, [owner]: 7n }, false],
  ['is a collection of things', { [decimals]: 0n, [supports('0x80ac58cd')]: 1n }, false],
  ['is a collection of editions', { [decimals]: 0n, [supports('0xd9b67a26')]: 1n }, false],
])('[F13] of a contract that %s an amount may be spent: %#', async (_, answers, may) => {
  const misfit = await misfitOfToken({ reads: answering(token, answers), account, token })
  expect(misfit?.code).toBe(may ? undefined : 5700)
})

describe('calls of a function', () => {
  const selectors = [lowerHex(toFunctionSelector('play(uint8)'))]
  const called = (answers: Readonly<Record<string, bigint>>, listed: readonly string[] | 'unasked', bound = {}) =>
    misfitOfCalled({
      reads: answering(token, answers),
      account,
      calls: { target: token, selectors, bound: [], ...bound },
      tokens: [],
      listed,
    })

  test('[F13] are judged by the list in whichever case, and by the contract alone where nobody knows a list', async () => {
    const upper = selectors.map((each) => `0x${each.slice(2).toUpperCase()}`)
    for (const listed of [selectors, upper, 'unasked' as const]) {
      expect(await called({}, listed)).toBeUndefined()
      expect(await called({ [balance]: 0n }, listed)).toMatchObject({ code: 5700 })
    }
    expect(await called({}, [])).toMatchObject({ code: 5700 })
  })

  test('[F13] that isn’t known aren’t granted by any arguments that are bound', async () => {
    const bound = [{ index: 0, word: lowerHex(pad(account)) }]
    expect(await called({}, [], { bound })).toMatchObject({ code: 5700 })
    expect(await called({ [balance]: 0n }, selectors, { bound })).toMatchObject({ code: 5700 })
  })
})
