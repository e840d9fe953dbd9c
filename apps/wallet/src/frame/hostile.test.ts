import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { approvedMethods, prefixes, safeMethods } from '@foyer/embedded/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logIn, testFrame } from '../test/testFrame.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
/** Returns the heap in use once nothing more can be given back, in megabytes. */
function usedMegabytes(): number {
  collect()
  return getHeapStatistics().used_heap_size / 1_000_000
}

/** Messages that are said at once. FOYER_FULL=1: F9's million in all. */
const atOnce = 20
const turns = process.env.FOYER_FULL ? 1_000_000 / atOnce : 150

/** Of names that there are and none, in any order; the same again, under an id that is used; with what fits and what doesn't. */
function hostile() {
  const names = [
    'GET_USER',
    'RPC_REQUEST',
    'CONNECT_OTP',
    'SWITCH_NETWORK',
    'UPDATE_EMAIL',
    'GET_CHAIN_ID',
    'IS_CONNECTED',
  ]
  const others = ['__proto__', 'toString', 'constructor', '']
  const cyclic: { self?: unknown } = {}
  cyclic.self = cyclic
  const value = fc.oneof(
    fc.anything(),
    fc.constant(cyclic),
    fc.constant('a'.repeat(100_000)),
    fc.constantFrom(JSON.parse('{"__proto__":{"isAdmin":true}}'), 'eth_call', 'personal_sign', '123456'),
  )
  const type = fc.oneof(
    fc.constantFrom(...[...names, ...others].map((name) => prefixes.app + name)),
    fc.constantFrom(`${prefixes.frame}GET_CHAIN_ID_SUCCESS`, 'foyer/hello'),
    fc.string(),
  )
  const id = fc.oneof(fc.constantFrom('a', 'b', '__proto__'), fc.string({ maxLength: 8 }), fc.anything())
  const payload = fc.record({ chainId: value, method: value, params: value, email: value, otp: value })
  return fc.oneof(
    fc.anything(),
    fc.record({ id, type, payload: fc.oneof(value, payload) }),
    fc.record({ id, type: fc.constant('foyer/cancel') }),
  )
}

test('[F9] whatever is said to it, the frame doesn’t throw, changes nothing, keeps nothing, and answers what it is asked once', async () => {
  const frame = await testFrame()
  const before = frame.frame.state.get()
  let [said, answered] = [0, 0]
  const say = (numRuns: number) =>
    fc.assert(
      fc.asyncProperty(fc.array(hostile(), { minLength: atOnce, maxLength: atOnce }), async (all) => {
        for (const data of all) frame.deliver({ data })
        await new Promise((resolve) => setImmediate(resolve))
        said += all.length
        answered += frame.posted.splice(0).length
        expect(answered).toBeLessThanOrEqual(said)
        expect(frame.frame.state.get()).toEqual(before)
        frame.servers.calls.length = 0
      }),
      { numRuns },
    )
  await say(50)
  const usedBefore = usedMegabytes()
  await say(turns)
  expect(usedMegabytes() - usedBefore).toBeLessThan(5)
  expect([frame.reported, Object.hasOwn(Object.prototype, 'isAdmin')]).toEqual([[], false])
  expect(await frame.ask('GET_CHAIN_ID')).toEqual({ ok: true, payload: { chainId: 1 } })
})

test('[F9] what a page’s message holds is counted before it is read: a list of nothing, of a few bytes, costs no time', async () => {
  const frame = await testFrame()
  await logIn(frame)
  const sparse = () => structuredClone(Array(1_000_000))
  const number = (1n << 8_000_000n) - 1n
  const begun = performance.now()
  const refused = { ok: false, payload: { code: -32_602, message: 'The request is larger than 128 kB.' } }
  for (const [method, params] of [
    ['eth_getBalance', sparse()],
    ['wallet_getCallsStatus', sparse()],
    ['wallet_sendCalls', [{ calls: sparse() }]],
    ['solana_signAllTransactions', { transactions: sparse() }],
    ['eth_getBalance', [number]],
    ['eth_accounts', [number]],
    ['eth_getBalance', [new Uint8Array(1_000_000)]],
  ] as const)
    expect(await frame.ask('RPC_REQUEST', { method, params })).toEqual(refused)
  const metadata = { name: 'Dapp', description: '', url: 'https://dapp.example', icons: sparse() }
  expect(await frame.ask('SYNC_DAPP_DATA', { metadata, projectId: 'demo' })).toEqual(refused)
  expect(performance.now() - begun).toBeLessThan(1_000)
})

test('[F9] a request whose lists share what they hold is refused before it is written out, whatever its method', async () => {
  const frame = await testFrame()
  await logIn(frame)
  let shared: unknown = ['0x']
  // Some 30 numbers for a structured clone, and gigabytes as JSON.
  for (let depth = 0; depth < 28; depth += 1) shared = [shared, shared]
  // By a method that takes none, nothing of it is passed on.
  for (const method of [...safeMethods, ...approvedMethods].filter(
    (each) => !/^eth_(?:accounts|chainId)$/.test(each),
  )) {
    const { ok } = await frame.ask('RPC_REQUEST', { method, params: [shared] })
    expect([method, ok]).toEqual([method, false])
  }
  for (const method of ['eth_call', 'eth_getLogs', 'personal_sign'])
    expect((await frame.ask('RPC_REQUEST', { method, params: [shared] })).payload).toMatchObject({ code: -32_602 })
})
