import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Transaction } from '@foyer/core/wire'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signBody } from '../webhooks/signature.js'
import { coinbasePurchases } from './coinbasePurchases.js'
import { toProvider } from './onramp.js'
import { CoinbaseConfig, OnrampConfig, type ProviderConfig } from './onrampConfig.js'
import type { Order } from './provider.js'
import { NotForSaleError, ProviderUnavailableError } from './refusals.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const now = 1_767_225_600_000
const secret = 'a secret of thirty-two characters'
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = privateKey.export({ type: 'sec1', format: 'pem' }).toString()

/** A Coinbase that answers as its documents say. */
let coinbase: Server
let apiUrl: string
let asked: { authorization: string; path: string; body: unknown }[] = []
let answer: (respond: (status: number, body: unknown) => void) => void
beforeAll(async () => {
  coinbase = createServer(async (request, response) => {
    const { authorization = '' } = request.headers
    const text = await textOf(request)
    asked.push({ authorization, path: request.url ?? '', body: text === '' ? undefined : JSON.parse(text) })
    answer((status, body) => response.writeHead(status).end(JSON.stringify(body)))
  })
  await new Promise<void>((resolve) => coinbase.listen(0, '127.0.0.1', resolve))
  const bound = coinbase.address()
  apiUrl = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
})
afterAll(() => {
  coinbase.closeAllConnections()
  coinbase.close()
})
beforeEach(() => {
  asked = []
  answer = (respond) => respond(200, { token: 'one-use', channel_id: '' })
})

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

const order: Order = {
  id: '0b5c2f0e-34a8-4b5a-9d2c-6f1f0f6c7a11',
  projectId: 'demo',
  wallets: [{ address, family: 'eip155', networks: ['ethereum', 'base'], assets: ['ETH'] }],
  defaultNetwork: 'base',
  partnerUserId: address,
  purchaseAmount: '0.1',
  paymentAmount: undefined,
  clientIp: '203.0.113.77',
}

const coinbaseConfig = () =>
  v.parse(CoinbaseConfig, { kind: 'coinbase', apiKeyId: 'organizations/1/apiKeys/2', apiKeySecret: pem, apiUrl })

const configs = (): readonly ProviderConfig[] => [
  { kind: 'desk', url: 'http://desk.example/', secret, feeBasisPoints: 150 },
  coinbaseConfig(),
  { kind: 'meld', publicKey: 'operators-own', url: undefined, feeBasisPoints: 150 },
]
const open = (config: ProviderConfig) => toProvider({ config, now: () => now, nonce: () => 'nonce' })
const signal = new AbortController().signal

describe.each(['desk', 'coinbase', 'meld'])('every provider: %s', (kind) => {
  const provider = () => open(configs().find((config) => config.kind === kind) ?? expect.fail())

  test('says what it is, and what kits show of its fee', () => {
    const { id, name, families, methods, feeBasisPoints } = provider()
    expect(id).toBe(kind)
    expect(name).not.toBe('')
    expect(families).toContain('eip155')
    expect(methods).toContain('card')
    expect(feeBasisPoints).toBe(150)
  })

  test('[S7.18] gives an address that is one, with nothing of the operator’s secrets in it', async () => {
    const url = new URL(await provider().urlFor({ order, signal }))
    expect(url.protocol).toMatch(/^https?:$/)
    for (const kept of [secret, pem, 'PRIVATE KEY', 'organizations/1/apiKeys/2']) {
      expect(decodeURIComponent(url.href)).not.toContain(kept)
    }
  })
})

test('[S7.18] the desk is sent a signed order that can’t be changed on the way', async () => {
  const [desk] = configs()
  const { searchParams } = new URL(await open(desk ?? expect.fail()).urlFor({ order, signal }))
  const body = searchParams.get('order') ?? ''
  const timestamp = Number(searchParams.get('timestamp'))
  expect(searchParams.get('signature')).toBe(signBody({ secret, purpose: 'order', timestamp, body }))
  expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toEqual({
    id: order.id,
    projectId: 'demo',
    address,
    assets: ['ETH'],
    defaultNetwork: 'base',
    purchaseAmount: '0.1',
    expiresAt: now / 1000 + 3600,
  })
})

test("[S9.20] Meld is sent the operator's public key, the currency and the wallet", async () => {
  const [, , meld] = configs()
  const url = new URL(await open(meld ?? expect.fail()).urlFor({ order, signal }))
  expect(url.origin).toBe('https://meldcrypto.com')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    publicKey: 'operators-own',
    destinationCurrencyCode: 'USDC',
    walletAddress: address,
  })
  const solana = { ...order, wallets: [{ address: 'So1ana', family: 'solana', networks: [], assets: [] }] } as const
  const other = new URL(await open(meld ?? expect.fail()).urlFor({ order: solana, signal }))
  expect(other.searchParams.get('destinationCurrencyCode')).toBe('SOL')
})

describe('Coinbase', () => {
  const provider = () => open(configs()[1] ?? expect.fail())

  test('[S7.18] is asked for a token by a signed call, and its page is opened with that', async () => {
    const url = new URL(await provider().urlFor({ order, signal }))
    expect(`${url.origin}${url.pathname}`).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      sessionToken: 'one-use',
      defaultNetwork: 'base',
      defaultExperience: 'buy',
      partnerUserRef: address,
      presetCryptoAmount: '0.1',
    })
    const [call] = asked
    expect(call).toMatchObject({
      path: '/onramp/v1/token',
      body: { addresses: [{ address, blockchains: ['ethereum', 'base'] }], assets: ['ETH'], clientIp: '203.0.113.77' },
    })
    const [header = '', claims = '', signature = ''] = call?.authorization.replace('Bearer ', '').split('.') ?? []
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
    expect(verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
    expect(readPart(header)).toEqual({ alg: 'ES256', kid: 'organizations/1/apiKeys/2', typ: 'JWT', nonce: 'nonce' })
    expect(readPart(claims)).toMatchObject({
      iss: 'cdp',
      sub: 'organizations/1/apiKeys/2',
      exp: now / 1000 + 120,
      uris: [`POST ${new URL(apiUrl).host}/onramp/v1/token`],
    })
  })

  test('takes an Ed25519 key as Coinbase gives it: 64 bytes in base64', async () => {
    const pair = generateKeyPairSync('ed25519')
    const { d = '', x = '' } = pair.privateKey.export({ format: 'jwk' })
    const apiKeySecret = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64')
    const config = v.parse(CoinbaseConfig, { kind: 'coinbase', apiKeyId: 'key', apiKeySecret, apiUrl })
    await open(config).urlFor({ order, signal })
    const [header = '', claims = '', signature = ''] = asked[0]?.authorization.replace('Bearer ', '').split('.') ?? []
    const key = createPublicKey(pair.privateKey)
    expect(verify(null, Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  test('sells to no wallet on networks that it doesn’t know, and isn’t asked', async () => {
    const wallets = [{ address, family: 'eip155', networks: ['foyer-local'], assets: [] }] as const
    await expect(provider().urlFor({ order: { ...order, wallets }, signal })).rejects.toBeInstanceOf(NotForSaleError)
    expect(asked).toEqual([])
  })

  test.each([
    ['refuses', 401, { error: 'no' }],
    ['answers something else', 200, { token: 5 }],
    ['answers nothing', 200, {}],
  ])('that %s isn’t there at the moment', async (_what, status, body) => {
    answer = (respond) => respond(status, body)
    await expect(provider().urlFor({ order, signal })).rejects.toBeInstanceOf(ProviderUnavailableError)
  })

  test('is left alone when the client goes', async () => {
    answer = () => {}
    const gone = new AbortController()
    const waiting = provider().urlFor({ order, signal: gone.signal })
    await expect.poll(() => asked.length).toBe(1)
    gone.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
  })
})

describe('what Coinbase knows of purchases', () => {
  const bought = {
    transaction_id: 't1',
    status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
    purchase_currency: 'ETH',
    purchase_network: 'base',
    purchase_amount: { value: '0.05', currency: 'ETH' },
    wallet_address: address,
    tx_hash: '0xab',
    created_at: '2026-01-01T00:00:00Z',
  }
  const purchases = () => coinbasePurchases({ config: coinbaseConfig(), now: () => now, nonce: () => 'nonce' })
  const of = (chainId?: string) => purchases().of({ address: address.toLowerCase(), chainId, signal })

  test('[S7.5 S3.14] is asked by a signed call and answers in a history’s form', async () => {
    answer = (respond) => respond(200, { transactions: [bought, { ...bought, purchase_amount: '1' }], total_count: 2 })
    const purchases = await of()
    expect(v.parse(v.array(Transaction), purchases)).toMatchObject([
      {
        metadata: { chain: 'eip155:8453', status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', hash: '0xab' },
        transfers: [{ quantity: { numeric: '0.05' }, fungible_info: { symbol: 'ETH' } }],
      },
      { transfers: [{ quantity: { numeric: '1' } }] },
    ])
    expect(await of('eip155:1')).toEqual([])
    const [call] = asked
    expect(call?.path).toBe(`/onramp/v1/buy/user/${address.toLowerCase()}/transactions?page_size=50`)
    const [, claims = ''] = call?.authorization.split('.') ?? []
    const uri = `GET ${new URL(apiUrl).host}/onramp/v1/buy/user/${address.toLowerCase()}/transactions`
    expect(readPart(claims)).toMatchObject({ uris: [uri] })
  })

  test('of other wallets, unknown networks and other kinds is left out', async () => {
    const others = [
      { ...bought, wallet_address: `0x${'1'.repeat(40)}` },
      { ...bought, purchase_network: 'moon' },
      { ...bought, status: 'TRANSACTION_STATUS_STARTED' },
      { ...bought, purchase_amount: '-1' },
      null,
    ]
    answer = (respond) => respond(200, { transactions: others })
    expect(await of()).toEqual([])
  })

  test('isn’t an empty list when Coinbase doesn’t answer', async () => {
    answer = (respond) => respond(500, {})
    await expect(of()).rejects.toBeInstanceOf(ProviderUnavailableError)
  })
})

const readPart = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())

describe('the configuration', () => {
  const desk = { kind: 'desk', url: 'http://desk.example', secret }

  test('[S9.17] takes a fee of 1 to 2 per cent, which is what kits show', () => {
    for (const feeBasisPoints of [100, 150, 200]) {
      expect(v.is(OnrampConfig, { providers: [{ ...desk, feeBasisPoints }] })).toBe(true)
    }
    for (const feeBasisPoints of [99, 201, 150.5, -1]) {
      expect(v.is(OnrampConfig, { providers: [{ ...desk, feeBasisPoints }] })).toBe(false)
    }
  })

  test.each([
    { providers: [] },
    { providers: [desk, desk] },
    { providers: [{ ...desk, secret: 'short' }] },
    { providers: [{ ...desk, url: 'javascript:alert(1)' }] },
    { providers: [{ ...desk, kind: 'other' }] },
    { providers: [{ kind: 'coinbase', apiKeyId: 'key', apiKeySecret: 'no key' }] },
    { providers: [desk], assets: ['eip155:1/slip44:501'] },
    { providers: [desk], currencies: [{ id: 'EUR', usd: '0' }] },
    { providers: [desk], currencies: [{ id: 'eur', usd: '1.1' }] },
  ])('refuses %j', (config) => {
    expect(v.is(OnrampConfig, config)).toBe(false)
  })
})
