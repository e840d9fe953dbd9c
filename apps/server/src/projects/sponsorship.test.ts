import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Sponsorship } from './sponsorship.js'

const budget = { account: '1', network: '2', day: '3', total: '4' }
const contract = { to: `0x${'Ab'.repeat(20)}`, selectors: ['0xA9059CBB', '0x'] }
const network = { chainId: 'eip155:1', contracts: [contract], mostGas: 500_000, mostFeePerGas: '1000000000', budget }
const key = Buffer.alloc(32, 9).toString('base64url')

test('addresses and selectors are taken in either case', () => {
  const { networks } = v.parse(Sponsorship, { networks: [network], tokenKeys: [key] })
  expect(networks[0]?.contracts).toEqual([{ to: `0x${'ab'.repeat(20)}`, selectors: ['0xa9059cbb', '0x'] }])
})

test('sessions are paid for where no tokens are wanted', () => {
  expect(v.is(Sponsorship, { networks: [{ ...network, sessions: { contracts: [contract], budget } }] })).toBe(true)
})

test.each<[string, unknown]>([
  ['no network', { networks: [] }],
  ['a network twice', { networks: [network, network] }],
  ['a network that isn’t EVM', { networks: [{ ...network, chainId: 'solana:mainnet' }] }],
  ['every network', { networks: [{ ...network, chainId: 'eip155:0' }] }],
  ['no contract', { networks: [{ ...network, contracts: [] }] }],
  ['what is no contract', { networks: [{ ...network, contracts: [{ to: '*' }] }] }],
  ['no selector', { networks: [{ ...network, contracts: [{ ...contract, selectors: [] }] }] }],
  ['half a selector', { networks: [{ ...network, contracts: [{ ...contract, selectors: ['0xa905'] }] }] }],
  ['too little gas for anything', { networks: [{ ...network, mostGas: 100_000 }] }],
  ['no fee', { networks: [{ ...network, mostFeePerGas: '' }] }],
  ['wei as a number', { networks: [{ ...network, mostFeePerGas: 1_000_000_000 }] }],
  ['a fraction', { networks: [{ ...network, mostFeePerGas: '0.5' }] }],
  ['less than nothing', { networks: [{ ...network, budget: { ...budget, day: '-1' } }] }],
  ['no total', { networks: [{ ...network, budget: { account: '1', network: '2', day: '3' } }] }],
  ['a key that is too short', { networks: [network], tokenKeys: [key.slice(1)] }],
  ['another writing of a key', { networks: [network], tokenKeys: [`${key.slice(0, -1)}l`] }],
  ['no key', { networks: [network], tokenKeys: [] }],
  [
    'sessions where tokens are wanted, which they have none of',
    { networks: [{ ...network, sessions: { contracts: [contract], budget } }], tokenKeys: [key] },
  ],
  ['what isn’t known', { networks: [network], unlimited: true }],
])('a sponsorship with %s is refused', (_, said) => {
  expect(v.is(Sponsorship, said)).toBe(false)
})
