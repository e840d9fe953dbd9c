import { systemClock } from '@foyer/core'
import { createTestClock } from '@foyer/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { capabilitiesOf, parseCapabilities } from './capabilities.js'
import { walletAssets } from './walletAssets.js'

const networkId = 'eip155:1' as const

test.each([
  [{ atomic: { status: 'supported' } }, 'supported'],
  [{ atomic: { status: 'ready' } }, 'ready'],
  [{ atomic: { status: 'maybe' } }, 'unsupported'],
  [{ atomicBatch: { supported: true } }, 'supported'],
  [{ atomicBatch: { supported: false } }, 'unsupported'],
  [{ atomic: { status: 'unsupported' }, atomicBatch: { supported: true } }, 'unsupported'],
  [{}, 'unsupported'],
])('reads %o as %s', (all, atomic) => {
  expect(parseCapabilities({ answer: { '0x1': all }, networkId })).toEqual({ 'eip155:1': { atomic, all } })
})

test('what holds on every chain holds here, and under what a chain says itself', () => {
  const answer = { '0x0': { flow: true, atomic: { status: 'ready' } }, '0xa': { atomic: { status: 'supported' } } }
  expect(parseCapabilities({ answer, networkId })).toMatchObject({
    'eip155:1': { atomic: 'ready', all: { flow: true } },
    'eip155:10': { atomic: 'supported', all: { flow: true } },
  })
})

test('leaves out what is no chain, or no capabilities', () => {
  expect(parseCapabilities({ answer: { mainnet: {}, '0x1': 5, '0xa': {} }, networkId })).toEqual({
    'eip155:10': { atomic: 'unsupported', all: {} },
  })
})

test('no answer makes it throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom('0x0', '0x1', 'x'), fc.anything())), (answer) => {
      parseCapabilities({ answer, networkId })
    }),
  )
})

test.each([
  ['of a key', { type: 'eoa' }, true],
  [
    'that is smart where its key is, whose transactions are numbered as ever,',
    { type: 'smartAccount', inPlace: true },
    true,
  ],
  ['that is a contract', { type: 'smartAccount' }, false],
] as const)('a pending transaction of an account %s is replaced: %o', async (_, kind, replaces) => {
  const account = { namespace: 'eip155', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', ...kind } as const
  const wallet = {
    provider: { request: async () => ({}) },
    account,
    accounts: [account],
    networkId,
    network: undefined,
  }
  expect((await capabilitiesOf({ wallet, clock: systemClock })).replaceTransaction).toBe(replaces)
})

describe('a wallet that fails to say what it can', () => {
  const failures: readonly (readonly [string, () => unknown])[] = [
    ...[-32_603, -32_602, -32_000, -32_005, 4100, 4001, 4900].map(
      (code) => [`with ${code}`, () => Promise.reject({ code, message: 'It failed.' })] as const,
    ),
    ['by throwing at once', () => raise('Something went wrong')],
    ...[
      null,
      undefined,
      'none',
      7,
      [],
      { '0x1': null },
      { '0x1': { atomic: null } },
      { '0x1': { atomic: 'ready' } },
    ].map((answer) => [`by ${JSON.stringify(answer)}`, async () => answer] as const),
  ]
  const raise = (cause: unknown) => {
    throw cause
  }
  const account = { namespace: 'eip155', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', type: 'eoa' } as const
  const actionOf = (answer: () => unknown, clock = createTestClock()) => ({
    wallet: {
      provider: { request: async () => answer() },
      account,
      accounts: [account],
      networkId,
      network: undefined,
    },
    clock,
  })

  test.each(failures)('%s speeds up, cancels and sends all the same', async (_, answer) => {
    const able = await capabilitiesOf(actionOf(answer))
    expect(able).toMatchObject({
      replaceTransaction: true,
      sendCall: true,
      signMessage: true,
      revokeApprovals: true,
      atomic: 'unsupported',
      transfers: ['coin', 'token', 'nft'],
    })
    expect(await walletAssets(actionOf(answer))).toBeUndefined()
  })

  test('in time does so all the same; one that is no longer asked is an end', async () => {
    const clock = createTestClock()
    const able = capabilitiesOf(actionOf(() => new Promise(() => {}), clock))
    clock.advance(10_000)
    expect(await able).toMatchObject({ replaceTransaction: true, sendCalls: false })
    const asking = new AbortController()
    const left = capabilitiesOf({ ...actionOf(() => new Promise(() => {})), signal: asking.signal })
    asking.abort()
    await expect(left).rejects.toThrow()
  })
})
