import { systemClock, type UnseenTransaction } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { type ChainReader, chainReader } from '@foyer/core/rpc'
import { devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { createTestClock } from '@foyer/testing'
import * as v from 'valibot'
import { concat, createClient, type Hex, http, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { heldAfterMs, heldPollMs } from './heldByAccount.js'
import { pollMs, untilMined } from './untilMined.js'

let chain: StartedChain
let read: ChainReader
const [dev] = devAccounts
if (!dev) throw new Error('The development accounts are missing.')
const owner = privateKeyToAccount(dev.privateKey)

/** An account that logs the event that it is called with: the hash in its data, as Safe 1.3 has it, or as a topic, as 1.4. */
const accounts = {
  '1.3': { address: '0x00000000000000000000000000000000000005a3', code: '0x604060205f375f3560405fa100' },
  '1.4': { address: '0x00000000000000000000000000000000000005a4', code: '0x604060205f376020355f3560206020a200' },
} as const
const plain = '0x00000000000000000000000000000000000005e0'
const upgraded = '0x00000000000000000000000000000000000005e7'
const hash: Hex = `0x${'5a'.repeat(32)}`
const eventOf = (name: string) => keccak256(toHex(`${name}(bytes32,uint256)`))

beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  const { id, name, nativeCurrency, url } = chain
  const network = defineNetwork({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })
  read = chainReader({ host: { rpc: {}, clock: systemClock }, network })
  for (const { address, code } of Object.values(accounts)) await control('anvil_setCode', [address, code])
  await control('anvil_setCode', [upgraded, `0xef0100${'11'.repeat(20)}`])
})
afterAll(() => chain.stop())
beforeEach(() => {
  asked.length = 0
})

const control = (method: string, params: readonly unknown[] = []) => read({ method, params })
const asked: string[] = []
const counted: ChainReader = (request) => {
  asked.push(request.method)
  return read(request)
}

const Filter = v.looseTuple([v.looseObject({ fromBlock: v.string(), toBlock: v.string() })])

/** A chain that has gone on by more blocks than are read at once; they are empty. */
const later: ChainReader = async (request) => {
  asked.push(request.method)
  if (request.method === 'eth_blockNumber') return toHex(BigInt(String(await read(request))) + 1_200n)
  if (request.method !== 'eth_getLogs') return read(request)
  const newest = BigInt(String(await control('eth_blockNumber')))
  const filter = v.parse(Filter, request.params)[0]
  if (BigInt(filter.fromBlock) > newest) return []
  const toBlock = BigInt(filter.toBlock) > newest ? toHex(newest) : filter.toBlock
  return read({ ...request, params: [Object.assign({}, filter, { toBlock })] })
}

/** An owner carries it out, by a transaction of another hash. */
const carryOut = (to: Hex, event = 'ExecutionSuccess', of: Hex = hash) =>
  sendTransaction(createClient({ transport: http(chain.url) }), {
    ...{ account: owner, chain: null, to, gas: 100_000n },
    data: concat([eventOf(event), of, `0x${'0'.repeat(64)}`]),
  })

/** Waits with a clock that moves on as often as it is waited for. */
function wait(more: Partial<Parameters<typeof untilMined>[0]>) {
  const clock = createTestClock()
  const unseen: UnseenTransaction[] = []
  let settled = false
  const result = untilMined({
    ...{ read: counted, clock, hash, timeoutMs: 3_600_000 },
    ...{ onUnseen: (each: UnseenTransaction) => void unseen.push(each), ...more },
  }).finally(() => {
    settled = true
  })
  result.catch(() => {}) // each test looks at it in its own time
  const pass = async (ms: number, stepMs: number) => {
    for (let passed = 0; passed < ms && !settled; passed += stepMs) {
      await expect.poll(() => settled || clock.pending > 0, { interval: 2 }).toBe(true)
      clock.advance(stepMs)
    }
    await expect.poll(() => settled || clock.pending > 0, { interval: 2 }).toBe(true)
  }
  return { result, unseen, pass }
}

test.each(['1.3', '1.4'] as const)(
  'a contract’s transaction that no node knows is held, and taken up under the hash of what carries it out (%s)',
  async (version) => {
    const { address } = accounts[version]
    const { result, unseen, pass } = wait({ sender: address })
    await pass(heldAfterMs - pollMs, pollMs)
    expect(unseen).toEqual([{ block: expect.any(BigInt), isHeld: false }])
    await pass(pollMs, pollMs)
    expect(unseen.at(-1)?.isHeld).toBe(true)
    await carryOut(address, 'ExecutionSuccess', `0x${'77'.repeat(32)}`)
    const mined = await carryOut(address)
    await pass(heldPollMs, heldPollMs)
    expect(await result).toMatchObject({ hash: mined, status: 'success', replacement: undefined })
  },
)

test('a later visit reads on from where the former ended, and one that failed has reverted', async () => {
  const { address } = accounts['1.4']
  const failing: Hex = `0x${'fa'.repeat(32)}`
  const block = BigInt(String(await control('eth_blockNumber')))
  const mined = await carryOut(address, 'ExecutionFailure', failing)
  const { result, unseen } = wait({ read: later, hash: failing, sender: address, unseen: { block, isHeld: true } })
  expect(await result).toMatchObject({ hash: mined, status: 'reverted' })
  expect(unseen).toEqual([])
})

test('an event of another account counts for nothing, and what was read isn’t read again', async () => {
  const { address } = accounts['1.4']
  const of: Hex = `0x${'0f'.repeat(32)}`
  const block = BigInt(String(await control('eth_blockNumber')))
  await carryOut(accounts['1.3'].address, 'ExecutionSuccess', of)
  const { unseen, pass } = wait({ read: later, hash: of, sender: address, unseen: { block, isHeld: true } })
  await pass(heldPollMs, heldPollMs)
  expect(unseen.at(-1)?.block).toBeGreaterThan(block + 900n)
  expect(asked.filter((method) => method === 'eth_getLogs').length).toBeLessThan(5)
})

test.each([
  ['a key', plain],
  ['a key with code of EIP-7702', upgraded],
  ['nobody that is known', undefined],
])('what %s has sent is never held', async (_, sender) => {
  const { unseen, pass } = wait({ sender, hash: `0x${'0e'.repeat(32)}` })
  await pass(2 * heldAfterMs, pollMs)
  expect(unseen).toEqual([])
  expect(asked).not.toContain('eth_getLogs')
  expect(asked.filter((method) => method === 'eth_getCode').length).toBe(sender ? 1 : 0)
})

test('[F18] a held one is asked about seldom, and no longer than the wait', async () => {
  const held: Hex = `0x${'1d'.repeat(32)}`
  const { result, pass } = wait({ hash: held, sender: accounts['1.4'].address, timeoutMs: 600_000 })
  await pass(heldAfterMs, pollMs)
  asked.length = 0
  await pass(600_000, heldPollMs)
  await expect(result).rejects.toMatchObject({ code: 'request_timeout' })
  expect(asked.length).toBeLessThan((600_000 / heldPollMs) * 5)
})
