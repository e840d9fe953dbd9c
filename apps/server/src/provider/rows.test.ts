import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import { createLog } from '@foyer/service/log/createLog'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBlockscout } from '../history/engines/blockscout.js'
import { createEsploraHistory } from '../history/engines/esplora.js'
import { createEtherscan } from '../history/engines/etherscan.js'
import { createAlchemy } from '../nfts/nftProvider.js'
import { createCoingecko } from '../prices/coingecko.js'
import { createDefillama } from '../prices/defillama.js'
import { createProvider } from './provider.js'
import { createSharedAnswers } from './sharedAnswers.js'
import { hastyClock } from './test/hastyClock.js'

const account = `0x${'11'.repeat(20)}`
const other = `0x${'22'.repeat(20)}`
const hash = `0x${'ab'.repeat(32)}`
const chain = { id: 'eip155:1' } as const
const asker = { account, client: '192.0.2.1', signal: new AbortController().signal }

/** A host's answers, by what its path or query holds. */
let answers: Readonly<Record<string, unknown>>
let url: string
let stop: () => void
beforeAll(async () => {
  const server = createServer((request, response) => {
    const found = Object.entries(answers).find(([part]) => request.url?.includes(part))
    response.end(JSON.stringify(found === undefined ? { result: [], items: [], next_page_params: null } : found[1]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = v.parse(v.object({ port: v.number() }), server.address() satisfies AddressInfo | string | null)
  url = `http://127.0.0.1:${port}`
  stop = () => server.close()
})
afterAll(() => stop())

let unread: { provider: string; count: number }[]
beforeEach(() => {
  unread = []
})
function setUp() {
  const clock = hastyClock()
  const budget = { perSecond: 1_000, perDay: 1_000_000, budgets: createMemoryBudgets({ now: clock.now }) }
  const kept = createSharedAnswers({ now: clock.now, log: createLog({ level: 'silent' }) })
  const onUnread = (rows: { provider: string; count: number }) => void unread.push(rows)
  const provider = createProvider({ name: 'one', budget, answers: kept, onUnread, clock, random: () => 0.5 })
  return { provider, clock }
}

const evmRow = { hash, blockNumber: '7', timeStamp: '1700000000', from: other, to: account, value: '5' }
const evmLog = {
  address: other,
  topics: [hash],
  data: '0x',
  blockNumber: '0x7',
  logIndex: '0x',
  transactionHash: hash,
}
const scoutTransfer = (token: unknown) => ({
  transaction_hash: hash,
  block_number: 7,
  timestamp: '2026-01-01T00:00:00.000000Z',
  from: { hash: other },
  to: { hash: account },
  token,
  total: { value: '5' },
})
const bitcoinRow = {
  txid: 'ab'.repeat(32),
  vin: [],
  vout: [{ scriptpubkey_address: account, value: 5 }],
  fee: 1,
  status: { confirmed: true, block_time: 1_700_000_000 },
}
const owned = { contract: { address: other }, tokenId: '1', tokenType: 'ERC721' }
const listed = (right: unknown) => [right, { hash: 'no hash' }, right]
const networks = new Map()
const network = { coingecko: 'one', defillama: 'one', coin: 'ether' }

describe('a row that can’t be read is left out, and counted:', () => {
  test.each([
    [
      'a history of Etherscan',
      'action=txlist&',
      { result: listed(evmRow) },
      1,
      async () => {
        const { entries } = await createEtherscan({ chainId: chain.id, url, provider: setUp().provider }).page({
          ...asker,
          mark: null,
        })
        return entries.length
      },
    ],
    [
      'approvals of Etherscan',
      'getLogs',
      { result: [evmLog, { ...evmLog, data: 'none' }] },
      1,
      async () => {
        const { approvals } = createEtherscan({ chainId: chain.id, url, provider: setUp().provider })
        const found = await approvals?.(asker)
        expect(found?.isWhole).toBe(false) // what can't be read may have been one
        return found?.logs.length === 2 ? 1 : 0
      },
    ],
    [
      'a history of Blockscout',
      'token-transfers',
      { items: listed(scoutTransfer({ address_hash: other })), next_page_params: null },
      1,
      async () => {
        const { entries } = await createBlockscout({ chainId: chain.id, url, provider: setUp().provider }).page({
          ...asker,
          mark: null,
        })
        return entries.length
      },
    ],
    [
      'a history of an Esplora',
      '/txs',
      listed(bitcoinRow),
      2,
      async () => {
        const { entries } = await createEsploraHistory({
          chainId: 'bip122:x',
          url,
          provider: setUp().provider,
          now: Date.now,
        }).page({ ...asker, mark: null })
        return entries.length
      },
    ],
    [
      'NFTs of Alchemy',
      'getNFTsForOwner',
      { ownedNfts: listed(owned) },
      2,
      async () => {
        const origins = new Map([[chain.id, url]])
        const { ids } = await createAlchemy({ key: 'k', provider: setUp().provider, origins }).page({
          ...asker,
          chain,
          mark: null,
          most: 9,
        })
        return ids.length
      },
    ],
    [
      'prices of CoinGecko',
      'token_price',
      { [other]: { usd: 1, last_updated_at: 1 }, [account]: { usd: 'one' } },
      1,
      async () => {
        const { ask } = createCoingecko({ provider: setUp().provider, url, networks })
        return (await ask({ network, tokens: [other, account], coin: undefined, signal: asker.signal })).length
      },
    ],
    [
      'prices of DefiLlama',
      'prices/current',
      { coins: { [`one:${other}`]: { price: 1, timestamp: 1, confidence: 1 }, [`one:${account}`]: { price: null } } },
      1,
      async () => {
        const { ask } = createDefillama({ provider: setUp().provider, url, networks })
        return (await ask({ network, tokens: [other, account], coin: undefined, signal: asker.signal })).length
      },
    ],
  ] as const)('%s', async (_, path, answer, count, read) => {
    answers = { [path]: answer }
    expect(await read()).toBe(count)
    expect(unread.length).toBeGreaterThan(0)
    expect(new Set(unread.map((each) => JSON.stringify(each)))).toEqual(new Set(['{"provider":"one","count":1}']))
  })
})

test.each(['address_hash', 'hash', 'address'])('a Blockscout that calls a token’s address %s is read', async (name) => {
  answers = { 'token-transfers': { items: [scoutTransfer({ [name]: other, type: 'ERC-20' })], next_page_params: null } }
  const engine = createBlockscout({ chainId: chain.id, url, provider: setUp().provider })
  expect(await engine.tokens?.(asker)).toEqual([other])
  expect(await engine.tokens?.(asker)).toEqual([other]) // as it was kept
  expect(unread).toEqual([])
})

describe('[F22] a host is left alone', () => {
  const schema = v.object({ count: v.number() })

  test('by no answer that isn’t understood, or is too large, however many there are', async () => {
    answers = { '/list': { count: 'nine' } }
    const { provider } = setUp()
    for (let count = 0; count < 9; count += 1) {
      await expect(provider.ask({ url: `${url}/list`, schema, signal: asker.signal })).rejects.toMatchObject({
        code: 'not_understood',
      })
    }
  })
})
