import type { Transfer } from '@foyer/core'
import { createTestClock, createTestHost } from '@foyer/testing'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { cardano } from '../cardano.js'
import {
  actionsOn,
  createStage,
  fresh,
  freshAddress,
  networkAt,
  one,
  reachWallet,
  type Stage,
  token,
} from '../test/stage.js'

/* What nodes answer, and what is said of it. */

let stage: Stage
beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  stage = await createStage()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  vi.unstubAllGlobals()
  await stage.chain.stop()
})

const coins = (to: string, amount: bigint): Transfer => ({ to, asset: { type: 'coin' }, amount })
const saidOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(
    (done) => done,
    (error: unknown) => ({ code: Reflect.get(Object(error), 'code'), facts: Reflect.get(Object(error), 'facts') }),
  )

const nodes = ['http://one.example', 'http://two.example'] as const

/** A kit with two nodes of the chain, of which the first answers as a test says; and which of them are asked. */
async function byTwo(first: () => Response) {
  const network = { ...stage.network, rpcUrls: { default: { http: nodes } } }
  const real = globalThis.fetch
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { origin, pathname, search } = new URL(String(input))
    asked.push(origin)
    return origin === nodes[0] ? first() : real(`${stage.chain.url}${pathname}${search}`, init)
  })
  return { network, asked, actions: await cardano().actions(createTestHost({ networks: [network] })) }
}

test('a node that is away is passed over', async () => {
  const { actions, network, asked } = await byTwo(() => new Response('', { status: 410 }))
  expect(await actions.nativeBalance({ address: freshAddress(), network })).toBe(0n)
  expect(asked).toEqual([...nodes])
})

test('what a node refuses is its answer, which no other is asked for', async () => {
  const { actions, network, asked } = await byTwo(() => Response.json({ message: 'no' }, { status: 400 }))
  const balance = actions.nativeBalance({ address: freshAddress(), network })
  expect(await saidOf(balance)).toMatchObject({ code: 'json_rpc' })
  expect(asked).toEqual([nodes[0]])
})

test('a wallet that doesn’t list what it spends spends what the node knows of its address, and its tokens come back, one without a name too', async () => {
  const tokens = { [token]: 5n, [`${'cd'.repeat(28)}`]: 7n }
  const { reached } = await reachWallet({ stage, amounts: [20n * one, 10n * one], tokens })
  const actions = await actionsOn(stage)
  const { address } = reached.account
  const wallet = { ...reached, provider: { ...reached.provider, getUtxos: undefined } }
  const transfer = coins(freshAddress(), 25n * one)
  const { hash } = (await actions.sendTransfer?.({ wallet, transfer })) ?? expect.fail()
  expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({ status: 'success' })
  const left = String(await (await fetch(`${stage.chain.url}/local/utxos/${address}`)).json())
  for (const each of Object.keys(tokens)) expect(left).toContain(each.slice(0, 56))
})

test('of what the node knows in part the wallet is asked all the same: its newest coins a node may not know yet', async () => {
  const { reached, wallet } = await reachWallet({ stage, amounts: [20n * one, 10n * one] })
  const actions = await actionsOn(stage)
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await real(input, init)
    if (!String(input).endsWith('/utxo_info')) return answer
    const known: unknown = await answer.json()
    return Response.json(Array.isArray(known) ? known.slice(0, 1) : known)
  })
  const transfer = coins(freshAddress(), 25n * one)
  const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer })) ?? expect.fail()
  expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({ status: 'success' })
  expect(wallet.requests.filter(({ method }) => method === 'signTx')).toHaveLength(1)
})

test('of an address that no key signs for nothing can be spent', async () => {
  const address = writeAddress(Uint8Array.of(0x10, ...fresh(56)))
  await stage.chain.fund({ address, amount: 50n * one })
  const actions = await actionsOn(stage)
  const work = { transfer: coins(freshAddress(), one) }
  expect(await actions.estimateFee?.({ address, network: stage.network, work })).toMatchObject({ maxAmount: 0n })
})

test('what goes on behind a transaction’s hash is none', async () => {
  const actions = await actionsOn(stage)
  for (const hash of ['ab'.repeat(33), 'ab'.repeat(31), 'AB'.repeat(32)])
    expect(await saidOf(actions.waitForTransaction?.({ network: stage.network, hash }))).toMatchObject({
      code: 'invalid_hex',
    })
})

test('a transaction that no block has is waited for while one may take it; then it is said that its time is over', async () => {
  const { reached } = await reachWallet({ stage })
  const clock = createTestClock()
  const actions = await cardano().actions(createTestHost({ networks: [stage.network], clock }))
  const real = globalThis.fetch
  let looks = 0
  // The node takes it and loses it.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (`${input}`.endsWith('/tx_info')) looks += 1
    return `${input}`.endsWith('/submittx')
      ? new Response(JSON.stringify('ab'.repeat(32)), { status: 202 })
      : real(input, init)
  })
  const { hash } =
    (await actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) })) ?? expect.fail()
  let said: unknown
  void saidOf(actions.waitForTransaction?.({ network: stage.network, hash })).then((is) => {
    said = is
  })
  const until = (isSo: () => boolean) =>
    vi.waitUntil(
      () => {
        clock.advance(200)
        return isSo()
      },
      { interval: 10 },
    )
  await until(() => looks > 2 || said !== undefined)
  expect(said).toBeUndefined()
  stage.chain.pass(7201)
  await until(() => said !== undefined)
  expect(said).toEqual({ code: 'transaction_dropped', facts: { hash, why: 'expired' } })
})

test('by what the kit and the chain, or the wallet, don’t fit is said', async () => {
  const { reached } = await reachWallet({ stage })
  const transfer = coins(freshAddress(), one)
  const network = networkAt({ url: stage.chain.url, reference: '0-1' })
  const elsewhere = { ...reached, network, networkId: network.caipNetworkId }
  const there = await cardano().actions(createTestHost({ networks: [network] }))
  const magic = await (await fetch(`${stage.chain.url}/genesis`)).json()
  expect(await saidOf(there.sendTransfer?.({ wallet: elsewhere, transfer }))).toEqual({
    code: 'cardano_network',
    facts: { found: String(magic[0].networkmagic) },
  })
  const actions = await actionsOn(stage)
  const unknown = await createStage()
  const other = await reachWallet({ stage: unknown })
  const mixed = { ...other.reached, network: stage.network, networkId: stage.network.caipNetworkId }
  expect(await saidOf(actions.sendTransfer?.({ wallet: mixed, transfer }))).toEqual({
    code: 'cardano_network',
    facts: { found: 'unknown coins' },
  })
  await unknown.chain.stop()
  const provider = { ...reached.provider, getUtxos: async () => [Uint8Array.of(0x82, 0x80, 0x80)] }
  expect(await saidOf(actions.sendTransfer?.({ wallet: { ...reached, provider }, transfer }))).toMatchObject({
    code: 'wallet_answer',
    facts: { method: 'getUtxos' },
  })
})

test('a wallet elsewhere is asked to sign its part of a transaction of the address’s coins, and nothing more', async () => {
  const { reached } = await reachWallet({ stage })
  const { network } = stage
  const { address } = reached.account
  const actions = await actionsOn(stage)
  const asked = { transfer: coins(freshAddress(), one) }
  const request = await actions.walletRequest?.({ networkId: network.caipNetworkId, network, address, asked })
  expect(request).toEqual({ method: 'cardano_signTx', params: [expect.stringMatching(/^84/), true] })
})

test('an operator’s server that doesn’t know the chain’s methods is passed over: its refusal is none of the chain’s', async () => {
  const server = 'http://server.example'
  const real = globalThis.fetch
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { origin } = new URL(String(input))
    asked.push(origin)
    if (origin !== server) return real(input, init)
    const { id } = JSON.parse(String(init?.body))
    return Response.json({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'no such method' } })
  })
  const host = createTestHost({ networks: [stage.network] })
  const proxy = { api: server, projectId: 'p' }
  const actions = await cardano().actions({ ...host, rpc: { proxy } })
  expect(await actions.nativeBalance({ address: freshAddress(), network: stage.network })).toBe(0n)
  expect(asked).toEqual([server, new URL(stage.chain.url).origin])
})
