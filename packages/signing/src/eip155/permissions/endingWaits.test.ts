import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import type { Address } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { KeptBatch } from '../../family.js'
import { chainAgain, clientOf, daily, expiry, fresh, granted, inADayOn, nodeOf } from './test/onChain.js'
import { walletOf } from './test/walletOf.js'

let chain: StartedChain
let delegate: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
})
afterAll(() => chain.stop())
beforeEach(() => chainAgain(chain.url))

const wallet = (place: number, more: object = {}) => walletOf({ chain, delegate, place, ...more })
const method = 'wallet_revokeExecutionPermission'
const pending = 'isn’t in a block yet'

/** A permission of an account, whose end is sent and waits for a block. */
async function ending(own: object = {}) {
  const sentOnes = new Map<string, KeptBatch>()
  let looks = 0
  const batches = {
    asOne: true,
    set: (batch: KeptBatch) => void sentOnes.set(batch.id, batch),
    get(id: string) {
      looks += 1
      return sentOnes.get(id)
    },
  }
  const of = wallet(4, { own: { batches, ...own } })
  const rules = [expiry(await inADayOn(chain.url))]
  const { context } = await granted(of, daily(1n), { to: fresh(), rules })
  const { perform } = await of.asked(method, [{ permissionContext: context }])
  const client = clientOf(chain.url)
  const sent = await getTransactionCount(client, { address: of.address })
  await nodeOf(chain.url).setAutomine(false)
  const performed = perform()
  let is: string | undefined
  const over = performed
    .then(
      () => 'ended',
      (error: unknown) => String(error),
    )
    .then((end) => {
      is = end
      return end
    })
  await expect.poll(() => getTransactionCount(client, { address: of.address, blockTag: 'pending' })).toBe(sent + 1)
  /** Returns how it ended, once it was looked twice more. */
  const afterLooks = async () => {
    const before = looks
    await expect.poll(() => looks).toBeGreaterThan(before + 1)
    return is
  }
  return { over, afterLooks }
}

test('the end of a permission is waited for until a block has it', async () => {
  const { over, afterLooks } = await ending()
  expect(await afterLooks()).toBeUndefined()
  await nodeOf(chain.url).mine({ blocks: 1 })
  expect(await over).toBe('ended')
})

test('an application that goes waits for the end of its permission no more', async () => {
  const gone = new AbortController()
  const { over } = await ending({ signal: gone.signal })
  gone.abort()
  expect(await over).toContain(pending)
})

test('after ten minutes, and not before, it is said that the end of a permission isn’t in a block', async () => {
  const { over, afterLooks } = await ending()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 590_000 })
  try {
    expect(await afterLooks()).toBeUndefined()
    vi.setSystemTime(Date.now() + 20_000)
    expect(await over).toContain(pending)
  } finally {
    vi.useRealTimers()
  }
})

test('what is no permission of the account’s isn’t ended by it', async () => {
  const [of, other] = [wallet(4), wallet(5)]
  const rules = [expiry(await inADayOn(chain.url))]
  const { context } = await granted(other, daily(1n), { to: fresh(), rules })
  expect(await of.refusal(method, [{ permissionContext: context }])).toBe(4100)
  for (const none of [undefined, '0x', '0x00', 7, `${context}00`])
    expect(await of.refusal(method, [{ permissionContext: none }])).toBe(-32_602)
  // Of a network that the wallet doesn’t have.
  const elsewhere = walletOf({ chain: { ...chain, caipNetworkId: 'eip155:31338' }, delegate, place: 5 })
  expect(await elsewhere.refusal(method, [{ permissionContext: context }])).toBe(-32_602)
})

test('in the older shape what the wallet can’t read any more, or has of a network that is gone, isn’t what is ended', async () => {
  const of = wallet(4)
  const rules = [expiry(await inADayOn(chain.url))]
  const { context } = await granted(of, daily(1n), { to: fresh(), rules })
  const older = { expiry: 900, permissions: [{ type: 'a' }] }
  const ending = [{ pci: crypto.randomUUID(), ...older }]
  const kept = (each: string) => ({ chainId: of.network.chainId, context: each, answer: { ...older, context: each } })
  const refusal = (...contexts: readonly string[]) => {
    of.grants.splice(0, of.grants.length, ...contexts.map(kept))
    return of.refusal('wallet_revokePermissions', ending)
  }
  expect(await refusal()).toBe(-32_602)
  expect(await refusal('0x00')).toBe(-32_602)
  expect(await refusal('0x00', context)).toBe('ask')
  const without = wallet(4, { own: { grants: undefined } })
  expect(await without.refusal('wallet_revokePermissions', ending)).toBe(4200)
})
