import { approvedMethods, safeMethods } from '@foyer/embedded/protocol'
import { delegateAddress } from '@foyer/signing/delegate'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainHost, startChainHost } from '../test/chainHost.js'
import { logIn, testFrame } from '../test/testFrame.js'

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

const local = { currency: { symbol: 'ETH', decimals: 18 }, tokens: [], chainId: 'eip155:31337', name: 'Local' }
const solana = { chainId: 'solana:local', name: 'Solana', currency: { symbol: 'SOL', decimals: 9 }, tokens: [] }

async function opened() {
  const frame = await testFrame({
    ...{ origin: host.origin, own: globalThis.fetch },
    settings: { chainId: local.chainId, networks: [{ ...local, delegate: delegateAddress }, solana] },
  })
  await logIn(frame)
  const { address } = Object((await frame.ask('GET_USER', { chainId: 31337 })).payload)
  return { ...frame, address: String(address) }
}

const notThere = [4200, -32_601]
/** The methods that are answered without asking the visitor or a node. */
const ownAnswers = [
  'eth_accounts',
  'eth_chainId',
  'wallet_getAssets',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_getGrantedExecutionPermissions',
  'wallet_getSupportedExecutionPermissions',
]

test('no listed method that runs without the visitor is refused as unknown: the page answers it, or asks the network', async () => {
  const { ask, address } = await opened()
  for (const method of safeMethods) {
    host.asked.splice(0)
    const params = method === 'wallet_getAssets' ? [{ account: address }] : [`0x${'11'.repeat(32)}`]
    const { ok, payload } = await ask('RPC_REQUEST', {
      method,
      params: method === 'wallet_getCapabilities' ? [address] : params,
    })
    if (!ownAnswers.includes(method)) expect(host.asked, method).toContain(method)
    else if (method === 'wallet_getCallsStatus') expect(Object(payload).code, method).toBe(5730)
    else expect(ok, method).toBe(true)
  }
})

test('each listed method that signs is shown to the visitor or refused for what it is asked with; none is unknown', async () => {
  const { ask, address, frame } = await opened()
  const data = { domain: { chainId: 31_337 }, primaryType: 'Tea', types: { Tea: [] }, message: {} }
  const asked: Readonly<Record<string, unknown>> = {
    eth_sendTransaction: [{ from: address, to: address, value: '0x0' }],
    eth_signTypedData_v4: [address, JSON.stringify(data)],
    personal_sign: ['0x68', address],
    solana_signMessage: { message: 'Cn8eVZg', pubkey: address },
    solana_signTransaction: { transaction: 'abc' },
    solana_signAllTransactions: { transactions: ['abc'] },
    solana_signAndSendTransaction: { transaction: 'abc' },
    wallet_sendCalls: [{ calls: [{ to: address, value: '0x0' }] }],
    wallet_showCallsStatus: ['0xnone'],
    wallet_revokePermissions: {},
    wallet_grantPermissions: [],
    wallet_requestExecutionPermissions: [],
    wallet_revokeExecutionPermission: [],
  }
  expect(Object.keys(asked).sort()).toEqual([...approvedMethods].sort())
  const unknown: string[] = []
  for (const method of approvedMethods) {
    const chainId = method.startsWith('solana') ? solana.chainId : 31337
    await ask('SWITCH_NETWORK', { chainId })
    const answer = ask('RPC_REQUEST', { method, params: asked[method] })
    let isOver = false
    answer.then(() => {
      isOver = true
    }, expect.fail)
    await expect.poll(() => isOver || frame.state.get().approvals.length === 1).toBe(true)
    frame.approvals.rejectAll()
    if (notThere.includes(Object((await answer).payload).code)) unknown.push(method)
  }
  expect(unknown).toEqual([])
})
