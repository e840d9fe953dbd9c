import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptNamespaces, conformityFault, proposalFault, readableTerms, sessionFault } from './checkNamespaces.js'
import { InvalidNamespacesError } from './errors.js'
import { defaultMethods } from './families.js'
import {
  accountsOf,
  mayEmit,
  mayRequest,
  requestedNamespaces,
  type SessionNamespaces,
  sessionChainId,
} from './namespaces.js'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 2_000

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const formerMainnet = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'

describe('what is asked for', () => {
  test('by family: the configured chains, the family’s methods, two events', () => {
    const requested = requestedNamespaces({
      networks: ['eip155:1', mainnet, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'eip155:10', 'cosmos:cosmoshub-4'],
      termsOf: (family) => (family === 'solana' ? { methods: [], otherIds: { [mainnet]: formerMainnet } } : undefined),
    })
    const events = ['accountsChanged', 'chainChanged']
    expect(requested).toEqual({
      eip155: { chains: ['eip155:1', 'eip155:10'], methods: defaultMethods('eip155'), events },
      solana: {
        chains: [mainnet, formerMainnet, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
        methods: [],
        events,
      },
      cosmos: { chains: ['cosmos:cosmoshub-4'], methods: [], events },
    })
    expect(proposalFault(requested)).toBeUndefined()
  })

  test('of a family whose own code says what, that', () => {
    const requested = requestedNamespaces({
      networks: ['eip155:1', 'other:tiny'],
      termsOf: (family) => (family === 'other' ? { methods: ['send'], events: ['moved'] } : undefined),
      override: { methods: { other: ['sign'] } },
    })
    expect(requested.eip155?.methods).toEqual(defaultMethods('eip155'))
    expect(requested.other).toEqual({ chains: ['other:tiny'], methods: ['sign'], events: ['moved'] })
  })

  test('the methods of Ethereum’s chains, and of no other family by itself', () => {
    expect(defaultMethods('eip155')).toHaveLength(28)
    expect(defaultMethods('solana')).toEqual([])
    expect(defaultMethods('constructor')).toEqual([])
  })

  test('what a host asks for instead takes the place of the usual; families are those with chains; where networks are read isn’t sent', () => {
    const requested = requestedNamespaces({
      networks: ['eip155:1', 'eip155:10'],
      override: {
        methods: { eip155: ['personal_sign'], polkadot: ['polkadot_signMessage'] },
        chains: { eip155: ['eip155:5'], near: ['near:mainnet'] },
        events: { eip155: [] },
        rpcMap: { 'eip155:5': 'https://five.example', 'cosmos:cosmoshub-4': 'https://hub.example' },
      },
    })
    expect(requested).toEqual({
      eip155: { chains: ['eip155:5'], methods: ['personal_sign'], events: [] },
      near: { chains: ['near:mainnet'], methods: [], events: ['accountsChanged', 'chainChanged'] },
    })
  })
})

const wanted = { methods: ['personal_sign'], events: ['accountsChanged'] }
const account = (chain: string) => `${chain}:0xab`

describe('a malformed request', () => {
  test.each([
    [5104, { 'eip155:1:0xab': wanted }],
    [5104, { EIP: { ...wanted, chains: ['EIP:1'] } }],
    [5100, { eip155: wanted }],
    [5100, { eip155: { ...wanted, chains: [] } }],
    [5100, { eip155: { ...wanted, chains: ['eip155'] } }],
    [5100, { eip155: { ...wanted, chains: ['eip155:1', 'solana:1'] } }],
    [5100, { 'eip155:1': { ...wanted, chains: ['eip155:2'] } }],
  ])('is answered %i', (code, namespaces) => {
    expect(proposalFault(namespaces)).toMatchObject({ code })
  })

  test('isn’t one for nothing, for one chain, for a chain named twice', () => {
    expect(proposalFault({})).toBeUndefined()
    expect(proposalFault({ 'eip155:1': wanted })).toBeUndefined()
    expect(proposalFault({ 'eip155:1': { ...wanted, chains: ['eip155:1'] } })).toBeUndefined()
  })
})

describe('of what an application would like', () => {
  const some = { eip155: { chains: ['eip155:1'], ...wanted } }
  test('that which can’t be named is left out', () => {
    const optional = {
      eip155: { chains: ['eip155:1', 'eip155', 'solana:1'], ...wanted },
      'eip155:10': { chains: ['eip155:1'], ...wanted },
      EIP: { chains: ['EIP:1'], ...wanted },
      solana: wanted,
      near: { chains: [], ...wanted },
    }
    expect(readableTerms({ required: some, optional })).toEqual({
      required: some,
      optional: { eip155: { chains: ['eip155:1'], ...wanted }, 'eip155:10': wanted },
    })
    expect(readableTerms({ required: {}, optional: {} })).toEqual({ required: {}, optional: {} })
    expect(readableTerms({ required: some, optional: { EIP: wanted } })).toEqual({ required: some, optional: {} })
  })

  test.each([
    [5104, { required: { EIP: { chains: ['EIP:1'], ...wanted } }, optional: some }],
    [5100, { required: { eip155: { chains: ['eip155:1', 'eip155'], ...wanted } }, optional: some }],
    [5100, { required: {}, optional: { solana: wanted, eip155: { chains: [], ...wanted } } }],
    [5104, { required: {}, optional: { EIP: { chains: ['EIP:1'], ...wanted } } }],
  ])('what it can’t do without isn’t, nor all that it asks for: %i', (code, terms) => {
    expect(() => readableTerms(terms)).toThrow(expect.objectContaining({ failure: expect.objectContaining({ code }) }))
  })
})

describe('[W8] a grant', () => {
  const requested = { eip155: { chains: ['eip155:1', 'eip155:10'], ...wanted } }
  const right = { eip155: { accounts: [account('eip155:1')], ...wanted } }

  test.each<[number, SessionNamespaces]>([
    [5104, {}],
    [5104, { '': { accounts: [], ...wanted } }],
    [5103, { eip155: { accounts: [], ...wanted } }],
    [5103, { eip155: { accounts: ['eip155:1'], ...wanted } }],
    [5103, { eip155: { accounts: ['eip155:1:'], ...wanted } }],
    [5103, { eip155: { accounts: ['eip155:1:0xab:cd'], ...wanted } }],
    [5103, { eip155: { accounts: [account('solana:1')], ...wanted } }],
    [5103, { eip155: { accounts: [account('eip155:1'), account('solana:1')], ...wanted } }],
    [5103, { 'eip155:1': { accounts: [account('eip155:10')], ...wanted } }],
    [5100, { eip155: { accounts: [account('eip155:137')], ...wanted } }],
    [5100, { solana: { accounts: [account('solana:1')], ...wanted } }],
  ])('that can’t be used is answered %i: %j', (code, granted) => {
    expect(() => acceptNamespaces({ requested, granted })).toThrow(InvalidNamespacesError)
    expect(() => acceptNamespaces({ requested, granted })).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ code }) }),
    )
  })

  test('loses what is odd in it, and keeps the rest', () => {
    const odd = {
      eip155: { chains: ['solana:1', 'x'], accounts: ['eip155:1', account('eip155:1'), 'eip155:1:0xab:cd'], ...wanted },
      solana: { accounts: [], ...wanted },
      'A wallet’s': { accounts: [account('eip155:1')], ...wanted },
    }
    expect(acceptNamespaces({ requested, granted: odd })).toEqual({
      eip155: { chains: ['eip155:1'], accounts: [account('eip155:1')], ...wanted },
    })
    expect(sessionFault(odd)).toBeDefined()
  })

  test('that lacks what is required is answered by what it lacks', () => {
    const faultOf = (required: Parameters<typeof conformityFault>[0]['required']) =>
      conformityFault({ required, granted: right })?.code
    expect(faultOf({ eip155: { chains: ['eip155:1'], ...wanted } })).toBeUndefined()
    expect(faultOf({ 'eip155:1': wanted })).toBeUndefined()
    expect(faultOf({ solana: { chains: ['solana:1'], ...wanted } })).toBe(5104)
    expect(faultOf({ 'eip155:10': wanted })).toBe(5100)
    expect(faultOf({ eip155: { chains: ['eip155:1', 'eip155:10'], ...wanted } })).toBe(5100)
    expect(faultOf({ eip155: { chains: ['eip155:1'], methods: ['eth_sign'], events: [] } })).toBe(5101)
    expect(faultOf({ eip155: { chains: ['eip155:1'], methods: [], events: ['message'] } })).toBe(5102)
  })

  test('is cut to what was asked for', () => {
    const granted = {
      eip155: {
        chains: ['eip155:1', 'eip155:137'],
        accounts: [account('eip155:1'), account('eip155:137')],
        methods: ['personal_sign', 'eth_sign'],
        events: ['accountsChanged', 'message'],
      },
      'eip155:10': { accounts: [account('eip155:10')], methods: [], events: [] },
      solana: { accounts: [account('solana:1')], ...wanted },
    }
    expect(acceptNamespaces({ requested, granted })).toEqual({
      eip155: { chains: ['eip155:1'], accounts: [account('eip155:1')], ...wanted },
      'eip155:10': { chains: ['eip155:10'], accounts: [account('eip155:10')], methods: [], events: [] },
    })
  })

  test('never lets anything through that wasn’t asked for', () => {
    const chain = fc.constantFrom('eip155:1', 'eip155:10', 'eip155:137', 'solana:1')
    const key = fc.oneof(fc.constantFrom('eip155', 'solana', 'near', ''), chain)
    const words = (...all: string[]) => fc.subarray(all)
    const methods = words('personal_sign', 'eth_sign')
    const events = words('accountsChanged', 'message')
    const asked = fc.dictionary(key, fc.record({ chains: fc.array(chain, { maxLength: 3 }), methods, events }))
    const accounts = fc.array(fc.oneof(chain.map(account), fc.constant('eip155:1')), { maxLength: 4 })
    const given = fc.dictionary(key, fc.record({ accounts, methods, events }))
    fc.assert(
      fc.property(asked, given, (each, granted) => {
        try {
          const namespaces = acceptNamespaces({ requested: each, granted })
          expect(sessionFault(namespaces)).toBeUndefined()
          for (const [at, { accounts: kept, ...lists }] of Object.entries(namespaces)) {
            const family = at.split(':')[0]
            const own = Object.entries(each).filter(([its]) => its.split(':')[0] === family)
            const chains = own.flatMap(([its, { chains: all }]) => (its.includes(':') ? [its] : all))
            for (const id of kept) expect(chains).toContain(id.slice(0, id.lastIndexOf(':')))
            for (const method of lists.methods) expect(own.flatMap(([, its]) => its.methods)).toContain(method)
            for (const event of lists.events) expect(own.flatMap(([, its]) => its.events)).toContain(event)
          }
        } catch (error) {
          if (!(error instanceof InvalidNamespacesError)) throw error
        }
      }),
      { numRuns },
    )
  })
})

test('[W8] what was requested of one chain isn’t accepted as a grant of another', () => {
  const requested = {
    'eip155:1': { methods: ['personal_sign'], events: [] },
    'eip155:10': { methods: ['eth_sendTransaction'], events: ['accountsChanged'] },
  }
  const all = { methods: ['personal_sign', 'eth_sendTransaction'], events: ['accountsChanged'] }
  const granted = {
    'eip155:1': { accounts: [account('eip155:1')], ...all },
    'eip155:10': { accounts: [account('eip155:10')], ...all },
  }
  const namespaces = acceptNamespaces({ requested, granted })
  expect(namespaces).toMatchObject(requested)
  const may = (chainId: string) => all.methods.filter((method) => mayRequest({ namespaces, chainId, method }))
  expect([may('eip155:1'), may('eip155:10')]).toEqual([['personal_sign'], ['eth_sendTransaction']])
  expect(mayEmit({ namespaces, chainId: 'eip155:1', event: 'accountsChanged' })).toBe(false)
})

describe('what a session lets happen', () => {
  test('[W8] what is granted on one chain isn’t on another of its family', () => {
    const granted = {
      eip155: { accounts: [account('eip155:1')], methods: ['personal_sign'], events: [] },
      'eip155:10': { accounts: [account('eip155:10')], methods: ['eth_sendTransaction'], events: ['chainChanged'] },
    }
    const may = (chainId: string, method: string) => mayRequest({ namespaces: granted, chainId, method })
    expect(may('eip155:10', 'eth_sendTransaction')).toBe(true)
    expect(may('eip155:1', 'eth_sendTransaction')).toBe(false)
    expect(may('eip155:10', 'personal_sign')).toBe(false)
    expect(mayEmit({ namespaces: granted, chainId: 'eip155:10', event: 'chainChanged' })).toBe(true)
    expect(mayEmit({ namespaces: granted, chainId: 'eip155:1', event: 'chainChanged' })).toBe(false)
  })

  const namespaces = {
    eip155: { chains: ['eip155:1', 'eip155:10'], accounts: [account('eip155:1'), 'eip155:1:0xcd'], ...wanted },
    solana: { accounts: [account(formerMainnet)], methods: ['solana_signMessage'], events: [] },
  }

  test('a chain counts by its accounts, a method and an event where they are granted', () => {
    const request = (chainId: string, method: string) => mayRequest({ namespaces, chainId, method })
    expect(request('eip155:1', 'personal_sign')).toBe(true)
    expect(request('eip155:10', 'personal_sign')).toBe(false)
    expect(request('eip155:1', 'solana_signMessage')).toBe(false)
    expect(mayEmit({ namespaces, chainId: 'eip155:1', event: 'accountsChanged' })).toBe(true)
    expect(mayEmit({ namespaces, chainId: formerMainnet, event: 'accountsChanged' })).toBe(false)
  })

  test('accounts on a chain, and all', () => {
    expect(accountsOf({ namespaces, chainId: 'eip155:1' })).toEqual(['eip155:1:0xab', 'eip155:1:0xcd'])
    expect(accountsOf({ namespaces })).toHaveLength(3)
  })

  test('a wallet that knows a chain by another id is asked by that', () => {
    const chain = { chainId: mainnet, otherId: formerMainnet }
    expect(sessionChainId({ namespaces, ...chain })).toBe(formerMainnet)
    expect(sessionChainId({ namespaces, chainId: mainnet })).toBe(mainnet)
    expect(sessionChainId({ namespaces: {}, ...chain })).toBe(mainnet)
    expect(sessionChainId({ namespaces, chainId: 'eip155:1' })).toBe('eip155:1')
    const both = { solana: { ...namespaces.solana, accounts: [account(mainnet), account(formerMainnet)] } }
    expect(sessionChainId({ namespaces: both, ...chain })).toBe(mainnet)
  })
})
