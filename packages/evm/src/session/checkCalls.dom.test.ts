import { createFoyer } from '@foyer/core'
import {
  deployDelegation,
  deployHoldings,
  devAccounts,
  type Holdings,
  type StartedChain,
  startChain,
} from '@foyer/stack'
import { createTestClient, encodeFunctionData, type Hex, http, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enforcer, type Grantor, grantorOn, word } from '../actions/test/grants.js'
import { evm } from '../index.js'
import { checkCalls } from './checkCalls.js'

let chain: StartedChain
let holdings: Holdings
let of: Grantor
const [{ address: holder }] = devAccounts
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  await deployDelegation({ url: chain.url })
  holdings = await deployHoldings({ url: chain.url, account: holder })
  of = await grantorOn(chain)
})
afterAll(() => chain.stop())

const node = () => createTestClient({ mode: 'anvil', transport: http(chain.url) })
const become = parseAbi(['function become(address code)'])

async function check(target: Hex, url = chain.url): Promise<void> {
  const bounds = [
    [enforcer.allowedTargets, target],
    [enforcer.allowedMethods, '0x12345678'],
  ] as const
  const { id, name, nativeCurrency } = chain
  const networks = [{ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } }] as const
  const foyer = createFoyer({ projectId: 'project', networks, adapters: [evm()] })
  await checkCalls({ foyer, networkId: `eip155:${id}`, granted: await of.grant(bounds) })
}

test('[F13] a contract at which nothing is kept is called; one that has become a token, or is gone, no more', async () => {
  const { proxy, token } = holdings
  await check(proxy)
  const data = encodeFunctionData({ abi: become, args: [token] })
  await node().sendUnsignedTransaction({ from: holder, to: proxy, data })
  await node().mine({ blocks: 1 })
  await expect(check(proxy)).rejects.toMatchObject({
    ...{
      code: 'session_contract_changed',
      facts: { why: expect.stringContaining('(balanceOf(address) is answered)') },
    },
  })
  await node().setCode({ address: proxy, bytecode: '0x' })
  await expect(check(proxy)).rejects.toMatchObject({ code: 'session_contract_changed' })
})

test('a node that is away says nothing of it, and nothing is sent on that', async () => {
  await expect(check(holdings.game, 'http://127.0.0.1:1')).rejects.not.toMatchObject({
    code: 'session_contract_changed',
  })
})

test('a permission to spend calls no contract that is asked about', async () => {
  const terms: Hex = `${holdings.token}${[1, 86_400, 1].map((each) => word(each).slice(2)).join('')}`
  const { id, name, nativeCurrency, url } = chain
  const networks = [{ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } }] as const
  const foyer = createFoyer({ projectId: 'project', networks, adapters: [evm()] })
  const granted = await of.grant([[enforcer.erc20Period, terms]])
  await expect(checkCalls({ foyer, networkId: `eip155:${id}`, granted })).resolves.toBeUndefined()
})
