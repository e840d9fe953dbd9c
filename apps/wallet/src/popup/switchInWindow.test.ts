import { delegateAddress } from '@foyer/signing/delegate'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { type Address, createClient, createTestClient, http, parseEther } from 'viem'
import { getCode } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AskedSigning, readFromFrame } from '../exchange/exchange.js'
import { type ChainHost, startChainHost } from '../test/chainHost.js'
import { passkeyBrowser } from '../test/passkeyBrowser.js'
import { cookieJar, logIn, memoryDatabase, refusedDatabase, testFrame } from '../test/testFrame.js'
import { createRunTask } from '../vault/runTask.js'
import { openOwnWallet } from './ownWallet.js'

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

/** A first batch of a frame that the browser keeps nothing for, and the window in which it is signed, as it is handed over. */
async function asked() {
  const local = { currency: { symbol: 'ETH', decimals: 18 }, tokens: [], chainId: 'eip155:31337', name: 'Local' }
  const frame = await testFrame({
    ...{ database: refusedDatabase, document: cookieJar(), origin: host.origin, own: globalThis.fetch },
    settings: { chainId: local.chainId, networks: [{ ...local, delegate: delegateAddress }] },
  })
  await logIn(frame)
  const address: Address = Object((await frame.ask('GET_USER')).payload).address
  await createTestClient({ mode: 'anvil', transport: http(chain.url) }).setBalance({ address, value: parseEther('1') })
  const call = { to: '0x00000000000000000000000000000000000f0ae2', value: '0x1' }
  const params = [{ version: '2.0.0', id: '0xw', atomicRequired: true, calls: [call, call] }]
  const answer = frame.ask('RPC_REQUEST', { method: 'wallet_sendCalls', params })
  await expect.poll(() => frame.frame.state.get().approvals.length).toBe(1)
  const [approval] = frame.frame.state.get().approvals
  if (!approval) throw new Error('Nothing is shown.')
  const { id, site, shown, changes, hashes } = approval
  const letter = {
    type: 'foyer-window-show',
    approval: { id, site, shown, changes, hashes },
    more: 0,
    signing: frame.frame.ownWindow?.signing(approval),
  }
  const read = readFromFrame(structuredClone(letter))
  if (read?.type !== 'foyer-window-show' || !read.signing) throw new Error('Nothing is asked of a window.')
  const { signing } = read
  const open = (other: Partial<AskedSigning> = {}) =>
    openOwnWallet({
      ...{ approval: read.approval, signing: { ...signing, ...other } },
      ...{ keeperKeys: frame.servers.keeperKeys, databaseOf: () => memoryDatabase() },
      ...{ run: createRunTask(frame.workers.start), passkeys: passkeyBrowser().browser, fetch: frame.servers.fetch },
      ...{ now: Date.now, report: () => {} },
    })
  return { frame, answer, approval, signing, open, address, letter }
}

test('[F13] a first batch is signed in the wallet’s own window from the same fields, and the frame sends what it signed', async () => {
  const { frame, answer, approval, open, address } = await asked()
  const signatures = await (await open()).sign()
  expect(signatures.map(({ length }) => length)).toEqual([65, 65])
  const before = frame.workers.posted.length
  frame.frame.approvals.approve(approval.id, approval.hashes, signatures)
  expect(await answer).toMatchObject({ ok: true, payload: { id: '0xw' } })
  expect(frame.workers.posted).toHaveLength(before)
  const status = async () =>
    Object((await frame.ask('RPC_REQUEST', { method: 'wallet_getCallsStatus', params: ['0xw'] })).payload).status
  await expect.poll(status).toBe(200)
  const code = await getCode(createClient({ transport: http(chain.url) }), { address })
  expect(code).toBe(`0xef0100${delegateAddress.slice(2).toLowerCase()}`)
})

test('[F13] and no other authorization, delegate, number, chain or call than was shown', async () => {
  const { signing, open, letter } = await asked()
  const [payload] = signing.payloads
  for (const other of [
    { delegate: '0x00000000000000000000000000000000000f0ae3' },
    { nonce: 9n },
    { chainId: 1n },
    { data: '0xe9ae5c53' },
  ]) {
    const wallet = await open({ payloads: [{ ...Object(payload), ...other }] })
    await expect(wallet.sign()).rejects.toMatchObject({ reason: 'not_what_was_shown' })
  }
  // Fields that the window doesn't know aren't read past.
  const more = { ...letter, signing: { ...signing, payloads: [{ ...Object(payload), authorizations: [] }] } }
  expect(readFromFrame(more)).toBeUndefined()
})
