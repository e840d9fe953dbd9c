import type { Transfer } from '@foyer/core'
import { createTestClock, createTestHost } from '@foyer/testing'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { algorand } from '../algorand.js'
import { actionsOn, createStage, freshAddress, one, reachWallet, type Stage } from '../test/stage.js'

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

const minimum = 100_000n
const coins = (to: string, amount: bigint): Transfer => ({ to, asset: { type: 'coin' }, amount })
const assets = (to: string, address = '31'): Transfer => ({ to, asset: { type: 'token', address }, amount: 1n })
const saidOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(
    (done) => done,
    (error: unknown) => ({ code: Reflect.get(Object(error), 'code'), facts: Reflect.get(Object(error), 'facts') }),
  )

const nodes = ['http://one.example', 'http://two.example'] as const

/** A kit with two nodes of the chain, of which the first may answer as a test says; and which of them are asked. */
async function byTwo(first: (path: string) => Response | undefined) {
  const network = { ...stage.network, rpcUrls: { default: { http: nodes } } }
  const real = globalThis.fetch
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { origin, pathname, search } = new URL(String(input))
    if (!nodes.some((each) => each === origin)) return real(input, init)
    asked.push(origin)
    const said = origin === nodes[0] ? first(pathname) : undefined
    return said ?? real(`${stage.chain.url}${pathname}${search}`, init)
  })
  return { network, asked, actions: await algorand().actions(createTestHost({ networks: [network] })) }
}

test('a node that is away is passed over', async () => {
  const { reached } = await reachWallet({ stage })
  const { actions, network, asked } = await byTwo(() => new Response('', { status: 410 }))
  const { address } = reached.account
  expect(await actions.nativeBalance({ address, network })).toBe(50n * one)
  expect(asked).toEqual([...nodes])
})

test('that an account hasn’t opted in is a node’s answer, which no other is asked for: it holds none', async () => {
  const { actions, network, asked } = await byTwo(() => undefined)
  expect(await actions.tokenBalances?.({ address: freshAddress(), network, tokens: ['31', '32'] })).toMatchObject([
    { address: '31', value: 0n },
  ])
  expect(new Set(asked)).toEqual(new Set([nodes[0]]))
})

test('what a node refuses to answer isn’t taken for what isn’t there', async () => {
  const { actions, network, asked } = await byTwo((path) =>
    path.includes('/assets/') ? Response.json({ message: 'not now' }, { status: 400 }) : undefined,
  )
  const balances = actions.tokenBalances?.({ address: freshAddress(), network, tokens: ['31'] })
  expect(await saidOf(balances)).toMatchObject({ code: 'json_rpc' })
  expect(new Set(asked)).toEqual(new Set([nodes[0]]))
})

test.each(['0x31', '18446744073709551616', '99999999999999999999', '031'])(
  'an asset of the number %s is none: that it can’t be sent is said of the asset, and no balance of it is read',
  async (asset) => {
    const { reached, wallet } = await reachWallet({ stage })
    const [actions, before] = [await actionsOn(stage), wallet.promptCount]
    const sending = actions.sendTransfer?.({ wallet: reached, transfer: assets(freshAddress(), asset) })
    expect(await saidOf(sending)).toMatchObject({ code: 'invalid_transfer', facts: { field: 'asset' } })
    const { address } = reached.account
    expect(await actions.tokenBalances?.({ address, network: stage.network, tokens: [asset] })).toEqual([])
    expect(wallet.promptCount).toBe(before)
  },
)

test('whose asset is missing is said, and whether it is frozen there', async () => {
  const { reached } = await reachWallet({ stage })
  const actions = await actionsOn(stage)
  const { address } = reached.account
  const to = freshAddress()
  const said = () => saidOf(actions.sendTransfer?.({ wallet: reached, transfer: assets(to) }))
  const missing = (whose: string, isFrozen: boolean) => ({
    code: 'asset_not_held',
    facts: { whose, asset: '31', isFrozen },
  })
  expect(await said()).toEqual(missing('sender', false))
  await stage.chain.fundAsset({ address, asset: 31n, amount: 5n, isFrozen: true })
  expect(await said()).toEqual(missing('sender', true))
  await stage.chain.fundAsset({ address, asset: 31n, amount: 5n })
  expect(await said()).toEqual(missing('recipient', false))
  await stage.chain.fundAsset({ address: to, asset: 31n, amount: 0n, isFrozen: true })
  expect(await said()).toEqual(missing('recipient', true))
})

test('what a recipient lacks of what it has to hold is said, and what can be spent is never less than nothing', async () => {
  const { reached } = await reachWallet({ stage })
  const actions = await actionsOn(stage)
  const to = freshAddress()
  await stage.chain.fund({ address: to, amount: 10n })
  expect(await saidOf(actions.sendTransfer?.({ wallet: reached, transfer: coins(to, 20n) }))).toEqual({
    code: 'minimum_balance',
    facts: { minimum: `${minimum}`, missing: `${minimum - 30n}` },
  })
  const work = { transfer: coins(freshAddress(), 1n) }
  expect(await actions.estimateFee?.({ address: to, network: stage.network, work })).toMatchObject({ maxAmount: 0n })
})

test('an address with another letter is said to be wrong by that, and one of which a letter is missing by its length', async () => {
  const { hasWrongChecksum, hasWrongLength } = await actionsOn(stage)
  const address = freshAddress()
  const mistyped = `${address.slice(0, 9)}${address[9] === 'A' ? 'B' : 'A'}${address.slice(10)}`
  const said = [address, mistyped, address.slice(1)].map((each) => [hasWrongChecksum?.(each), hasWrongLength?.(each)])
  expect(said).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ])
})

test('what goes on behind a transaction’s hash is none', async () => {
  const actions = await actionsOn(stage)
  for (const hash of [`${'A'.repeat(52)}A`, 'A'.repeat(51), 'a'.repeat(52)])
    expect(await saidOf(actions.waitForTransaction?.({ network: stage.network, hash }))).toMatchObject({
      code: 'invalid_hex',
    })
})

test('of a transaction that no round took in time it is said that its time is over', async () => {
  const { reached } = await reachWallet({ stage })
  const actions = await algorand().actions(createTestHost({ networks: [stage.network], clock: createTestClock() }))
  const real = globalThis.fetch
  // The node takes it and loses it.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    init?.method === 'POST' ? Response.json({ txId: 'x' }) : real(input, init),
  )
  const { hash } =
    (await actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) })) ?? expect.fail()
  stage.chain.pass(1002)
  expect(await saidOf(actions.waitForTransaction?.({ network: stage.network, hash }))).toEqual({
    code: 'transaction_dropped',
    facts: { hash, why: 'expired' },
  })
})
