import { approvedMethods } from '@foyer/embedded/protocol'
import { delegateAddress } from '@foyer/signing/delegate'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { base58 } from '@scure/base'
import { createTestClient, http, isAddress, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainHost, startChainHost } from '../test/chainHost.js'
import { logIn, type TestFrame, testFrame } from '../test/testFrame.js'

let chain: StartedChain
let host: ChainHost
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  await deployDelegation({ url: chain.url })
  host = await startChainHost(chain.url)
  // Solana's, whose transactions are read before they are shown.
  for (const method of ['getBalance', 'getFeeForMessage'])
    host.instead.set(method, () => ({ result: { value: 5_000 } }))
})
afterAll(async () => {
  await host.stop()
  await chain.stop()
})

const to = privateKeyToAccount(generatePrivateKey()).address
const dapp = privateKeyToAccount(generatePrivateKey())
const inADay = Math.floor(Date.now() / 1_000) + 86_400
const local = { currency: { symbol: 'ETH', decimals: 18 }, tokens: [], chainId: 'eip155:31337', name: 'Local' }
const solana = { chainId: 'solana:local', name: 'Solana', currency: { symbol: 'SOL', decimals: 9 }, tokens: [] }

/** A legacy transaction, unsigned: five lamports of an account to another, in base58. */
function transferBy(address: string): string {
  const instruction = [2, 2, 0, 1, 12, 2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]
  const [payee, system, blockhash] = [Array(32).fill(7), Array(32).fill(0), Array(32).fill(9)]
  const message = [1, 0, 1, 3, ...base58.decode(address), ...payee, ...system, ...blockhash, 1, ...instruction]
  return base58.encode(Uint8Array.from([1, ...Array(64).fill(0), ...message]))
}

const ask = (frame: TestFrame, method: string, params: unknown) => frame.ask('RPC_REQUEST', { method, params })
const waiting = ({ frame }: TestFrame) => frame.state.get().approvals

/** Approves what is asked for. @returns its answer */
async function approved(frame: TestFrame, method: string, params: unknown): Promise<unknown> {
  const answer = ask(frame, method, params)
  await expect.poll(() => waiting(frame).length).toBe(1)
  const [{ id, hashes } = { id: 0, hashes: [] }] = waiting(frame)
  frame.frame.approvals.approve(id, hashes)
  return (await answer).payload
}

/** A frame whose visitor has coin, a batch, and a permission of each shape. */
async function opened() {
  const frame = await testFrame({
    ...{ origin: host.origin, own: globalThis.fetch },
    settings: { chainId: local.chainId, networks: [{ ...local, delegate: delegateAddress }, solana] },
  })
  await logIn(frame)
  const { address: own } = Object((await frame.ask('GET_USER', { chainId: solana.chainId })).payload)
  const { address } = Object((await frame.ask('GET_USER', { chainId: local.chainId })).payload)
  if (!isAddress(address)) throw new Error('There is no address.')
  const node = createTestClient({ mode: 'anvil', transport: http(chain.url) })
  await node.setBalance({ address, value: parseEther('1') })
  const calls = ['0x1', '0x2'].map((value) => ({ to, value }))
  const batch = [{ version: '2.0.0', chainId: '0x7a69', calls, id: '0xmine' }]
  await approved(frame, 'wallet_sendCalls', batch)
  const permission = { type: 'native-token-periodic', data: { periodAmount: '0x64', periodDuration: 86_400 } }
  const rules = [{ type: 'expiry', data: { timestamp: inADay } }]
  const request = [{ chainId: '0x7a69', to, permission, rules }]
  const [granted] = [await approved(frame, 'wallet_requestExecutionPermissions', request)].flat()
  const older = {
    ...{ chainId: '0x7a69', address, expiry: inADay, policies: [] },
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: dapp.publicKey }] } },
    permissions: [{ type: 'native-token-recurring-allowance', data: { allowance: '0x64', start: 1, period: 3_600 } }],
  }
  await approved(frame, 'wallet_grantPermissions', [older])
  const { permissions, expiry } = older
  const typed = {
    ...{ domain: { name: 'Shop', chainId: 31_337 }, primaryType: 'Order', message: { item: 'Tea' } },
    types: { Order: [{ name: 'item', type: 'string' }] },
  }
  const transaction = transferBy(own)
  const params: Readonly<Record<(typeof approvedMethods)[number], unknown>> = {
    eth_sendTransaction: [{ from: address, to, value: '0x1' }],
    eth_signTypedData_v4: [address, JSON.stringify(typed)],
    personal_sign: ['0x68656c6c6f', address],
    solana_signAllTransactions: { transactions: [transaction] },
    solana_signAndSendTransaction: { transaction },
    solana_signMessage: { message: '3yZe7d', pubkey: own },
    solana_signTransaction: { transaction },
    wallet_grantPermissions: [older],
    wallet_requestExecutionPermissions: request,
    wallet_revokeExecutionPermission: [{ permissionContext: Object(granted).context }],
    wallet_revokePermissions: [{ pci: crypto.randomUUID(), permissions, expiry, address }],
    wallet_sendCalls: [{ ...batch[0], id: '0xnext' }],
    wallet_showCallsStatus: ['0xmine'],
  }
  return { frame, params }
}

test('[S5.29 S6.4] each method that needs approval is known and shown, and signs nothing until the visitor has answered', async () => {
  const { frame, params } = await opened()
  const signed = () => frame.workers.posted.filter(({ to: task }) => task.task === 'sign').length
  const before = signed()
  for (const method of approvedMethods) {
    const chainId = method.startsWith('solana') ? solana.chainId : local.chainId
    await frame.ask('SWITCH_NETWORK', { chainId })
    const answer = ask(frame, method, params[method])
    await expect.poll(() => waiting(frame).length, { message: method }).toBe(1)
    frame.frame.approvals.rejectAll()
    expect(await answer, method).toMatchObject({ ok: false, payload: { code: 4001 } })
    expect(waiting(frame)).toEqual([])
  }
  expect(signed()).toBe(before)
})
