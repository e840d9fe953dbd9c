import { delegateAddress } from '@foyer/signing/delegate'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { type Address, concat, createTestClient, getAddress, http, isAddress, parseEther } from 'viem'
import { getCode } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainHost, startChainHost } from '../test/chainHost.js'
import { scriptedServers } from '../test/scriptedServers.js'
import { testDashboard } from '../test/testDashboard.js'
import { type AskSwitch, askSwitch, readCodes } from './accountCode.js'

let chain: StartedChain
let host: ChainHost
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  await deployDelegation({ url: chain.url })
  host = await startChainHost(chain.url)
})
afterAll(async () => {
  await host.stop()
  await chain.stop()
})

const node = () => createTestClient({ mode: 'anvil', transport: http(chain.url) })
const email = 'ada@example.com'
const local = { currency: { symbol: 'ETH', decimals: 18 }, tokens: [], chainId: 'eip155:31337', name: 'Local' }
const solana = { chainId: 'solana:local', name: 'Solana', currency: { symbol: 'SOL', decimals: 9 }, tokens: [] }
const other = getAddress('0x00000000000000000000000000000000000f0ae3')

/** A dashboard of somebody whose wallet was made there, with some of the chain's coin. */
async function stage() {
  const servers = await scriptedServers()
  const networks = [{ ...local, delegate: delegateAddress }, solana]
  const dashboard = await testDashboard(servers, { projectId: 'own', networks }).load()
  await dashboard.login.email(email)
  await servers.useLink(email)
  await dashboard.login.device()
  await dashboard.login.code(servers.code)
  const address = dashboard.store.get().wallet?.addresses.find(({ family }) => family === 'eip155')?.address ?? ''
  if (!isAddress(address)) throw new Error('There is no address.')
  await node().setBalance({ address, value: parseEther('1') })
  const api = { origin: host.origin, projectId: 'own', networks, fetch }
  const codes = async () =>
    (await readCodes(api, address)).found.map((each) => [each.network.name, each.other] as const)
  const ask = async (to: AskSwitch['to'], mostMs?: number) => {
    const { found } = await readCodes(api, address)
    const [{ network } = expect.fail()] = found
    return askSwitch({ dashboard, network, address, to, ...(mostMs && { mostMs }) })
  }
  const put = (code: Address) => node().setCode({ address, bytecode: concat(['0xef0100', code]) })
  return { api, address, codes, ask, put, dashboard }
}

test('[F13] the visitor switches the code at their address off by the wallet’s own key, and reads from the chain that it is', async () => {
  const { address, codes, ask, put } = await stage()
  expect(await codes()).toEqual([])
  await put(delegateAddress)
  expect(await codes()).toEqual([['Local', undefined]])
  const off = await ask('none')
  expect(off.shown.title).toBe('Take this account back from a contract')
  const said: string[] = []
  expect(await off.approve(() => said.push('sent'))).toEqual({ stands: 'plain' })
  expect([said, await codes()]).toEqual([['sent'], []])
  expect(await getCode(node(), { address })).toBeUndefined()
})

test('[F13] all permissions are ended by the wallet’s own key, and read from the chain', async () => {
  const { ask, put, codes } = await stage()
  await put(delegateAddress)
  const ending = await ask('ended')
  expect(ending.shown.title).toBe('End all permissions on a network')
  expect(await ending.approve(() => {})).toEqual({ stands: 'ended' })
  expect(await codes()).toEqual([['Local', undefined]])
  const again = await ask('ended')
  // As a chain without the framework's contracts would have it: the transaction succeeds, and the number is what it was.
  host.instead.set('eth_call', () => ({ result: `0x${'00'.repeat(32)}` }))
  expect(await again.approve(() => {})).toEqual({ stands: 'stays' })
  host.instead.delete('eth_call')
})

test('another’s code is replaced by the wallet’s own where the visitor asks for that', async () => {
  const { codes, ask, put } = await stage()
  await put(other)
  expect(await codes()).toEqual([['Local', other.toLowerCase()]])
  const replaced = await ask('own')
  expect(replaced.shown.isDeliberate).toBe(true)
  expect(await replaced.approve(() => {})).toEqual({ stands: 'switched' })
  expect(await codes()).toEqual([['Local', undefined]])
})

test('what doesn’t hold any more is shown again, and signed by that approval alone', async () => {
  const { address, ask, put } = await stage()
  await put(delegateAddress)
  const off = await ask('none')
  await node().setNonce({ address, nonce: 9 })
  const answer = await off.approve(() => expect.fail('It was sent.'))
  const again = 'again' in answer ? answer.again : expect.fail()
  expect(again.shown.warnings[0]?.text).toContain('sent from your address meanwhile')
  expect(again.id).not.toBe(off.id)
  expect(await again.approve(() => {})).toEqual({ stands: 'plain' })
})

test('what the network takes long to carry out is said to be pending', async () => {
  const { ask, put, codes } = await stage()
  await put(delegateAddress)
  const off = await ask('none', 50)
  await node().setAutomine(false)
  expect(await off.approve(() => {})).toEqual({ stands: 'pending' })
  await node().setAutomine(true)
  await node().mine({ blocks: 1 })
  expect(await codes()).toEqual([])
})

test('a chain that drops the authorization is said to have changed nothing; one that doesn’t answer is named', async () => {
  const { api, address, ask, put } = await stage()
  await put(delegateAddress)
  const off = await ask('none')
  // As a chain without EIP-7702 would have it: the transaction succeeds, and the code is what it was.
  host.instead.set('eth_getCode', () => ({ result: concat(['0xef0100', delegateAddress]) }))
  expect(await off.approve(() => {})).toEqual({ stands: 'switched' })
  host.instead.set('eth_getCode', () => ({ error: { code: -32_000, message: 'away' } }))
  expect(await readCodes(api, address)).toEqual({ found: [], silent: ['Local'] })
  host.instead.delete('eth_getCode')
})
