import { generateKeyPairSync } from 'node:crypto'
import { Transaction } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import { type LocalCoinbase, type LocalMeld, type StandIn, startCoinbase, startMeld } from '@foyer/stack'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebhookRefusedError } from '../webhooks/refusals.js'
import type { WebhookMessage } from '../webhooks/signature.js'
import { toProvider } from './onramp.js'
import { CoinbaseConfig, MeldConfig, type ProviderConfig } from './onrampConfig.js'
import type { OnrampProvider } from './provider.js'
import { PurchaseReport } from './purchases.js'
import { NotForSaleError, ProviderUnavailableError } from './refusals.js'
import { address, ether, moon, order, secret } from './test/anOrder.js'

const start = 1_767_225_600_000
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = privateKey.export({ type: 'sec1', format: 'pem' }).toString()
const [apiKeyId, apiKey] = ['organizations/1/apiKeys/2', 'W9kZTT7332okCEc1A9aqAq:3sYKoXQv6oHVHSts7G2agw9vTCXz']
const meldEther = { currencyCode: 'ETH_BASE', chainId: '8453', contractAddress: null, price: 2_000 }
const webhookUrl = 'https://foyer.example/v1/webhooks/onramp/meld'

/** Time that passes as soon as somebody waits for it; limits of eight seconds are never reached. */
let time = start
let pauses: number[] = []
const clock: Clock = {
  now: () => time,
  setTimeout(callback, ms) {
    if (ms >= 8_000) return () => {}
    pauses.push(ms)
    time += ms
    queueMicrotask(callback)
    return () => {}
  },
}

let coinbase: LocalCoinbase
let meld: LocalMeld
beforeAll(async () => {
  const now = () => time
  coinbase = await startCoinbase({ apiKeyId, publicKey, webhookSecret: secret, now })
  meld = await startMeld({ apiKey, webhookSecret: secret, coins: [meldEther], now })
})
afterAll(() => Promise.all([coinbase?.stop(), meld?.stop()]))
beforeEach(() => {
  time = start
  pauses = []
  coinbase.reset()
  meld.reset()
})

type Named = 'desk' | 'coinbase' | 'meld by its page' | 'meld'
const configOf = (name: Named): ProviderConfig => {
  switch (name) {
    case 'desk':
      return { kind: 'desk', url: 'http://desk.example/', secret, feeBasisPoints: 150 }
    case 'coinbase':
      return v.parse(CoinbaseConfig, { kind: 'coinbase', apiKeyId, apiKeySecret: pem, apiUrl: coinbase.url })
    case 'meld by its page':
      return v.parse(MeldConfig, { kind: 'meld', publicKey: 'operators-own' })
    case 'meld':
      return v.parse(MeldConfig, { kind: 'meld', apiKey, webhookSecret: secret, apiUrl: meld.url })
  }
}
const opened = (config: ProviderConfig) =>
  toProvider({ config, catalogue: { coins: [ether] }, clock, nonce: () => 'nonce' })
const open = (name: Named) => opened(configOf(name))
const signal = new AbortController().signal

describe.each<Named>(['desk', 'coinbase', 'meld by its page', 'meld'])('every provider: %s', (name) => {
  test('says what it is, and what kits show of its fee', () => {
    const { id, name: shown, families, methods, feeBasisPoints } = open(name)
    expect(name).toContain(id)
    expect(shown).not.toBe('')
    expect(families).toContain('eip155')
    expect(methods).toContain('card')
    expect(feeBasisPoints).toBe(150)
  })

  test('[S7.18] gives an address that is one, with nothing of the operator’s secrets in it', async () => {
    const url = new URL(await open(name).urlFor({ order, signal }))
    expect(url.protocol).toMatch(/^https?:$/)
    for (const kept of [secret, pem, apiKey, 'PRIVATE KEY', apiKeyId]) {
      expect(decodeURIComponent(url.href)).not.toContain(kept)
    }
  })

  test('takes no message that isn’t signed by it', async () => {
    const message = { header: () => undefined, body: '{}', url: webhookUrl, now: time }
    const { readReport } = open(name)
    if (readReport) await expect(readReport({ message, signal })).rejects.toBeInstanceOf(WebhookRefusedError)
  })
})

describe.each<Exclude<Named, 'desk' | 'meld by its page'>>(['coinbase', 'meld'])(
  'one with prices of its own: %s',
  (name) => {
    const seller = (): StandIn => (name === 'coinbase' ? coinbase : meld)
    const quote = async (provider: OnrampProvider, part = {}) => {
      const asked = { coin: ether, currency: 'USD', total: 10_000n, place: order.place, signal, ...part }
      return (await provider.quote?.(asked)) ?? expect.fail('It offers nothing.')
    }
    const answer = (status: number, headers: Readonly<Record<string, string>> = {}) =>
      ({ status, headers, body: { code: 'x', message: 'no' } }) as const

    test('[S7.20 S3.20] offers what it itself would give, exactly, for what was asked', async () => {
      const { total, fee, sending, purchase } = await quote(open(name))
      expect(total).toBe(10_000n)
      const paid = Number(total - fee - sending) / 100
      expect(Math.abs(Number(purchase) / 1e18 - paid / 2_000)).toBeLessThan(1e-12)
      expect(fee).toBe(name === 'coinbase' ? 250n : 150n)
    })

    test('says what it takes of a money, and of one that it doesn’t take nothing', async () => {
      const limits = await open(name).limits?.({ currency: 'USD', place: order.place, signal })
      expect(limits?.[0]).toEqual({
        id: 'card',
        ...(name === 'coinbase' ? { min: '2', max: '500' } : { min: '20', max: '1234.5' }),
      })
      expect(await open(name).limits?.({ currency: 'XTS', place: order.place, signal })).toEqual([])
    })

    test('sells no coin and takes no money that it doesn’t know', async () => {
      await expect(quote(open(name), { coin: moon })).rejects.toBeInstanceOf(NotForSaleError)
      const other = quote(open(name), { currency: 'XTS' })
      await expect(other).rejects.toSatisfy(
        (error) => error instanceof NotForSaleError || error instanceof ProviderUnavailableError,
      )
    })

    test('that refuses its key isn’t there at the moment, and isn’t asked again for it', async () => {
      seller().fail(answer(401), answer(401))
      await expect(quote(open(name))).rejects.toBeInstanceOf(ProviderUnavailableError)
      expect(pauses).toEqual([])
      const wrong = { ...configOf(name), apiKey: 'expired', apiKeyId: 'expired' }
      await expect(quote(opened(wrong))).rejects.toBeInstanceOf(ProviderUnavailableError)
    })

    test('[F22] that is busy is asked again as late as it says, and else with growing pauses', async () => {
      const provider = open(name)
      await quote(provider)
      pauses = []
      seller().fail(answer(429, { 'retry-after': '3' }), answer(503), 'hangUp')
      expect((await quote(provider)).total).toBe(10_000n)
      const [said, second = 0, third = 0] = pauses
      expect(said).toBe(3_000)
      expect(second).toBeGreaterThanOrEqual(250)
      expect(third).toBeGreaterThanOrEqual(500)
    })

    test('[F22] is asked four times at most, and not at all for a while after five failures', async () => {
      const provider = open(name)
      await quote(provider)
      const before = seller().asked.length
      seller().fail(...Array.from({ length: 6 }, () => answer(503)))
      await expect(quote(provider)).rejects.toBeInstanceOf(ProviderUnavailableError)
      expect(seller().asked.length - before).toBe(4)
      for (let time = 0; time < 3; time++)
        await expect(quote(provider)).rejects.toBeInstanceOf(ProviderUnavailableError)
      expect(seller().asked.length - before).toBe(5)
      seller().reset()
      time += 30_001
      expect((await quote(provider)).total).toBe(10_000n)
    })

    test('assumes no country of a visitor of whom it isn’t known, unless the operator named one', async () => {
      const provider = open(name)
      const asked = { coin: ether, currency: 'USD', total: 10_000n, place: undefined, signal }
      expect(await provider.quote?.(asked)).toBeNull()
      const limits = await provider.limits?.({ currency: 'USD', place: undefined, signal })
      expect(limits?.map(({ id, min }) => `${id} ${min}`)).toContain('card 10.00')
      expect(seller().asked).toEqual([])

      const named = configOf(name)
      const own = opened(named.kind === 'desk' ? named : { ...named, country: 'DE' })
      expect((await quote(own, { place: undefined })).total).toBe(10_000n)
      const said = seller()
        .asked.map(({ body }) => JSON.stringify(body))
        .join(' ')
      expect(said).toMatch(/"country(?:Code)?":"DE"/)
    })

    test('[F22] is asked for a page once, whatever happens: it may have made one', async () => {
      const provider = open(name)
      await provider.urlFor({ order, signal })
      const before = seller().asked.length
      // Meld is asked for the best seller first.
      if (name === 'meld') await quote(provider)
      const calls = seller().asked.length - before
      seller().fail(...(name === 'meld' ? [answer(503), answer(503), answer(503), answer(503)] : [answer(503)]))
      await expect(provider.urlFor({ order, signal })).rejects.toBeInstanceOf(ProviderUnavailableError)
      expect(seller().asked.length - before - calls).toBe(name === 'meld' ? 4 : 1)
    })

    test.each([
      ['garbage', 'html'],
      ['another form', 'nonsense'],
      ['an answer without an end', 'endless'],
    ] as const)('that answers %s isn’t there at the moment', async (_what, failure) => {
      const provider = open(name)
      await quote(provider)
      seller().fail(failure, failure, failure, failure)
      await expect(quote(provider)).rejects.toBeInstanceOf(ProviderUnavailableError)
    })

    test('is left alone when the client goes', async () => {
      const gone = new AbortController()
      seller().fail('dripping')
      const waiting = open(name).limits?.({ currency: 'USD', place: order.place, signal: gone.signal })
      await expect.poll(() => seller().asked.length).toBe(1)
      gone.abort(new Error('gone'))
      await expect(waiting).rejects.toThrow('gone')
    })
  },
)

describe('Coinbase', () => {
  test('[S7.18] is asked for a token by a signed call, and its page is opened with that', async () => {
    const url = new URL(await open('coinbase').urlFor({ order, signal }))
    expect(`${url.origin}${url.pathname}`).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      sessionToken: 'one-use',
      defaultNetwork: 'base',
      defaultExperience: 'buy',
      partnerUserRef: address,
      presetCryptoAmount: '0.1',
    })
    expect(coinbase.asked[0]?.body).toEqual({
      addresses: [{ address, blockchains: ['ethereum', 'base'] }],
      assets: ['ETH'],
      clientIp: '203.0.113.77',
    })
  })

  test('takes an Ed25519 key as Coinbase gives it: 64 bytes in base64', async () => {
    const pair = generateKeyPairSync('ed25519')
    const { d = '', x = '' } = pair.privateKey.export({ format: 'jwk' })
    const apiKeySecret = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64')
    const local = await startCoinbase({
      apiKeyId: 'key',
      publicKey: pair.publicKey,
      webhookSecret: secret,
      now: () => time,
    })
    const config = v.parse(CoinbaseConfig, { kind: 'coinbase', apiKeyId: 'key', apiKeySecret, apiUrl: local.url })
    await opened(config).urlFor({ order, signal })
    expect(local.asked).toHaveLength(1)
    await local.stop()
  })

  test('sells to no wallet on networks that it doesn’t know, and isn’t asked', async () => {
    const wallets = [{ address, family: 'eip155', networks: ['foyer-local'], assets: [] }] as const
    const answer = open('coinbase').urlFor({ order: { ...order, wallets }, signal })
    await expect(answer).rejects.toBeInstanceOf(NotForSaleError)
    expect(coinbase.asked).toEqual([])
  })

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
  const of = (chainId?: string) =>
    open('coinbase').purchases?.of({ address: address.toLowerCase(), chainId, signal }) ?? expect.fail()

  test('[S7.5 S3.14] says what was bought, in a history’s form; other wallets, networks and kinds are left out', async () => {
    coinbase.transactions.set(address.toLowerCase(), [
      bought,
      { ...bought, purchase_amount: '1' },
      { ...bought, wallet_address: `0x${'1'.repeat(40)}` },
      { ...bought, purchase_network: 'moon' },
      { ...bought, status: 'TRANSACTION_STATUS_STARTED' },
      { ...bought, purchase_amount: '-1' },
    ])
    expect(v.parse(v.array(Transaction), await of())).toMatchObject([
      {
        metadata: { chain: 'eip155:8453', status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', hash: '0xab' },
        transfers: [{ quantity: { numeric: '0.05' }, fungible_info: { symbol: 'ETH' } }],
      },
      { transfers: [{ quantity: { numeric: '1' } }] },
    ])
    expect(await of('eip155:1')).toEqual([])
  })

  test('isn’t an empty list when it doesn’t answer', async () => {
    coinbase.fail(...Array.from({ length: 4 }, () => 'hangUp' as const))
    await expect(of()).rejects.toBeInstanceOf(ProviderUnavailableError)
  })
})

describe('Meld', () => {
  test("[S9.20] is sent the operator's public key, the currency and the wallet", async () => {
    const provider = open('meld by its page')
    const url = new URL(await provider.urlFor({ order, signal }))
    expect(url.origin).toBe('https://meldcrypto.com')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      publicKey: 'operators-own',
      destinationCurrencyCode: 'USDC',
      walletAddress: address,
    })
    const solana = { ...order, wallets: [{ address: 'So1ana', family: 'solana', networks: [], assets: [] }] } as const
    const other = new URL(await provider.urlFor({ order: solana, signal }))
    expect(other.searchParams.get('destinationCurrencyCode')).toBe('SOL')
  })

  test('opens the page of the seller that gives most, for that wallet and coin alone', async () => {
    const url = await open('meld').urlFor({ order: { ...order, paymentAmount: '50' }, signal })
    expect(url).toBe(`https://meldcrypto.example/?token=${order.id.slice(0, 8)}`)
    expect(meld.asked.at(-1)?.body).toMatchObject({
      externalSessionId: `${order.id}:demo`,
      sessionData: {
        serviceProvider: 'CHEAP',
        walletAddress: address,
        destinationCurrencyCode: 'ETH_BASE',
        sourceAmount: '50',
        lockFields: ['walletAddress', 'destinationCurrencyCode'],
      },
    })
  })

  const hash = `0x${'ab'.repeat(32)}`
  const transaction = {
    status: 'SETTLED',
    transactionType: 'CRYPTO_PURCHASE',
    externalSessionId: `${order.id}:demo`,
    sourceAmount: 50,
    sourceCurrencyCode: 'USD',
    destinationAmount: 0.0245,
    destinationCurrencyCode: 'ETH_BASE',
    cryptoDetails: { walletAddress: address, blockchainTransactionId: hash },
  }
  const event = {
    eventType: 'TRANSACTION_CRYPTO_COMPLETE',
    eventId: '4cpRbNMyteKPzivtZ2RT4o',
    payload: {
      paymentTransactionId: 'W9k9',
      externalSessionId: `${order.id}:demo`,
      paymentTransactionStatus: 'SETTLED',
    },
  }
  const read = ({
    body,
    headers,
    url = webhookUrl,
  }: {
    body: string
    headers: Readonly<Record<string, string>>
    url?: string
  }) => {
    const message: WebhookMessage = { header: (name) => headers[name.toLowerCase()], body, url, now: time }
    return open('meld').readReport?.({ message, signal }) ?? expect.fail()
  }
  const told = (part: Readonly<Record<string, unknown>> = {}, said: Readonly<Record<string, unknown>> = event) => {
    meld.transactions.set('W9k9', { ...transaction, ...part })
    return read(meld.message({ event: said, url: webhookUrl }))
  }

  test('is asked what became of a purchase whenever a signed message says that something has', async () => {
    expect(v.parse(PurchaseReport, await told())).toMatchObject({
      id: 'W9k9',
      projectId: 'demo',
      recipient: `eip155:8453:${address}`,
      asset: ether.asset,
      amount: '0.0245',
      payment: { amount: '50', currency: 'USD' },
      status: 'SUCCESS',
      txHash: hash,
    })
    expect(await told({ status: 'SETTLING', cryptoDetails: { walletAddress: address } })).toMatchObject({
      status: 'IN_PROGRESS',
    })
    expect(await told({ cryptoDetails: { walletAddress: address } })).toMatchObject({ status: 'IN_PROGRESS' })
    expect(await told({ status: 'DECLINED' })).toMatchObject({ status: 'FAILED' })
  })

  test('says nothing about what isn’t sold here, has no wallet, or isn’t a purchase', async () => {
    expect(await told({ destinationCurrencyCode: 'DOGE' })).toBeUndefined()
    expect(await told({ cryptoDetails: null })).toBeUndefined()
    expect(await told({ externalSessionId: null })).toBeUndefined()
    expect(await told({}, { ...event, eventType: 'WEBHOOK_TEST' })).toBeUndefined()
  })

  test('a forged, changed, old or misdirected message is refused', async () => {
    const good = meld.message({ event, url: webhookUrl })
    const wrong = [
      { ...good, body: good.body.replace('W9k9', 'W9k8') },
      { ...good, headers: { ...good.headers, 'meld-signature-timestamp': new Date(start + 1).toISOString() } },
      { ...good, headers: { ...good.headers, 'meld-signature': 'AAAA' } },
      { ...good, url: 'https://other.example/v1/webhooks/onramp/meld' },
    ]
    for (const message of wrong) await expect(read(message)).rejects.toBeInstanceOf(WebhookRefusedError)
    time += 301_000
    await expect(read(good)).rejects.toBeInstanceOf(WebhookRefusedError)
  })
})
