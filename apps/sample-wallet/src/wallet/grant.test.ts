import type { WalletNetwork } from '@foyer/core/words'
import { conformityFault, sessionFault } from '@foyer/walletconnect/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFamilies } from '../openWallet.js'
import { grantFor, offerOf, type ProposedNamespaces, regrant } from './grant.js'

const families = [
  { name: 'eip155', methods: ['personal_sign', 'eth_sendTransaction'], events: ['accountsChanged', 'chainChanged'] },
  { name: 'solana', methods: ['solana_signMessage'], events: [] },
]
const network = (chainId: string): WalletNetwork => ({
  chainId,
  name: chainId,
  currency: { symbol: 'ETH', decimals: 18 },
  rpcUrl: 'http://127.0.0.1:1',
  tokens: [],
})
const networks = ['eip155:31337', 'eip155:31338', 'solana:local'].map(network)
const nothing: ProposedNamespaces = { required: {}, optional: {} }
const chainsOf = ({ networks: offered }: ReturnType<typeof offerOf>) => offered.map(({ chainId }) => chainId)

describe('what is offered to an application', () => {
  test('the networks that it asks for and that are known, those that it must have first', () => {
    const offer = offerOf({
      asked: {
        required: { 'eip155:31338': { methods: ['personal_sign'], events: [] } },
        optional: {
          eip155: { chains: ['eip155:1', 'eip155:31337'], methods: ['eth_sendTransaction', 'eth_sign'], events: [] },
        },
      },
      families,
      networks,
    })
    expect(chainsOf(offer)).toEqual(['eip155:31338', 'eip155:31337'])
    expect(offer.unknown).toEqual(['eip155:1'])
    expect(offer.methods).toEqual(['personal_sign', 'eth_sendTransaction'])
    expect(offer.isImpossible).toBe(false)
  })

  test('everything, to one that asks for nothing in particular', () => {
    const offer = offerOf({ asked: nothing, families, networks })
    expect(chainsOf(offer)).toEqual(['eip155:31337', 'eip155:31338', 'solana:local'])
    expect(offer.methods).toEqual(['personal_sign', 'eth_sendTransaction', 'solana_signMessage'])
  })

  test.each([
    ['an unknown network', { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }],
    ['an unknown method', { eip155: { chains: ['eip155:31337'], methods: ['eth_sign'], events: [] } }],
    ['an unknown event', { eip155: { chains: ['eip155:31337'], methods: [], events: ['message'] } }],
    ['an unknown family', { near: { chains: ['near:mainnet'], methods: [], events: [] } }],
  ])('nothing, to one that can’t do without %s', (_what, required) => {
    const optional = { eip155: { chains: ['eip155:31337'], methods: ['personal_sign'], events: [] } }
    expect(offerOf({ asked: { required, optional }, families, networks }).isImpossible).toBe(true)
  })

  test('nothing, to one whose networks are all unknown', () => {
    const optional = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }
    expect(offerOf({ asked: { required: {}, optional }, families, networks }).isImpossible).toBe(true)
  })
})

test('whatever is asked for: what is granted is whole, and never more than was asked for and is here', () => {
  const words = (...all: string[]) => fc.subarray(all)
  const wish = fc.record({
    chains: fc.subarray(['eip155:31337', 'eip155:31338', 'eip155:1'], { minLength: 1 }),
    methods: words('personal_sign', 'eth_sign'),
    events: words('chainChanged', 'message'),
  })
  const part = fc.oneof(fc.constant({}), fc.record({ eip155: wish }))
  fc.assert(
    fc.property(part, part, (required, optional) => {
      const asked: ProposedNamespaces = { required, optional }
      const offer = offerOf({ asked, families, networks })
      if (offer.isImpossible) return
      const chainIds = chainsOf(offer)
      const addresses = Object.fromEntries(chainIds.map((chainId) => [chainId, ['0xab']]))
      const granted = grantFor({ asked, families, chainIds, addresses })
      expect(sessionFault(granted)).toBeUndefined()
      expect(conformityFault({ required, granted })).toBeUndefined()
      expect(JSON.stringify(granted)).not.toMatch(/eth_sign"|message|eip155:1"/)
    }),
  )
})

describe('several families at once', () => {
  const main = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const former = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
  const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
  const several = createFamilies()
  const asked: ProposedNamespaces = {
    required: {},
    optional: {
      eip155: { chains: ['eip155:31337'], methods: ['personal_sign'], events: ['chainChanged'] },
      solana: { chains: [main, former], methods: ['solana_signMessage'], events: [] },
      bip122: { chains: [regtest], methods: ['signPsbt', 'sign'], events: ['bip122_addressesChanged'] },
    },
  }
  const known = ['eip155:31337', main, regtest].map(network)
  const offer = offerOf({ asked, families: several, networks: known })

  test('each network is offered once, by whichever of its ids an application names it', () => {
    expect(chainsOf(offer)).toEqual(['eip155:31337', main, regtest])
    expect(offer.unknown).toEqual([])
  })

  test('each family is granted its own accounts on its own networks, by every id that was asked for', () => {
    const addresses = { 'eip155:31337': ['0xab'], [main]: ['Abc', 'Def'], [regtest]: ['bcrt1q'] }
    const granted = grantFor({ asked, families: several, chainIds: chainsOf(offer), addresses })
    expect(granted).toEqual({
      eip155: expect.objectContaining({ accounts: ['eip155:31337:0xab'] }),
      solana: {
        chains: [main, former],
        accounts: [`${main}:Abc`, `${main}:Def`, `${former}:Abc`, `${former}:Def`],
        methods: ['solana_signMessage'],
        events: [],
      },
      bip122: {
        chains: [regtest],
        accounts: [`${regtest}:bcrt1q`],
        methods: ['signPsbt'],
        events: ['bip122_addressesChanged'],
      },
    })
    expect(sessionFault(granted)).toBeUndefined()
  })

  test('a family that no account is chosen of is left out', () => {
    const addresses = { 'eip155:31337': ['0xab'], [main]: [] }
    expect(Object.keys(grantFor({ asked, families: several, chainIds: chainsOf(offer), addresses }))).toEqual([
      'eip155',
    ])
  })
})

test('a session is granted one account more, which is the one in use; other families keep theirs', () => {
  const solana = { accounts: ['solana:local:cd'], methods: ['solana_signMessage'], events: [] }
  const namespaces = {
    'eip155:31337': { accounts: ['eip155:31337:0xab'], methods: ['personal_sign'], events: ['chainChanged'] },
    solana,
  }
  expect(
    regrant({
      namespaces,
      family: 'eip155',
      accounts: ['eip155:31337:0xcd', 'eip155:31337:0xab', 'eip155:31338:0xcd', 'eip155:31338:0xab'],
    }),
  ).toEqual({
    eip155: {
      chains: ['eip155:31337', 'eip155:31338'],
      accounts: ['eip155:31337:0xcd', 'eip155:31337:0xab', 'eip155:31338:0xcd', 'eip155:31338:0xab'],
      methods: ['personal_sign'],
      events: ['chainChanged'],
    },
    solana,
  })
})
