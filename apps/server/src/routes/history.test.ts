import { HistoryReply, type Transaction } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { patientClock } from '@foyer/service-testing/patientClock'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import {
  deployMarket,
  deployNfts,
  devAccounts,
  localEditionsAbi,
  localNftAbi,
  type Market,
  type StartedChain,
  sendUnlocked,
  startChain,
} from '@foyer/stack'
import * as v from 'valibot'
import { type Address, createClient, encodeFunctionData, erc20Abi, getAddress, type Hex, http, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { indexCursors, purchases } from '../db/schema/index.js'
import { createHeldTokens } from '../history/heldTokens.js'
import type { Indexer } from '../indexer/indexer.js'
import { followedChain, followForTest } from '../indexer/test/followForTest.js'
import { rpc } from '../indexer/test/randomActivity.js'
import { openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { refusalOf } from '../test/refusalOf.js'

const common = 'projectId=demo&st=appkit&sv=react-evm-1.7.6'
const accountAt = (index: number): Address => devAccounts[index]?.address ?? expect.fail()
const [alice, bob, carol] = [accountAt(3), accountAt(4), accountAt(5)] as const
const unused = '0x00000000000000000000000000000000deadbeef'

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

interface Page {
  readonly data: readonly Transaction[]
  readonly next: string | null
}

describe.each(
  wholeOn([
    { name: 'the embedded database', open: () => openTestDatabase() },
    {
      name: 'PostgreSQL',
      open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
    // Dozens of transactions are sent, one after the other.
  ]),
)('a history on $name', ({ open }) => {
  let database: Database
  let chain: StartedChain
  let market: Market
  let indexer: Indexer
  let api: TestApi
  beforeAll(async () => {
    database = await open()
    chain = await startChain({ id: 31337 })
    market = await deployMarket({ url: chain.url })
    const tokens = market.tokens.map((token) => ({ ...token, iconUrl: `https://icons.example/${token.symbol}.png` }))
    const dollar = market.tokens.find(({ symbol }) => symbol === 'DUSD') ?? expect.fail()
    const config: ChainConfig = {
      ...followedChain({ url: chain.url }),
      tokens,
      uniswapV2: { factory: market.factory, weth: market.weth, stable: dollar },
    }
    const other: ChainConfig = { ...followedChain({ url: chain.url, id: 'eip155:99' }), index: undefined }
    const id = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const solana: ChainConfig = { ...other, id, history: { kind: 'none' } }
    indexer = followForTest({ database, chains: [config] })
    api = await openApi({ database, chains: [config, other, solana] })
  })
  afterAll(async () => {
    await indexer?.stop()
    await chain?.stop()
    await database?.close()
  })

  const send = async ({
    from,
    to,
    data = '0x',
    value = 0n,
  }: {
    from: Address
    to: Address
    data?: Hex
    value?: bigint
  }) => {
    const client = createClient({ transport: http(chain.url) })
    const transaction = { from, to, data, value, gas: 1_000_000n }
    return (await sendUnlocked({ client, transaction })).transactionHash
  }
  const tokenOf = (symbol: string) => market.tokens.find((token) => token.symbol === symbol)?.address ?? expect.fail()

  const head = v.object({ hash: v.string(), timestamp: v.string() })
  const newestBlock = async () =>
    v.parse(head, await rpc({ url: chain.url, method: 'eth_getBlockByNumber', params: ['latest', false] }))
  const caughtUp = async () => {
    const { hash } = await newestBlock()
    await expect.poll(async () => (await database.orm.select().from(indexCursors))[0]?.blockHash).toBe(hash)
  }
  const ask = (address: string, query = '') => api.get(`/v1/account/${address}/history?${common}${query}`)
  const page = async (address: string, query = ''): Promise<Page> =>
    v.parse(HistoryReply, await (await ask(address, query)).json())
  const latest = async (address: string) => {
    await caughtUp()
    return (await page(address)).data[0] ?? expect.fail()
  }

  test('[S7.5 S3.14] lists a payment for both sides, with direction, amount, value and time', async () => {
    const hash = await send({ from: alice, to: bob, value: parseEther('1.5') })
    const sent = await latest(alice)
    const block = await newestBlock()
    expect(sent).toEqual({
      id: `eip155:31337:${hash}`,
      metadata: {
        operationType: 'send',
        hash,
        chain: 'eip155:31337',
        minedAt: new Date(Number(block.timestamp) * 1000).toISOString(),
        sentFrom: alice,
        sentTo: bob,
        status: 'confirmed',
        nonce: 0,
      },
      transfers: [
        {
          fungible_info: { name: 'Ether', symbol: 'ETH' },
          direction: 'out',
          quantity: { numeric: '1.5' },
          price: 3000,
          value: 4500,
        },
      ],
    })
    const got = await latest(getAddress(bob).slice(2)) // also written without 0x
    expect(got).toMatchObject({ metadata: { hash, operationType: 'receive' }, transfers: [{ direction: 'in' }] })
    await send({ from: alice, to: alice, value: 1n })
    const own = await latest(alice)
    expect(own).toMatchObject({
      metadata: { operationType: 'send' },
      transfers: [{ direction: 'self', quantity: { numeric: '0.000000000000000001' } }],
    })
  })

  test('[S3.14] lists tokens with symbol, icon and value, an approval, and what failed as failed', async () => {
    const dollar = tokenOf('DUSD')
    const transfer = { abi: erc20Abi, functionName: 'transfer' } as const
    await send({ from: alice, to: dollar, data: encodeFunctionData({ ...transfer, args: [bob, 12_500_000n] }) })
    expect(await latest(bob)).toMatchObject({
      metadata: { operationType: 'receive', sentTo: dollar },
      transfers: [
        {
          fungible_info: {
            name: 'Digital Dollar',
            symbol: 'DUSD',
            icon: { url: 'https://icons.example/DUSD.png' },
          },
          direction: 'in',
          quantity: { numeric: '12.5' },
          price: 1,
          value: 12.5,
        },
      ],
    })
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [market.router, 1n] })
    await send({ from: alice, to: dollar, data: approve })
    expect(await latest(alice)).toMatchObject({ metadata: { operationType: 'approve' }, transfers: [] })
    await send({ from: alice, to: dollar, data: encodeFunctionData({ ...transfer, args: [bob, 10n ** 30n] }) })
    expect(await latest(alice)).toMatchObject({
      metadata: { operationType: 'send', status: 'failed' },
      transfers: [],
    })
  })

  test('[S3.14 S5.16] lists NFTs, single and several at once, and flags spam', async () => {
    const { nft, editions } = await deployNfts({ url: chain.url })
    const mint = encodeFunctionData({ abi: localNftAbi, functionName: 'mint', args: [alice, 7n, ''] })
    await send({ from: alice, to: nft, data: mint })
    expect(await latest(alice)).toMatchObject({
      metadata: { operationType: 'mint' },
      transfers: [{ nft_info: { flags: { is_spam: false } }, direction: 'in', quantity: { numeric: '1' } }],
    })
    const many = encodeFunctionData({
      abi: localEditionsAbi,
      functionName: 'mintBatch',
      args: [alice, [1n, 2n], [30n, 1n]],
    })
    await send({ from: alice, to: editions, data: many })
    expect((await latest(alice)).transfers).toMatchObject([
      { nft_info: {}, quantity: { numeric: '30' } },
      { nft_info: {}, quantity: { numeric: '1' } },
    ])
    // Anyone can emit a transfer of zero in another's name.
    const poison = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [alice, carol, 0n] })
    await send({ from: carol, to: tokenOf('DUSD'), data: poison })
    const poisoned = await latest(alice)
    expect(poisoned.metadata.sentFrom).toBe(carol)
    expect(poisoned.transfers.every(({ nft_info }) => nft_info?.flags.is_spam)).toBe(true)
  })

  test('[S7.5] comes in pages of 50, newest first, the last without a next', async () => {
    for (let count = 0; count < 60; count += 1) await send({ from: carol, to: unused, value: 1n })
    await caughtUp()
    const first = await page(unused)
    expect(first.data).toHaveLength(50)
    const nonces = first.data.map(({ metadata }) => metadata.nonce)
    expect(nonces).toEqual([...nonces].sort((a, b) => b - a))
    const second = await page(unused, `&cursor=${first.next}`)
    expect(second.data).toHaveLength(10)
    expect(second.next).toBeNull()
    const hashes = [...first.data, ...second.data].map(({ metadata }) => metadata.hash)
    expect(new Set(hashes).size).toBe(60)
  })

  test('a place in the pages holds through new blocks and reorganisations', async () => {
    const to = '0x00000000000000000000000000000000000cafe1'
    for (const from of [bob, alice]) {
      for (let count = 0; count < 35; count += 1) await send({ from, to, value: 1n })
    }
    await caughtUp()
    const first = await page(to)
    const shown = first.data.map(({ id }) => id)
    expect(shown).toHaveLength(50)
    const rest = async () => (await page(to, `&cursor=${first.next}`)).data.map(({ id }) => id)
    const old = await rest()
    expect(old).toHaveLength(20)
    for (let count = 0; count < 3; count += 1) await send({ from: carol, to, value: 1n })
    await caughtUp()
    expect(await rest()).toEqual(old)

    // The last blocks are made anew, so that what came first now stands last.
    const oldestFirst = [...shown, ...old].reverse().map((id) => id.slice('eip155:31337:'.length))
    const pairs = await Promise.all(
      oldestFirst.map(async (hash, index) => {
        const raw = await rpc({ url: chain.url, method: 'eth_getRawTransactionByHash', params: [hash] })
        return [raw, index < 35 ? 60 : 5]
      }),
    )
    await rpc({ url: chain.url, method: 'anvil_reorg', params: [75, pairs] })
    await caughtUp()
    expect(await rest()).toEqual(old)
    const anew = await page(to)
    const all = [...anew.data, ...(await page(to, `&cursor=${anew.next}`)).data].map(({ id }) => id)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toEqual(expect.arrayContaining([...shown, ...old]))
    expect(all.slice(0, 50)).not.toEqual(shown)
    // And once more, with what stood first now gone.
    await rpc({ url: chain.url, method: 'anvil_reorg', params: [30, []] })
    await caughtUp()
    expect((await rest()).every((id) => old.includes(id))).toBe(true)
  })

  test('[S7.5] has what was bought on the first page, and nothing else when asked for that', async () => {
    const who = '0x00000000000000000000000000000000000cafe7'
    await send({ from: carol, to: who, value: 5n })
    await caughtUp()
    const bought = {
      provider: 'coinbase',
      projectId: 'demo',
      address: who,
      chainId: 'eip155:31337',
      asset: 'eip155:31337/slip44:60',
      amount: '0.5',
      paymentAmount: '1500',
      paymentCurrency: 'USD',
      txHash: null,
      updatedAt: new Date(),
    }
    await database.orm.insert(purchases).values([
      { ...bought, id: 'old', status: 'FAILED', createdAt: new Date('2020-01-01') },
      { ...bought, id: 'new', status: 'IN_PROGRESS', createdAt: new Date('2100-01-01') },
      { ...bought, id: 'else', provider: 'meld', status: 'IN_PROGRESS', createdAt: new Date('2100-01-02') },
      // Delivered, so that it stands among what was mined, once.
      { ...bought, id: 'got', status: 'SUCCESS', txHash: `0x${'ab'.repeat(32)}`, createdAt: new Date('2010-01-01') },
    ])
    const statuses = ({ data }: Page) => data.map(({ metadata }) => metadata.status)
    const pending = 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS'
    expect(statuses(await page(who))).toEqual([pending, pending, 'confirmed', 'ONRAMP_TRANSACTION_STATUS_FAILED'])
    const only = await page(who, '&onramp=coinbase')
    const failed = 'ONRAMP_TRANSACTION_STATUS_FAILED'
    expect(statuses(only)).toEqual([pending, pending, failed, 'ONRAMP_TRANSACTION_STATUS_SUCCESS'])
    expect(only.next).toBeNull()
  })

  test('what an account received is among what it may hold, the latest first', async () => {
    const who = accountAt(8)
    for (const symbol of ['DUSD', 'FYR']) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [who, 1n] })
      await send({ from: bob, to: tokenOf(symbol), data })
      await rpc({ url: chain.url, method: 'evm_increaseTime', params: [10] })
    }
    await caughtUp()
    const [followed] = api.services.chains.all
    const { signal } = new AbortController()
    const { log } = api.services
    const held = createHeldTokens({ orm: database.orm, engines: new Map(), clock: patientClock, log })
    const found = await held.of({ chain: followed ?? expect.fail(), address: who, client: '192.0.2.1', signal })
    expect(found.slice(0, 2)).toEqual([tokenOf('FYR'), tokenOf('DUSD')].map((address) => address.toLowerCase()))
  })

  test('[S5.17] is of one network when asked, and nothing where none is known', async () => {
    expect((await page(alice, '&chainId=eip155:31337')).data.length).toBeGreaterThan(0)
    expect(await page(alice, '&chainId=eip155:99')).toEqual({ data: [], next: null })
    const ofSolana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
    expect(await page(ofSolana, '&chainId=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toEqual({ data: [], next: null })
  })

  test.each([
    ['address', '0x1234', ''],
    ['address', alice, '&chainId=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['chainId', alice, '&chainId=eip155:5'],
    ['cursor', alice, '&cursor=e30'],
    ['cursor', alice, `&cursor=${Buffer.from('[1,0,-1,"eip155:1",0,0]').toString('base64url')}`],
    ['cursor', alice, `&cursor=${Buffer.from('[2,"eip155:31337","7"]').toString('base64url')}`],
    ['cursor', alice, `&cursor=${Buffer.from('[1,0,1,"eip155:31337",1,2147483648]').toString('base64url')}`],
    ['cursor', alice, `&cursor=${Buffer.from('[1,0,1,"eip155:31337\\u0000",1,0]').toString('base64url')}`],
    ['cursor', alice, `&cursor=${'a'.repeat(513)}`],
    ['onramp', alice, '&onramp=stripe'],
  ])('names the field that is wrong: %s', async (name, address, query) => {
    const answer = await ask(address, query)
    expect(await refusalOf(answer)).toEqual([400, name])
  })
})
