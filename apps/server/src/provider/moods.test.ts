import { generateKeyPairSync } from 'node:crypto'
import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import { createLog } from '@foyer/service/log/createLog'
import {
  type StandIn,
  type StandInFailure,
  startAlchemy,
  startBlockscout,
  startCoinbase,
  startEtherscan,
  startMeld,
} from '@foyer/stack'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { createBlockscout } from '../history/engines/blockscout.js'
import { createEsploraHistory } from '../history/engines/esplora.js'
import { createEtherscan } from '../history/engines/etherscan.js'
import { createAlchemy } from '../nfts/nftProvider.js'
import { createCoinbaseApi } from '../onramp/coinbaseApi.js'
import { toProvider } from '../onramp/onramp.js'
import { CoinbaseConfig, MeldConfig } from '../onramp/onrampConfig.js'
import { address, ether, order, secret } from '../onramp/test/anOrder.js'
import { coinbaseExchange } from '../pay/coinbaseExchange.js'
import { CoinbaseExchangeConfig } from '../pay/payConfig.js'
import { createProvider } from './provider.js'
import { createSharedAnswers } from './sharedAnswers.js'
import { moodClock } from './test/moodClock.js'

const key = 'planted-key-of-this-test'
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { place } = order
const access = { apiKeyId: 'planted-id', apiKeySecret: privateKey.export({ type: 'sec1', format: 'pem' }).toString() }
const nowhere = 'http://127.0.0.1:9'
const account = address.toLowerCase()
const client = '192.0.2.1'

type MoodClock = ReturnType<typeof moodClock>
type Ask = (signal: AbortSignal) => Promise<unknown>
interface Room {
  readonly provider: StandIn
  readonly ask: Ask
  /** what must not be done twice */
  readonly order?: Ask | undefined
}

const providerOn = (name: string, clock: MoodClock) => {
  const answers = createSharedAnswers({ now: clock.now, log: createLog({ level: 'silent' }) })
  const budget = { perSecond: 1_000_000, perDay: 1e12, budgets: createMemoryBudgets(clock) }
  return createProvider({ name, budget, answers, clock, random: () => 0.5 })
}
const coinbaseOn = ({ now }: MoodClock) => startCoinbase({ ...access, publicKey, webhookSecret: secret, now })

/** Every room that asks somebody on the internet, beside prices, swaps and networks, which have their own. */
const rooms: Readonly<Record<string, (clock: MoodClock) => Promise<Room>>> = {
  async 'NFTs of Alchemy'(clock) {
    const provider = await startAlchemy({ key, owned: () => [] })
    const chain = { id: 'eip155:1' } as const
    const origins = new Map<string, string>([[chain.id, provider.url]])
    const alchemy = createAlchemy({ key, provider: providerOn('Alchemy', clock), origins })
    return { provider, ask: (signal) => alchemy.page({ chain, account, mark: null, most: 10, client, signal }) }
  },
  async 'quotes of Coinbase'(clock) {
    const provider = await coinbaseOn(clock)
    const config = v.parse(CoinbaseConfig, { kind: 'coinbase', ...access, apiUrl: provider.url })
    const seller = toProvider({ config, catalogue: { coins: [ether] }, clock, nonce: () => 'nonce' })
    return {
      provider,
      ask: async (signal) => seller.quote?.({ coin: ether, currency: 'USD', total: 10_000n, place, signal }),
      order: (signal) => seller.urlFor({ order, signal }),
    }
  },
  async 'limits of Meld'(clock) {
    const provider = await startMeld({ apiKey: key, webhookSecret: secret, coins: [], now: clock.now })
    const config = v.parse(MeldConfig, { kind: 'meld', apiKey: key, webhookSecret: secret, apiUrl: provider.url })
    const seller = toProvider({ config, catalogue: { coins: [ether] }, clock, nonce: () => 'nonce' })
    return { provider, ask: async (signal) => seller.limits?.({ currency: 'USD', place, signal }) }
  },
  async 'payments of Coinbase'(clock) {
    const provider = await coinbaseOn(clock)
    const asset = 'eip155:8453/slip44:60'
    const asked = { kind: 'coinbase', ...access, apiUrl: provider.url, webhookSecret: secret, assets: [asset] }
    const config = v.parse(CoinbaseExchangeConfig, asked)
    const exchange = coinbaseExchange({ config, api: createCoinbaseApi({ access: config, clock, nonce: () => 'n' }) })
    const session = { id: order.id, asset, symbol: 'ETH', amount: '1', clientIp: '203.0.113.77' }
    return {
      provider,
      ask: async (signal) => exchange.outcomeOf?.({ sessionId: order.id, signal }),
      order: (signal) => exchange.urlFor({ session: { ...session, recipient: `eip155:8453:${address}` }, signal }),
    }
  },
  async 'the history of Etherscan'(clock) {
    const provider = await startEtherscan({ chainUrl: nowhere, chainId: 1, key })
    const url = `${provider.url}/v2/api`
    const engine = createEtherscan({ chainId: 'eip155:1', url, apiKey: key, provider: providerOn('Etherscan', clock) })
    return { provider, ask: async (signal) => engine.tokens?.({ account, client, signal }) }
  },
  async 'the history of Blockscout'(clock) {
    const provider = await startBlockscout({ chainUrl: nowhere, key })
    const { url } = provider
    const engine = createBlockscout({
      chainId: 'eip155:1',
      url,
      apiKey: key,
      provider: providerOn('Blockscout', clock),
    })
    return { provider, ask: async (signal) => engine.tokens?.({ account, client, signal }) }
  },
  async 'the history of an Esplora'(clock) {
    const provider = await startBlockscout({ chainUrl: nowhere })
    const { url } = provider
    const engine = createEsploraHistory({ chainId: 'bip122:x', url, provider: providerOn('Esplora', clock), ...clock })
    return { provider, ask: (signal) => engine.page({ account, mark: null, client, signal }) }
  },
}
/** Each service's answer when it has nothing; left out, the stand-in's own answer. */
const empty: Readonly<Record<string, unknown>> = {
  'the history of Etherscan': { status: '0', message: 'No transactions found', result: [] },
  'the history of Blockscout': { items: [], next_page_params: null },
  'the history of an Esplora': [],
}
/** Values that can't be, in the right form. */
const wrong: Readonly<Record<string, unknown>> = {
  'NFTs of Alchemy': { ownedNfts: [{ contract: { address: account }, tokenId: '-1', tokenType: 'ERC721' }] },
  'quotes of Coinbase': {
    ...Object.fromEntries(
      ['payment_total', 'payment_subtotal', 'coinbase_fee', 'network_fee', 'purchase_amount'].map((name) => {
        return [name, { value: '-1', currency: name === 'purchase_amount' ? 'ETH' : 'USD' }]
      }),
    ),
    quote_id: 'x',
  },
  'limits of Meld': [{ currencyCode: 'USD', minimumAmount: null, maximumAmount: {} }],
  'payments of Coinbase': { transactions: 3 },
  'the history of Etherscan': { status: '1', message: 'OK', result: [{ hash: '0x1', value: '-5' }] },
  'the history of Blockscout': { items: [{ total: { value: '-5' } }], next_page_params: null },
  'the history of an Esplora': [{ txid: 'ab'.repeat(32), vin: [], vout: [{ value: -5 }], fee: 1, status: {} }],
}

/** The remains of the lists among them. */
const withoutRow: Readonly<Record<string, unknown>> = {
  'NFTs of Alchemy': { ids: [], next: null },
  'limits of Meld': [],
  'the history of Etherscan': [],
  'the history of Blockscout': [],
  'the history of an Esplora': { entries: [], next: null },
}

let room: Room | undefined
afterEach(async () => {
  await room?.provider.stop()
  room = undefined
})

/** The provider's fault, by whatever error the room tells it. */
const faultOf = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  return error.name === 'ProviderError' && 'code' in error ? error.code : faultOf(error.cause)
}

const open = async (name: string) => {
  const clock = moodClock()
  room = (await rooms[name]?.(clock)) ?? expect.fail()
  const { signal } = new AbortController()
  const { provider, ask, order: buy } = room
  const failing = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => expect.fail('It answered.'),
      (cause: unknown) => cause,
    )
    expect(String(error)).not.toMatch(/planted|127\.0\.0\.1/)
    return faultOf(error)
  }
  const well = () => {
    provider.instead = empty[name] === undefined ? undefined : { body: empty[name] }
  }
  return { clock, provider, well, failing, ask: () => ask(signal), order: buy && (() => buy(signal)) }
}

describe.each(Object.keys(rooms))('%s', (name) => {
  const moods: readonly (readonly [mood: StandInFailure, fault: string, mostAsked: number])[] = [
    ['expired', 'key_refused', 1],
    ['limited', 'limited', 4],
    ['limitedWithoutWord', 'limited', 4],
    ['failing', 'unreachable', 4],
    ['hangUp', 'unreachable', 4],
    ['nonsense', 'not_understood', 1],
    ['html', 'not_understood', 1],
    ['endless', 'too_large', 1],
    ['dripping', 'silent', 1],
    ['silent', 'silent', 1],
  ]
  test.each(moods)(
    '[F22] of one that is %s is said to be missing, as %s, after %i requests at most',
    async (...row) => {
      const [mood, fault, most] = row
      const { clock, provider, ask, failing, well } = await open(name)
      provider.instead = mood
      const answer = failing(ask())
      await expect.poll(() => provider.asked.length).toBeGreaterThan(0)
      if (fault === 'silent') clock.expire()
      expect(await answer).toBe(fault)
      expect(provider.asked.length).toBeLessThanOrEqual(most)
      if (mood === 'limited') expect(clock.pauses.every((ms) => ms === 7_000)).toBe(true)
      else expect(clock.pauses.length).toBe(provider.asked.length - 1)
      // And all is as before once it is well, and was left alone for a minute.
      well()
      clock.pass(60_000)
      await ask()
    },
  )

  test('is never made up of what can’t be', async () => {
    const { provider, ask, failing } = await open(name)
    provider.instead = { body: wrong[name] }
    // Of a list, that row alone is left out.
    if (name in withoutRow) expect(await ask()).toEqual(withoutRow[name])
    else expect(await failing(ask())).toBe('not_understood')
  })
})

describe.each(Object.keys(rooms).filter((name) => name.endsWith('of Coinbase')))('%s', (name) => {
  test.each(['failing', 'hangUp', 'limited', 'silent'] as const)(
    '[F22] what may have been done by one that is %s is not asked for again',
    async (mood) => {
      const { clock, provider, order: buy = expect.fail, failing } = await open(name)
      provider.instead = mood
      const answer = failing(buy())
      await expect.poll(() => provider.asked.length).toBe(1)
      if (mood === 'silent') clock.expire()
      await answer
      expect(provider.asked.length).toBe(1)
    },
  )
})
