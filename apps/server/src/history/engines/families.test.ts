import { HistoryReply } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import {
  devBitcoinAddresses,
  devSolanaAccounts,
  type StartedBitcoin,
  type StartedSolana,
  startBitcoin,
  startSolana,
} from '@foyer/stack'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../../chains/chain.js'
import type { AskProvider, Provider } from '../../provider/provider.js'
import { openApi, openTestDatabase, type TestApi } from '../../test/openApi.js'
import { createEsploraHistory } from './esplora.js'
import { askSolana, sendOnSolana, transferLamports, transferTokens } from './test/sendOnSolana.js'

const common = 'projectId=demo&st=appkit&sv=react-solana-1.7.6'

let database: Database
let solana: StartedSolana
let bitcoin: StartedBitcoin
let api: TestApi
beforeAll(async () => {
  ;[database, solana, bitcoin] = await Promise.all([openTestDatabase(), startSolana(), startBitcoin()])
  const configOf = ({ caipNetworkId, name, nativeCurrency, url }: StartedSolana | StartedBitcoin): ChainConfig => {
    return { id: caipNetworkId, name, nativeCurrency, iconUrl: '', upstreams: [url], tokens: [] }
  }
  const tokens = solana.tokens.map(({ address, symbol, name, decimals }) => {
    return { address, symbol, name, decimals, iconUrl: '' }
  })
  const chains = [
    { ...configOf(solana), tokens },
    { ...configOf(bitcoin), esplora: bitcoin.url },
  ]
  api = await openApi({ database, chains })
})
afterAll(() => Promise.all([solana?.stop(), bitcoin?.stop(), database?.close()]))

async function page({ address, chainId, cursor }: { address: string; chainId: string; cursor?: string | null }) {
  const next = cursor ? `&cursor=${cursor}` : ''
  const answer = await api.get(`/v1/account/${address}/history?${common}&chainId=${chainId}${next}`)
  expect(answer.status).toBe(200)
  return v.parse(HistoryReply, await answer.json())
}

async function readAll(asked: { address: string; chainId: string }) {
  const pages = [await page(asked)]
  for (let cursor = pages[0]?.next; cursor; cursor = pages.at(-1)?.next) pages.push(await page({ ...asked, cursor }))
  return pages.map(({ data }) => data)
}

const [alice, bob] = devSolanaAccounts
const carol = devSolanaAccounts[2] ?? expect.fail()
const TokenAccounts = v.object({ value: v.array(v.object({ pubkey: v.string() })) })

/** Returns the token account in which an account keeps a token. */
async function placeOf({ owner, mint }: { owner: string; mint: string }): Promise<string> {
  const found = await askSolana(solana, 'getTokenAccountsByOwner', [owner, { mint }, { encoding: 'jsonParsed' }])
  return v.parse(TokenAccounts, found).value[0]?.pubkey ?? expect.fail()
}

describe('Solana, by its nodes', () => {
  const chainId = () => solana.caipNetworkId
  /** So many transfers that they fill a page and begin another. */
  const payments = 53
  beforeAll(async () => {
    for (let count = 1; count <= payments; count += 1) {
      const instruction = transferLamports({
        from: alice.address,
        to: bob.address,
        lamports: BigInt(count) * 1_000_000n,
      })
      await sendOnSolana({ chain: solana, payer: alice, instruction })
    }
  })

  test('[S7.5 S3.14] a payment is listed for both sides, without its fee, in pages newest first', async () => {
    const [first = [], second = [], ...others] = await readAll({ address: alice.address, chainId: chainId() })
    expect([first.length, second.length, others]).toEqual([50, payments - 50, []])
    const amounts = [...first, ...second].map(({ transfers }) => transfers[0]?.quantity.numeric)
    expect(amounts).toEqual(Array.from({ length: payments }, (_, index) => String((payments - index) / 1000)))
    expect(first[0]).toMatchObject({
      metadata: {
        operationType: 'send',
        chain: chainId(),
        sentFrom: alice.address,
        sentTo: bob.address,
        status: 'confirmed',
      },
      transfers: [{ fungible_info: { symbol: 'SOL' }, direction: 'out', quantity: { numeric: '0.053' } }],
    })
    expect((await page({ address: bob.address, chainId: chainId() })).data[0]).toMatchObject({
      metadata: { operationType: 'receive', sentFrom: alice.address, sentTo: bob.address },
      transfers: [{ direction: 'in', quantity: { numeric: '0.053' } }],
    })
  })

  test('[S3.14] a token that comes into an account of its own is listed by name', async () => {
    const [token] = solana.tokens
    const { address: mint, program, decimals, symbol } = token ?? expect.fail()
    const [source, destination] = await Promise.all([bob, carol].map(({ address: owner }) => placeOf({ owner, mint })))
    const pay = (amount: bigint) =>
      transferTokens({
        ...{ program, mint, decimals, amount, owner: bob.address },
        source: source ?? '',
        destination: destination ?? '',
      })
    await sendOnSolana({ chain: solana, payer: bob, instruction: pay(15n * 10n ** BigInt(decimals - 1)) })
    expect((await page({ address: carol.address, chainId: chainId() })).data).toMatchObject([
      {
        metadata: { operationType: 'receive', sentFrom: bob.address },
        transfers: [{ fungible_info: { symbol }, direction: 'in', quantity: { numeric: '1.5' } }],
      },
    ])
  })

  test('what no other account gave has no sender', async () => {
    const address = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
    await askSolana(solana, 'requestAirdrop', [address, 1_000_000_000])
    expect((await page({ address, chainId: chainId() })).data).toMatchObject([
      { metadata: { operationType: 'receive', sentFrom: '', sentTo: address }, transfers: [{ direction: 'in' }] },
    ])
  })

  test('of an account that did nothing there is nothing, and of a cursor of another network it is said', async () => {
    const address = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
    expect(await page({ address, chainId: chainId() })).toEqual({ data: [], next: null })
    for (const cursor of [
      [2, 'solana:other', 'x'],
      [2, chainId(), '../../x'],
      [1, 0, 1, chainId(), 1, 1],
    ]) {
      const text = Buffer.from(JSON.stringify(cursor)).toString('base64url')
      const path = `/v1/account/${address}/history?${common}&chainId=${chainId()}&cursor=${text}`
      expect((await api.get(path)).status).toBe(400)
    }
  })
})

describe('Bitcoin, by an Esplora', () => {
  const [address = ''] = devBitcoinAddresses

  test.each([25, 50, 51])('[S7.5] %d payments are listed to their end and no further', async (count) => {
    const account = devBitcoinAddresses[[25, 50, 51].indexOf(count)] ?? expect.fail()
    const { caipNetworkId: chainId } = bitcoin
    for (let paid = 1; paid <= count; paid += 1) await bitcoin.fund({ address: account, sats: paid * 1_000 })
    api.time += 60_000 // what was known of it before is old
    const pages = await readAll({ address: account, chainId })
    expect(pages.every(({ length }) => length > 0)).toBe(true)
    expect(pages.flat().map(({ transfers }) => Number(transfers[0]?.quantity.numeric) * 1e5)).toEqual(
      Array.from({ length: count }, (_, index) => expect.closeTo(count - index, 5)),
    )
    expect(pages[0]?.[0]).toMatchObject({
      metadata: { operationType: 'receive', status: 'confirmed', sentTo: account },
      transfers: [{ fungible_info: { symbol: 'BTC' }, direction: 'in' }],
    })
  })

  const other = 'bcrt1qother'
  const side = (who: string, value: number) => ({ scriptpubkey_address: who, value })
  const provider = (answer: unknown): Provider => ({
    ask: async <Answer>({ schema }: AskProvider<Answer>) => v.parse(schema, answer),
  })
  test.each([
    ['a payment, its change and its fee', [side(address, 1_000)], [side(other, 600), side(address, 390)], 'out', 600n],
    ['a payment to oneself', [side(address, 1_000)], [side(address, 990)], 'self', 990n],
    ['all of an account', [side(address, 1_000)], [side(other, 990)], 'out', 990n],
    ['a payment by someone else', [side(other, 1_000)], [side(address, 990)], 'in', 990n],
  ])('%s is told by what it changed', async (_, inputs, vout, direction, amount) => {
    const vin = inputs.map((prevout) => ({ prevout }))
    const transaction = { txid: 'ab'.repeat(32), vin, vout, fee: 10, status: { confirmed: false } }
    const engine = createEsploraHistory({
      chainId: 'bip122:x',
      url: 'http://esplora.example/api',
      provider: provider([transaction]),
      now: () => 5_000,
    })
    const { signal } = new AbortController()
    const { entries, next } = await engine.page({ account: address, mark: null, client: '192.0.2.1', signal })
    const [event] = entries[0]?.events ?? []
    expect(event?.amount).toBe(amount)
    expect(direction).toBe(event?.from !== address ? 'in' : event.to === address ? 'self' : 'out')
    expect(entries[0]?.transaction).toMatchObject({ isPending: true, minedAt: 5 })
    expect(next).toBeNull()
  })
})
