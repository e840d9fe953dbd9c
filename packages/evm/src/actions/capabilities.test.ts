import { systemClock } from '@foyer/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capabilitiesOf, parseCapabilities } from './capabilities.js'

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
