import { createTestClient, http, isAddress, parseEther } from 'viem'
import { expect } from 'vitest'
import { logIn, memoryDatabase, testFrame } from './testFrame.js'

type FrameParts = NonNullable<Parameters<typeof testFrame>[0]>
export type Made = Awaited<ReturnType<typeof testFrame>>

/** The local chain as a wallet has it, without code for several calls at once. */
export const localNetwork = {
  currency: { symbol: 'ETH', decimals: 18 },
  tokens: [],
  chainId: 'eip155:31337',
  name: 'Local',
} as const

/** A frame whose visitor has logged in and has 1 ETH, on a chain; `again` opens another one with what the first has kept. */
export async function openFunded({ url, ...parts }: FrameParts & { readonly url: string }) {
  const at = { own: globalThis.fetch, database: memoryDatabase(), ...parts }
  const made = await testFrame(at)
  await logIn(made)
  const { address } = Object((await made.ask('GET_USER', { chainId: 31337 })).payload)
  if (!isAddress(address)) throw new Error('There is no address.')
  await createTestClient({ mode: 'anvil', transport: http(url) }).setBalance({ address, value: parseEther('1') })
  return { made, address, again: () => testFrame({ ...at, servers: made.servers }) }
}

/** @returns the answer, or the code of the refusal */
export async function rpc({ ask }: Made, method: string, params?: unknown) {
  const { ok, payload } = await ask('RPC_REQUEST', { method, params })
  return ok ? payload : Object(payload).code
}

/** As wagmi asks, which leaves `atomicRequired` out. */
export const sendCalls = (made: Made, id: string, calls: readonly object[], more: object = {}) =>
  rpc(made, 'wallet_sendCalls', [{ version: '2.0.0', chainId: '0x7a69', id, calls, ...more }])

/** Approves what is shown first, once it isn't what was approved before. */
export async function approve({ frame }: Made, before = 0) {
  await expect.poll(() => frame.state.get().approvals[0]?.id ?? 0).toBeGreaterThan(before)
  const [approval] = frame.state.get().approvals
  if (!approval) throw new Error('Nothing is shown.')
  frame.approvals.approve(approval.id, approval.hashes)
  return approval
}

export const statusOf = async (made: Made, id: string) => Object(await rpc(made, 'wallet_getCallsStatus', [id]))

/** The status of a batch once it isn't under way any more. */
export async function ended(made: Made, id: string) {
  await expect.poll(async () => (await statusOf(made, id)).status).not.toBe(100)
  return statusOf(made, id)
}
