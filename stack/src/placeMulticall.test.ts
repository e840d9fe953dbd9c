import { createClient, erc20Abi, http } from 'viem'
import { multicall } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devAccounts } from './accounts.js'
import { deployMarket, type Market } from './deploy.js'
import { multicallAddress, placeMulticall } from './placeMulticall.js'
import { type StartedChain, startChain } from './startChain.js'

let chain: StartedChain
let market: Market
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  market = await deployMarket({ url: chain.url })
})
afterAll(() => chain?.stop())

test('many reads are made in one call, those that fail beside those that do not, as a chain library makes them', async () => {
  await placeMulticall({ url: chain.url })
  await placeMulticall({ url: chain.url })
  const client = createClient({ transport: http(chain.url) })
  const contracts = [...market.tokens, { address: devAccounts[0].address }].map(({ address }) => {
    return { address, abi: erc20Abi, functionName: 'decimals' } as const
  })
  const answers = await multicall(client, { contracts, multicallAddress })
  expect(answers.map(({ result }) => result)).toEqual([...market.tokens.map(({ decimals }) => decimals), undefined])
})

test('a chain that is not there is said to be the reason', async () => {
  await expect(placeMulticall({ url: 'http://127.0.0.1:9' })).rejects.toThrow('place the multicall contract')
})
