import { ApprovalsReply, NftsReply } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import {
  deployMarket,
  deployNfts,
  devAccounts,
  type LocalNfts,
  localEditionsAbi,
  localNftAbi,
  type Market,
  type StartedChain,
  sendUnlocked,
  startChain,
} from '@foyer/stack'
import * as v from 'valibot'
import {
  type Address,
  createClient,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  maxUint256,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { placeContract, returns } from '../contracts/test/strangeContracts.js'
import { indexCursors } from '../db/schema/index.js'
import type { Indexer } from '../indexer/indexer.js'
import { followedChain, followForTest } from '../indexer/test/followForTest.js'
import { rpc } from '../indexer/test/randomActivity.js'
import { openApi, openTestDatabase, type TestApi } from '../test/openApi.js'

const common = 'projectId=demo&st=appkit&sv=react-evm-1.7.6'
const accountAt = (index: number): Address => devAccounts[index]?.address ?? expect.fail()
const [alice, bob, carol, dave] = [accountAt(3), accountAt(4), accountAt(5), accountAt(6)] as const

/** Emits an event with the topics and the data that it is called with, in anyone's name: a scam's contract. */
const liar: Address = `0x${'1a'.repeat(20)}`
// CALLDATACOPY(0, 128, size - 128) LOG4(0, size - 128, each of the first four words); LOG3 where the last is empty
const liarCode: Hex =
  '0x60803603608060003760603515602457606035604035602035600035608036036000a4005b604035602035600035608036036000a300'

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

describe.each(
  wholeOn([
    { name: 'the embedded database', open: () => openTestDatabase() },
    {
      name: 'PostgreSQL',
      open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
  ]),
)('NFTs and approvals on $name', ({ open }) => {
  let database: Database
  let chain: StartedChain
  let market: Market
  let nfts: LocalNfts
  let indexer: Indexer
  let api: TestApi
  beforeAll(async () => {
    database = await open()
    chain = await startChain({ id: 31337 })
    market = await deployMarket({ url: chain.url })
    nfts = await deployNfts({ url: chain.url })
    await rpc({ url: chain.url, method: 'anvil_setCode', params: [liar, liarCode] })
    const tokens = market.tokens.map((token) => ({ ...token, iconUrl: '' }))
    const config: ChainConfig = { ...followedChain({ url: chain.url }), tokens, swaps: swapsBy(market.router) }
    const other: ChainConfig = { ...followedChain({ url: chain.url, id: 'eip155:99' }), index: undefined }
    const late: ChainConfig = { ...followedChain({ url: chain.url, id: 'eip155:98' }) }
    const solana: ChainConfig = { ...other, id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
    indexer = followForTest({ database, chains: [config] })
    api = await openApi({ database, chains: [config, other, late, solana] })
  })
  afterAll(async () => {
    await indexer?.stop()
    await chain?.stop()
    await database?.close()
  })

  const send = async ({ from, to, data }: { from: Address; to: Address; data: Hex }) => {
    const client = createClient({ transport: http(chain.url) })
    return (await sendUnlocked({ client, transaction: { from, to, data, gas: 20_000_000n } })).transactionHash
  }
  const head = v.object({ hash: v.string() })
  const caughtUp = async () => {
    const block = v.parse(
      head,
      await rpc({ url: chain.url, method: 'eth_getBlockByNumber', params: ['latest', false] }),
    )
    await expect.poll(async () => (await database.orm.select().from(indexCursors))[0]?.blockHash).toBe(block.hash)
  }
  const ask = (address: string, what: string, query = '&chainId=eip155:31337') =>
    api.get(`/v1/account/${address}/${what}?${common}${query}`)
  const nftsOf = async (address: string, query?: string) => {
    await caughtUp()
    return v.parse(NftsReply, await (await ask(address, 'nfts', query)).json())
  }
  const approvalsOf = async (address: string, query?: string) => {
    await caughtUp()
    return v.parse(ApprovalsReply, await (await ask(address, 'approvals', query)).json())
  }
  const mint = (to: Address, tokenId: bigint, from = to) =>
    send({
      from,
      to: nfts.nft,
      data: encodeFunctionData({ abi: localNftAbi, functionName: 'mint', args: [to, tokenId, ''] }),
    })
  const transfer = ({ from, to, tokenId }: { from: Address; to: Address; tokenId: bigint }) =>
    send({
      from,
      to: nfts.nft,
      data: encodeFunctionData({ abi: localNftAbi, functionName: 'transferFrom', args: [from, to, tokenId] }),
    })
  const setApproved = (collection: Address, approved: boolean) =>
    send({
      from: alice,
      to: collection,
      data: encodeFunctionData({
        abi: localNftAbi,
        functionName: 'setApprovalForAll',
        args: [market.router, approved],
      }),
    })
  const approve = ({ from = alice, amount }: { from?: Address; amount: bigint }) =>
    send({
      from,
      to: dollar(),
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [market.router, amount] }),
    })
  const dollar = () => market.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? expect.fail()
  const snapshot = () => rpc({ url: chain.url, method: 'evm_snapshot', params: [] })
  /** A reorganisation: what came since is on the chain no more. */
  const revert = (id: unknown) => rpc({ url: chain.url, method: 'evm_revert', params: [id] })
  const mine = () => rpc({ url: chain.url, method: 'evm_mine', params: [] })
  /** Has the liar emit what it is given. */
  const lie = ({ topics, data = '0x' }: { topics: readonly Hex[]; data?: Hex }) => {
    const words = [...topics, `0x${'00'.repeat(32)}` as const].slice(0, 4)
    return send({ from: dave, to: liar, data: `0x${words.map((word) => word.slice(2)).join('')}${data.slice(2)}` })
  }

  test('NFTs are those that the chain says are held, received last first, with name, standard and amount', async () => {
    await mint(alice, 1n)
    await mint(alice, 2n)
    const editions = encodeFunctionData({ abi: localEditionsAbi, functionName: 'mint', args: [alice, 5n, 30n] })
    await send({ from: alice, to: nfts.editions, data: editions })
    const [nft, edition] = [getAddress(nfts.nft), getAddress(nfts.editions)]
    const one = { contract: nft, standard: 'erc721', amount: '1', collection: 'Foyer Pictures', isSpam: false }
    expect(await nftsOf(alice)).toEqual({
      known: true,
      nfts: [
        { contract: edition, tokenId: '5', standard: 'erc1155', amount: '30', isSpam: false },
        { ...one, tokenId: '2' },
        { ...one, tokenId: '1' },
      ],
      next: null,
    })
    await transfer({ from: alice, to: bob, tokenId: 2n })
    const give = { abi: localEditionsAbi, functionName: 'safeTransferFrom' } as const
    const some = encodeFunctionData({ ...give, args: [alice, bob, 5n, 29n, '0x'] })
    await send({ from: alice, to: nfts.editions, data: some })
    const idsOf = async (account: Address) =>
      (await nftsOf(account)).nfts.map(({ tokenId, amount }) => [tokenId, amount])
    expect(await idsOf(alice)).toEqual([
      ['5', '1'],
      ['1', '1'],
    ])
    expect(await idsOf(bob)).toEqual([
      ['5', '29'],
      ['2', '1'],
    ])
  })

  test('pages of NFTs neither miss nor repeat one', async () => {
    for (let tokenId = 100n; tokenId < 150n; tokenId += 1n) await mint(carol, tokenId)
    const seen: string[] = []
    let next: string | null = ''
    let pages = 0
    while (next !== null) {
      const cursor: string = next === '' ? '' : `&cursor=${next}`
      const page = await nftsOf(carol, `&chainId=eip155:31337${cursor}`)
      seen.push(...page.nfts.map(({ tokenId }) => tokenId))
      next = page.next
      pages += 1
    }
    expect([pages, seen]).toEqual([3, Array.from({ length: 50 }, (_, index) => String(149 - index))])
    const wrong = await ask(carol, 'nfts', '&chainId=eip155:31337&cursor=e30')
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('cursor')])
  })

  test('[F14] names of collections are made fit to be shown, and those that advertise are spam', async () => {
    const scam = `0x${'5c'.repeat(20)}` as const
    await placeContract({
      url: chain.url,
      address: scam,
      functions: { 'ownerOf(uint256)': returns.words(BigInt(bob)), 'name()': returns.text('Claim \u202eyour reward') },
    })
    const code = v.parse(v.string(), await rpc({ url: chain.url, method: 'eth_getCode', params: [scam, 'latest'] }))
    await rpc({ url: chain.url, method: 'anvil_setCode', params: [scam, liarCode] })
    const topics = [transferTopic, numberWord(0n), wordOf(bob), numberWord(9n)]
    await send({ from: dave, to: scam, data: `0x${topics.map((topic) => topic.slice(2)).join('')}` })
    await rpc({ url: chain.url, method: 'anvil_setCode', params: [scam, code] })
    expect((await nftsOf(bob)).nfts[0]).toEqual({
      contract: getAddress(scam),
      tokenId: '9',
      standard: 'erc721',
      amount: '1',
      collection: 'Claim your reward',
      isSpam: true,
    })
  })

  test('events of NFTs that were never given show nothing, and cost a few rounds', async () => {
    const batch = parseTopics(`0x${'00'.repeat(20)}`, dave)
    const ids = Array.from({ length: 300 }, (_, index) => BigInt(index + 1))
    const data = encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [ids, ids])
    await lie({ topics: batch, data })
    const page = await nftsOf(dave)
    expect(page).toMatchObject({ nfts: [], next: expect.any(String) })
    expect(await nftsOf(dave, `&chainId=eip155:31337&cursor=${page.next}`)).toMatchObject({ nfts: [], next: null })
  })

  test('approvals are those that are open on the chain now, with token, spender and amount', async () => {
    await approve({ amount: maxUint256 })
    await setApproved(nfts.nft, true)
    const one = encodeFunctionData({ abi: localNftAbi, functionName: 'approve', args: [bob, 1n] })
    await send({ from: alice, to: nfts.nft, data: one })
    const spender = getAddress(market.router)
    const collection = { contract: getAddress(nfts.nft), name: 'Foyer Pictures', isSpam: false }
    expect(await approvalsOf(alice)).toEqual({
      known: true,
      approvals: [
        { ...collection, kind: 'nft', tokenId: '1', spender: getAddress(bob) },
        { ...collection, kind: 'collection', spender, spenderName: 'Uniswap V2' },
        {
          kind: 'token',
          contract: getAddress(dollar()),
          spender,
          spenderName: 'Uniswap V2',
          amount: String(maxUint256),
          name: 'Digital Dollar',
          symbol: 'DUSD',
          decimals: 6,
          iconUrl: '',
          isSpam: false,
        },
      ],
    })
    await approve({ amount: 5n })
    expect((await approvalsOf(alice)).approvals.map(({ kind }) => kind)).toEqual(['token', 'nft', 'collection'])
    expect((await approvalsOf(alice)).approvals[0]).toMatchObject({ amount: '5' })
    await approve({ amount: 0n })
    await setApproved(nfts.nft, false)
    await transfer({ from: alice, to: carol, tokenId: 1n }) // its approval goes with it
    expect(await approvalsOf(alice)).toEqual({ known: true, approvals: [] })
  })

  test('what a reorganisation undid is neither held nor approved', async () => {
    const before = await snapshot()
    await mint(bob, 77n)
    await approve({ from: bob, amount: 3n })
    expect((await nftsOf(bob)).nfts.map(({ tokenId }) => tokenId)).toContain('77')
    expect((await approvalsOf(bob)).approvals).toMatchObject([{ amount: '3' }])
    await revert(before)
    await mine()
    await mine()
    await mine()
    expect((await nftsOf(bob)).nfts.map(({ tokenId }) => tokenId)).not.toContain('77')
    expect((await approvalsOf(bob)).approvals).toEqual([])
  })

  test('approvals that a contract made up are not open; one that it insists on is spam, behind the account’s own', async () => {
    await approve({ from: carol, amount: 8n })
    const topics = [approvalTopic, wordOf(carol), wordOf(market.router)]
    for (let count = 0; count < 3; count += 1) await lie({ topics, data: numberWord(maxUint256) })
    expect((await approvalsOf(carol)).approvals).toMatchObject([{ amount: '8', isSpam: false }])
    const insisting = { 'allowance(address,address)': returns.words(maxUint256) }
    await placeContract({ url: chain.url, address: liar, functions: insisting })
    expect((await approvalsOf(carol)).approvals).toMatchObject([
      { amount: '8', isSpam: false },
      { contract: getAddress(liar), symbol: '', decimals: 0, isSpam: true },
    ])
    await rpc({ url: chain.url, method: 'anvil_setCode', params: [liar, liarCode] })
  })

  test('of a network that is not followed, or not followed yet, the answer says that it does not know', async () => {
    for (const id of ['eip155:99', 'eip155:98']) {
      expect(await nftsOf(alice, `&chainId=${id}`)).toEqual({ known: false, nfts: [], next: null })
      expect(await approvalsOf(alice, `&chainId=${id}`)).toEqual({ known: false, approvals: [] })
    }
    const solana = '&chainId=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const account = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
    expect(await nftsOf(account, solana)).toEqual({ known: false, nfts: [], next: null })
    expect(await approvalsOf(account, solana)).toEqual({ known: false, approvals: [] })
    for (const what of ['nfts', 'approvals']) {
      expect((await ask('0x12', what)).status).toBe(400)
      expect((await ask(alice, what, '')).status).toBe(400)
      expect((await ask(alice, what, '&chainId=eip155:424242')).status).toBe(400)
    }
  })
})

const swapsBy = (router: Address) => ({
  venue: 'uniswap-v2' as const,
  router,
  connectors: [],
  mostPriceImpactBps: 1_500,
})

const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approvalTopic: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const batchTopic: Hex = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const numberWord = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const wordOf = (address: Address): Hex => numberWord(BigInt(address))
const parseTopics = (from: Address, to: Address): readonly Hex[] => [batchTopic, wordOf(from), wordOf(from), wordOf(to)]
