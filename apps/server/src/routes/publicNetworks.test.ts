import { ApprovalsReply, HistoryReply, NftsReply } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import {
  deployMarket,
  deployNfts,
  devAccounts,
  type LocalNfts,
  localEditionsAbi,
  type Market,
  type StandIn,
  type StartedChain,
  sendUnlocked,
  startAlchemy,
  startChain,
  startEtherscan,
} from '@foyer/stack'
import * as v from 'valibot'
import { type Address, createClient, encodeFunctionData, erc20Abi, type Hex, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Indexer } from '../indexer/indexer.js'
import { followedChain, followForTest } from '../indexer/test/followForTest.js'
import { rpc } from '../indexer/test/randomActivity.js'
import { openApi, openTestDatabase, type TestApi } from '../test/openApi.js'

const common = 'projectId=demo&st=appkit&sv=react-evm-1.7.6'
const key = 'a-key-of-this-test'
const [alice, bob] = [devAccounts[0].address, devAccounts[1].address]
/** As a public network, by engines; and the same chain as one of one's own, by the index. */
const [open, own] = ['eip155:31337', 'eip155:99'] as const
const editions = 30

let database: Database
let chain: StartedChain
let market: Market
let nfts: LocalNfts
let etherscan: StandIn
let alchemy: StandIn
let indexer: Indexer
beforeAll(async () => {
  ;[database, chain] = await Promise.all([openTestDatabase(), startChain({ id: 31337 })])
  const { url } = chain
  market = await deployMarket({ url })
  nfts = await deployNfts({ url })
  const ids = Array.from({ length: editions }, (_, index) => BigInt(index + 1))
  const args = [alice, ids, ids.map(() => 2n)] as const
  await send({
    to: nfts.editions,
    data: encodeFunctionData({ abi: localEditionsAbi, functionName: 'mintBatch', args }),
  })
  const [token] = market.tokens
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [bob, 5n] })
  await send({ to: token?.address ?? expect.fail(), data: approve })
  const of = { contract: nfts.editions.toLowerCase(), tokenType: 'ERC1155', balance: 2n } as const
  const owned = [
    ...ids.map((tokenId) => ({ ...of, tokenId, isSpam: tokenId === 2n })),
    { ...of, tokenId: 999n }, // which nobody has
    { ...of, tokenId: 998n, tokenType: 'NOT_A_CONTRACT' as const },
  ]
  ;[etherscan, alchemy] = await Promise.all([
    startEtherscan({ chainUrl: url, chainId: 31337, key }),
    startAlchemy({ key, owned: (owner) => (owner === alice.toLowerCase() ? owned : []) }),
  ])
  indexer = followForTest({ database, chains: [followedChain({ url, id: own })] })
})
afterAll(async () => {
  await indexer?.stop()
  await Promise.all([chain?.stop(), etherscan?.stop(), alchemy?.stop(), database?.close()])
})

const send = ({ to, data = '0x', value = 0n }: { to: Address; data?: Hex; value?: bigint }) => {
  const client = createClient({ transport: http(chain.url) })
  return sendUnlocked({ client, transaction: { from: alice, to, data, value, gas: 3_000_000n } })
}

function start({ perSecond = 1_000_000 } = {}): Promise<TestApi> {
  const { url } = chain
  const tokens = market.tokens.map((token) => ({ ...token, iconUrl: '' }))
  const bare = { ...followedChain({ url, id: open }), tokens, index: undefined }
  return openApi({
    database,
    chains: [{ ...bare, history: { kind: 'etherscan' } }, followedChain({ url, id: own })],
    config: {
      providers: {
        etherscan: { key, url: `${etherscan.url}/v2/api`, budget: { perSecond, perDay: 1e9 } },
        alchemy: { key, origins: new Map([[open, alchemy.url]]) },
      },
    },
  })
}

const get = async ({ api, path, address = alice }: { api: TestApi; path: string; address?: string }) =>
  api.get(path.replace(':address', address))
const history = (chainId: string) => `/v1/account/:address/history?${common}&chainId=${chainId}`

const newest = v.object({ number: v.pipe(v.string(), v.transform(Number)) })
async function caughtUp() {
  const block = await rpc({ url: chain.url, method: 'eth_getBlockByNumber', params: ['latest', false] })
  const { number } = v.parse(newest, block)
  await expect.poll(() => indexer.state()[0]?.indexed).toBe(number)
}

test('[S7.5 S3.14] what an engine has of a network reads as what the index has of the same chain', async () => {
  await send({ to: bob, value: 5n })
  await caughtUp()
  const api = await start()
  const [byEngine, byIndex] = await Promise.all(
    [open, own].map(async (id) => v.parse(HistoryReply, await (await get({ api, path: history(id) })).json())),
  )
  const plain = ({ data = [] }: Partial<HistoryReply> = {}) =>
    data.map(({ metadata: { operationType, hash, minedAt, sentFrom, sentTo, status, nonce }, transfers }) => {
      const moved = transfers.map(({ direction, quantity, nft_info: nft }) => [
        direction,
        quantity.numeric,
        nft?.flags.is_spam,
      ])
      return { operationType, hash, minedAt, sentFrom, sentTo, status, nonce, moved: moved.length }
    })
  expect(plain(byEngine)).toEqual(plain(byIndex))
  expect(byEngine?.data.length).toBeGreaterThan(3)
  const withoutName = await get({ api, path: `/v1/account/:address/history?${common}` })
  expect(await withoutName.json()).toEqual(byIndex)
})

test('what was approved and is open on a public network is known whole', async () => {
  const api = await start()
  const answer = await get({ api, path: `/v1/account/:address/approvals?${common}&chainId=${open}` })
  const { known, approvals } = v.parse(ApprovalsReply, await answer.json())
  expect(known).toBe(true)
  expect(approvals).toContainEqual(expect.objectContaining({ kind: 'token', spender: bob, amount: '5', isSpam: false }))
  etherscan.instead = () => ({ status: 403, body: {} })
  const away = await start()
  const refused = await get({ api: away, path: `/v1/account/:address/approvals?${common}&chainId=${open}` })
  etherscan.instead = undefined
  expect(refused.status).toBe(502)
})

test('NFTs of a public network come from a provider, by pages, and only those that the chain says are held', async () => {
  const api = await start()
  const path = `/v1/account/:address/nfts?${common}&chainId=${open}`
  const one = v.parse(NftsReply, await (await get({ api, path })).json())
  const two = v.parse(NftsReply, await (await get({ api, path: `${path}&cursor=${one.next}` })).json())
  expect([one.known, one.nfts.length, two.next]).toEqual([true, 24, null])
  const listed = [...one.nfts, ...two.nfts]
  expect(listed.map(({ tokenId }) => Number(tokenId))).toEqual(
    Array.from({ length: editions }, (_, index) => index + 1),
  )
  expect(listed.filter(({ isSpam }) => isSpam).map(({ tokenId }) => tokenId)).toEqual(['2'])
  expect(listed[0]).toMatchObject({ standard: 'erc1155', amount: '2' })
  const ofIndex = await get({ api, path: `/v1/account/:address/nfts?${common}&chainId=${own}&cursor=${one.next}` })
  expect(ofIndex.status).toBe(400)
})

test('an engine that is away is said so, and what the index has is answered beside it', async () => {
  etherscan.instead = () => ({ body: { status: '0', message: 'NOTOK', result: 'Invalid API Key (#err2)|' } })
  const api = await start()
  const refused = await get({ api, path: history(open) })
  expect([refused.status, await refused.json()]).toMatchObject([502, { reasons: [{ name: 'chainId' }] }])
  expect((await get({ api, path: history(own) })).status).toBe(200)
  expect(api.logged.join('')).not.toContain(key)
  etherscan.instead = undefined
})

test('hundreds of unknown addresses stop neither the index nor what others ask, and cost no more than the budget', async () => {
  const api = await start({ perSecond: 3 })
  const stranger = (index: number) => `0x${(0xabc000 + index).toString(16).padStart(40, '0')}`
  const asked = () =>
    etherscan.asked.filter(({ query }) => query.get('address')?.startsWith(`0x${'0'.repeat(30)}`)).length
  const flood = Array.from({ length: 200 }, (_, index) =>
    get({ api, path: history(index % 2 === 0 ? open : own), address: stranger(index) }),
  )
  let refused = 0
  for (const answer of flood) {
    void answer.then(({ status }) => {
      if (status === 502) refused += 1
    })
  }
  for (let count = 0; count < 5; count += 1) await send({ to: bob, value: 1n })
  await caughtUp()
  expect(indexer.state()[0]).toMatchObject({ lag: 0, failuresInARow: 0 })
  const honest = v.parse(HistoryReply, await (await get({ api, path: history(own) })).json())
  expect(honest.data[0]?.metadata.operationType).toBe('send')
  const ofIndex = await Promise.all(flood.filter((_, index) => index % 2 === 1))
  expect(new Set(ofIndex.map(({ status }) => status))).toEqual(new Set([200]))
  // Within a second no more than three were asked; whoever would have to wait for more than a few is told at once.
  await expect.poll(asked).toBe(3)
  // Eight seconds' worth wait, besides those three; a page is five questions.
  await expect.poll(() => refused).toBeGreaterThanOrEqual(100 - (3 * 8 + 3) / 5)
  expect(asked()).toBe(3)
})
