import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CallMethod, calls, isCallMethod, refusals } from './calls.js'
import { InvalidPayloadError } from './errors.js'
import * as peerFailures from './failures.js'
import * as call from './messages.js'
import { dappReads, walletReads } from './messages.js'
import { isUserRejection } from './payload.js'
import { authenticatingDappReads } from './signin/authenticatingDappReads.js'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 2_000

const publicKey = 'ab'.repeat(32)
const metadata = { name: 'A wallet', description: '', url: 'https://wallet.example', icons: [] }
const namespaces = {
  eip155: { accounts: ['eip155:1:0xab'], methods: ['personal_sign'], events: ['accountsChanged'] },
}
const authPayload = {
  type: 'caip122',
  chains: ['eip155:1'],
  domain: 'dapp.example',
  aud: 'https://dapp.example/login',
  version: '1',
  nonce: '32891756',
  iat: '2024-01-01T00:00:00.000Z',
}
const cacao = {
  h: { t: 'caip122' },
  p: { ...authPayload, iss: 'did:pkh:eip155:1:0xab', type: undefined, chains: undefined },
  s: { t: 'eip191', s: '0x00' },
}

/** One right message of each call. */
const asked: Readonly<Record<CallMethod, unknown>> = {
  wc_pairingDelete: { code: 6000, message: 'User disconnected.' },
  wc_pairingPing: {},
  wc_sessionPropose: {
    proposer: { publicKey, metadata },
    requiredNamespaces: {},
    optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
    expiryTimestamp: 1_700_000_300,
    sessionProperties: { capabilities: '{}' },
    scopedProperties: { 'eip155:1': { atomic: true } },
  },
  wc_sessionSettle: {
    controller: { publicKey, metadata },
    namespaces,
    expiry: 1_700_604_800,
    sessionConfig: { disableDeepLink: true },
  },
  wc_sessionUpdate: { namespaces },
  wc_sessionExtend: { expiry: 1_700_604_800 },
  wc_sessionRequest: {
    request: { method: 'personal_sign', params: ['0x00', '0xab'], expiryTimestamp: 1_700_000_300 },
    chainId: 'eip155:1',
  },
  wc_sessionEvent: { event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' },
  wc_sessionDelete: { code: 6000, message: 'User disconnected.' },
  wc_sessionPing: {},
  wc_sessionAuthenticate: { requester: { publicKey, metadata }, authPayload, expiryTimestamp: 1_700_003_600 },
}
const answered: Readonly<Record<CallMethod, unknown>> = {
  wc_pairingDelete: true,
  wc_pairingPing: true,
  wc_sessionPropose: { responderPublicKey: publicKey },
  wc_sessionSettle: true,
  wc_sessionUpdate: true,
  wc_sessionExtend: true,
  wc_sessionRequest: ['anything', { at: 'all' }],
  wc_sessionEvent: true,
  wc_sessionDelete: true,
  wc_sessionPing: true,
  wc_sessionAuthenticate: { cacaos: [cacao], responder: { publicKey, metadata } },
}

const methods = Object.keys(calls).filter(isCallMethod)
/** By whichever side takes the call. */
function parseParams({ method, params }: { readonly method: CallMethod; readonly params: unknown }): unknown {
  if (call.takes(dappReads, method)) return call.parseParams({ reads: dappReads, method, params })
  if (call.takes(walletReads, method)) return call.parseParams({ reads: walletReads, method, params })
  throw new Error(`Nobody takes ${method}.`)
}

/** By whichever side makes the call. */
function parseResult({ method, result }: { readonly method: CallMethod; readonly result: unknown }): unknown {
  if (method === 'wc_sessionAuthenticate') return call.parseResult({ reads: authenticatingDappReads, method, result })
  if (method === 'wc_sessionPropose') return call.parseResult({ reads: dappReads, method, result })
  // What a wallet answers to a request is whatever the request's method has.
  if (method === 'wc_sessionRequest') return result
  return call.parseResult({ reads: walletReads, method, result })
}

const withMore = (value: unknown) => (typeof value === 'object' ? { ...value, somethingNew: [1] } : value)

describe('each call', () => {
  test.each(methods)('%s is read, what is new left out', (method) => {
    expect(parseParams({ method, params: withMore(asked[method]) })).toEqual(asked[method])
    const result = method === 'wc_sessionRequest' ? answered[method] : withMore(answered[method])
    expect(parseResult({ method, result })).toEqual(answered[method])
  })

  test('has tags of its own, an even one and the next', () => {
    const carriages = methods.map((method) => calls[method])
    for (const { request, response } of carriages) expect(response.tag).toBe(request.tag + 1)
    const tags = carriages.flatMap((each) => Object.values(each).map(({ tag }) => tag))
    expect(new Set(tags).size).toBe(tags.length)
    expect(carriages.filter(({ request }) => request.prompt).map(({ request }) => request.tag)).toEqual([
      1100, 1108, 1110, 1116,
    ])
    expect(refusals.wc_sessionPropose).toMatchObject({ rejected: { tag: 1120 }, autoRejected: { tag: 1121 } })
    expect(refusals.wc_sessionAuthenticate).toMatchObject({ rejected: { tag: 1118 }, autoRejected: { tag: 1119 } })
    expect(isCallMethod('toString')).toBe(false)
  })

  test('[W4] is taken by the side that it is for: an application takes no request, a wallet no settlement and no update', () => {
    const only = methods.filter((method) => !call.takes(dappReads, method) || !call.takes(walletReads, method))
    expect(only.filter((method) => call.takes(walletReads, method))).toEqual([
      'wc_sessionPropose',
      'wc_sessionRequest',
      'wc_sessionAuthenticate',
    ])
    expect(only.filter((method) => call.takes(dappReads, method))).toEqual([
      'wc_sessionSettle',
      'wc_sessionUpdate',
      'wc_sessionEvent',
    ])
    expect(call.takes(dappReads, 'toString')).toBe(false)
    expect(Object.keys(dappReads.results)).not.toContain('wc_sessionSettle')
  })
})

describe('what clients say differently is read alike', () => {
  test('an extension without expiry, a request’s expiry by its other name', () => {
    expect(parseParams({ method: 'wc_sessionExtend', params: {} })).toEqual({})
    const request = { method: 'eth_accounts', expiry: 1_700_000_300 }
    expect(parseParams({ method: 'wc_sessionRequest', params: { request, chainId: 'eip155:1' } })).toEqual({
      request: { method: 'eth_accounts', params: undefined, expiryTimestamp: 1_700_000_300 },
      chainId: 'eip155:1',
    })
  })

  test('a proposal without namespaces and expiry, a peer of few words', () => {
    const proposer = {
      publicKey,
      metadata: { name: 'A dapp', icons: ['x'.repeat(3_000), 'https://dapp.example/i.png'] },
    }
    expect(parseParams({ method: 'wc_sessionPropose', params: { relays: [{ protocol: 'irn' }], proposer } })).toEqual({
      proposer: {
        publicKey,
        metadata: { name: 'A dapp', description: '', url: '', icons: ['https://dapp.example/i.png'] },
      },
      requiredNamespaces: {},
      optionalNamespaces: {},
    })
    const bare = { publicKey, metadata: { name: 'A dapp' } }
    const read = call.parseParams({
      reads: walletReads,
      method: 'wc_sessionPropose',
      params: { relays: [{ protocol: 'irn' }], proposer: bare },
    })
    expect(read.proposer.metadata.icons).toEqual([])
  })
})

describe('absence has three spellings, and what is odd costs itself', () => {
  const settle = { controller: { publicKey, metadata }, namespaces, expiry: 1_700_604_800 }
  const read = (more: object) =>
    call.parseParams({ reads: dappReads, method: 'wc_sessionSettle', params: { ...settle, ...more } })

  test.each([null, undefined, '', 7, {}, []])('in the optional members of a settlement: %j', (odd) => {
    expect(read({ sessionConfig: odd, expiry: odd }).sessionConfig?.disableDeepLink).toBeUndefined()
    expect(read({ sessionConfig: { disableDeepLink: odd } }).sessionConfig).toEqual({})
    const { sessionProperties, scopedProperties } = read({ sessionProperties: odd, scopedProperties: odd })
    expect({ ...sessionProperties, ...scopedProperties }).toEqual({})
    const odder = { name: odd, description: odd, url: odd, icons: odd, redirect: odd }
    const nameless = { name: '', description: '', url: '', icons: [] }
    expect(read({ controller: { publicKey, metadata: odd } }).controller.metadata).toEqual(nameless)
    expect(read({ controller: { publicKey, metadata: odder } }).controller.metadata).toMatchObject(nameless)
    const metadataWith = (redirect: object) => read({ controller: { publicKey, metadata: { ...metadata, redirect } } })
    const { redirect } = metadataWith({ native: 'x://', universal: odd }).controller.metadata
    expect(redirect?.native).toBe('x://')
    expect(redirect?.universal || undefined).toBeUndefined()
  })

  test('in maps and lists, whose other members stay', () => {
    const properties = { capabilities: '{}', a: null, toString: 1 }
    expect(read({ sessionProperties: properties, scopedProperties: { eip155: { a: 1 }, solana: null } })).toMatchObject(
      {
        sessionProperties: { capabilities: '{}' },
        scopedProperties: { eip155: { a: 1 } },
      },
    )
    const odd = { chains: null, accounts: [null, 'eip155:1:0xab', ''], methods: null, events: [7, 'chainChanged'] }
    expect(read({ namespaces: { eip155: odd, solana: null, cosmos: 7, near: {} } }).namespaces).toEqual({
      eip155: { chains: undefined, accounts: ['eip155:1:0xab'], methods: [], events: ['chainChanged'] },
      near: { accounts: [], methods: [], events: [] },
    })
  })

  test('and a time is what stands before its point; a key in capitals is the same', () => {
    expect(read({ expiry: 1_700_604_800.9 }).expiry).toBe(1_700_604_800)
    expect(read({ controller: { publicKey: publicKey.toUpperCase(), metadata } }).controller.publicKey).toBe(publicKey)
  })
})

describe('what is malformed is refused, by its place', () => {
  const settle = { relay: { protocol: 'irn' }, controller: { publicKey, metadata }, namespaces, expiry: 1 }
  test.each<[CallMethod, string, unknown]>([
    ['wc_sessionSettle', 'params.controller.publicKey', { ...settle, controller: { publicKey: 'AB', metadata } }],
    ['wc_sessionSettle', 'params.namespaces', { ...settle, namespaces: { toString: namespaces.eip155 } }],
    ['wc_sessionUpdate', 'params.namespaces', { namespaces: { eip155: null, solana: 7 } }],
    ['wc_sessionUpdate', 'params.namespaces', {}],
    ['wc_sessionEvent', 'params.event', { chainId: 'eip155:1' }],
    ['wc_sessionRequest', 'params.request.method', { request: { method: 'x'.repeat(257) }, chainId: 'eip155:1' }],
    ['wc_sessionDelete', 'params.code', { message: 'bye' }],
    ['wc_sessionPropose', 'params.proposer', { relays: [{ protocol: 'irn' }] }],
    [
      'wc_sessionPropose',
      'params.requiredNamespaces.eip155.methods.0',
      { proposer: { publicKey, metadata }, requiredNamespaces: { eip155: { methods: [7] } } },
    ],
    [
      'wc_sessionPropose',
      'params.optionalNamespaces',
      { proposer: { publicKey, metadata }, optionalNamespaces: { eip155: 7 } },
    ],
    ['wc_sessionPing', 'params', null],
  ])('%s at %s', (method, field, params) => {
    expect(() => parseParams({ method, params })).toThrow(expect.objectContaining({ code: 'invalid_payload', field }))
  })

  test('answers too', () => {
    expect(() => parseResult({ method: 'wc_sessionSettle', result: false })).toThrow(
      expect.objectContaining({ field: 'result' }),
    )
    expect(() => parseResult({ method: 'wc_sessionAuthenticate', result: { cacaos: [] } })).toThrow(InvalidPayloadError)
  })

  test('no value makes anything else happen', () => {
    fc.assert(
      fc.property(fc.constantFrom(...methods), fc.anything(), (method, value) => {
        for (const read of [
          () => parseParams({ method, params: value }),
          () => parseResult({ method, result: value }),
        ]) {
          try {
            read()
          } catch (error) {
            expect(error).toBeInstanceOf(InvalidPayloadError)
          }
        }
      }),
      { numRuns },
    )
  })
})

test('a visitor’s no is told from a failure', () => {
  expect(isUserRejection(peerFailures.rejected)).toBe(true)
  expect(isUserRejection(peerFailures.rejectedRequest)).toBe(true)
  expect(isUserRejection(peerFailures.rejectedEvents)).toBe(true)
  expect(isUserRejection(peerFailures.unsupportedChains)).toBe(false)
  expect(isUserRejection({ code: 0, message: '' })).toBe(false)
})
