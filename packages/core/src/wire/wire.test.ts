import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { AccountParams } from './call.js'
import * as wire from './index.js'

describe('what the kit says it is', () => {
  test('[S1.11] version 1.7.6, after platform and adapters', () => {
    expect(wire.KIT_VERSION).toBe('1.7.6')
    expect(wire.SDK_TYPE).toBe('appkit')
    expect(wire.sdkVersion({ platform: 'react', adapters: ['evm'] })).toBe('react-evm-1.7.6')
    expect(wire.sdkVersion({ platform: 'react', adapters: ['wagmi', 'solana'] })).toBe('react-wagmi,solana-1.7.6')
    expect(wire.sdkVersion({ platform: 'html', adapters: [] })).toBe('html-universal-1.7.6')
  })

  test('[S7.1] projectId, st and sv are in every query, and a project id is no free text', () => {
    const query = { projectId: 'my-project', st: 'appkit', sv: 'react-evm-1.7.6' }
    expect(v.parse(wire.CommonQuery, query)).toEqual(query)
    for (const missing of ['projectId', 'st', 'sv']) {
      expect(v.is(wire.CommonQuery, { ...query, [missing]: undefined })).toBe(false)
    }
    expect(v.is(wire.CommonQuery, { ...query, projectId: '../x' })).toBe(false)
    expect(v.is(wire.CommonQuery, { ...query, projectId: 'x'.repeat(65) })).toBe(false)
  })
})

test('an account in a path is written in the letters of addresses, Cardano’s test networks among them', () => {
  for (const address of ['0xab', `addr_test1${'q'.repeat(98)}`]) expect(v.is(AccountParams, { address })).toBe(true)
  for (const address of ['', '../x', 'a b', 'a'.repeat(129)]) expect(v.is(AccountParams, { address })).toBe(false)
})

const balance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  value: 3200.5,
  price: 3200.5,
  quantity: { decimals: '18', numeric: '1.000000000000000001' },
  iconUrl: '',
}

describe('replies', () => {
  test('[S3.12] a balance has its fields, the address only for a token', () => {
    const token = { ...balance, address: 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' }
    expect(v.parse(wire.BalanceReply, { balances: [balance, token], more: 1 })).toEqual({ balances: [balance, token] })
    for (const field of ['name', 'symbol', 'chainId', 'price', 'quantity', 'iconUrl']) {
      expect(v.is(wire.Balance, { ...balance, [field]: undefined })).toBe(false)
    }
  })

  test.each(['1e18', '-1', '0x1', '', '1.', 'NaN'])('an amount is a plain decimal, not %j', (numeric) => {
    expect(v.is(wire.Balance, { ...balance, quantity: { decimals: '18', numeric } })).toBe(false)
  })

  test('[S7.28 S7.30] origins are a list of texts, the analytics switch is a boolean', () => {
    expect(v.is(wire.allowedOriginsCall.reply, { allowedOrigins: ['https://a.example'] })).toBe(true)
    expect(v.is(wire.allowedOriginsCall.reply, { allowedOrigins: 'https://a.example' })).toBe(false)
    expect(v.is(wire.analyticsConfigCall.reply, { isAnalyticsEnabled: false })).toBe(true)
    expect(v.is(wire.analyticsConfigCall.reply, { isAnalyticsEnabled: 'false' })).toBe(false)
  })

  test('no reply is thrown by, whatever comes', () => {
    const schemas = [
      wire.BalanceReply,
      wire.IdentityReply,
      wire.SupportedChainsReply,
      wire.EventBody,
      wire.ErrorBody,
      wire.JsonRpcResponse,
      wire.JsonRpcBatch,
    ]
    fc.assert(
      fc.property(fc.constantFrom(...schemas), fc.anything(), (schema, anything) => {
        expect(typeof v.safeParse(schema, anything).success).toBe('boolean')
      }),
    )
  })
})

describe('[S7.32] an event', () => {
  const common = {
    eventId: '3f0f6f0a-1de5-4e4c-9f5c-0a3a4e2b1c11',
    url: 'https://dapp.example/',
    domain: 'dapp.example',
  }
  const track = {
    ...common,
    timestamp: 1_700_000_000_000,
    props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false }, address: '0x1' },
  }
  const telemetry = {
    ...common,
    timestamp: '2025-06-01T12:00:00.000Z',
    props: {
      type: 'error',
      event: 'API_ERROR',
      errorType: 'HttpError',
      errorMessage: 'HTTP status code: 500',
      stackTrace: '',
    },
  }

  test('has eventId, url, domain, timestamp and props, as analytics or as telemetry', () => {
    expect(v.parse(wire.EventBody, track)).toEqual(track)
    expect(v.parse(wire.EventBody, telemetry)).toEqual(telemetry)
    for (const body of [track, telemetry]) {
      for (const field of ['eventId', 'url', 'domain', 'timestamp', 'props']) {
        expect(v.is(wire.EventBody, { ...body, [field]: undefined })).toBe(false)
      }
    }
  })

  test('is limited in every text', () => {
    const long = 'X'.repeat(10_000)
    expect(v.is(wire.EventBody, { ...track, eventId: 'me' })).toBe(false)
    expect(v.is(wire.EventBody, { ...track, url: long })).toBe(false)
    expect(v.is(wire.EventBody, { ...track, domain: long })).toBe(false)
    expect(v.is(wire.EventBody, { ...track, timestamp: 'yesterday' })).toBe(false)
    expect(v.is(wire.EventBody, { ...track, timestamp: -1 })).toBe(false)
    expect(v.is(wire.EventBody, { ...track, props: { ...track.props, event: long } })).toBe(false)
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`p${i}`, i]))
    expect(v.is(wire.EventBody, { ...track, props: { ...track.props, properties: many } })).toBe(false)
  })
})

describe('JSON-RPC', () => {
  test('[S9.36] a request has id, method and params; a batch holds 1 to 1000', () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }
    expect(v.is(wire.JsonRpcRequest, request)).toBe(true)
    expect(v.is(wire.JsonRpcRequest, { ...request, method: '' })).toBe(false)
    expect(v.is(wire.JsonRpcRequest, { ...request, params: 'latest' })).toBe(false)
    expect(v.is(wire.JsonRpcBatch, [])).toBe(false)
    expect(v.is(wire.JsonRpcBatch, Array(1000).fill(request))).toBe(true)
    expect(v.is(wire.JsonRpcBatch, Array(1001).fill(request))).toBe(false)
  })

  test('an answer has a result or an error; null is a result, an error of null is none', () => {
    expect(v.is(wire.JsonRpcResponse, { jsonrpc: '2.0', id: 1, result: null })).toBe(true)
    expect(v.is(wire.JsonRpcResponse, { id: 1, result: '0x1', error: null })).toBe(true)
    expect(v.is(wire.JsonRpcResponse, { id: null, error: { code: -32700, message: 'parse error' } })).toBe(true)
    expect(v.is(wire.JsonRpcResponse, { id: 1 })).toBe(false)
    expect(v.is(wire.JsonRpcResponse, { id: 1, error: null })).toBe(false)
    expect(v.is(wire.JsonRpcResponse, { id: 1, error: { code: '1', message: 'x' } })).toBe(false)
  })
})
