import { systemClock } from '@foyer/core'
import { createTestClock, createTestHost } from '@foyer/testing'
import { base58 } from '@scure/base'
import { afterEach, expect, test, vi } from 'vitest'
import { solana } from '../solana.js'
import { addresses } from '../test/keys.js'
import { ask, createStage, type Stage } from '../test/stage.js'

let stage: Stage | undefined
afterEach(() => stage?.chain.stop())

const blockMs = 400
const pollMs = 1000

/** A chain whose blocks follow the test's clock, and a kit whose clock it is too. */
async function timed(options: Parameters<typeof solana>[0] = {}) {
  const time = createTestClock({ startMs: 1_700_000_000_000 })
  const made = await createStage({ now: time.now })
  stage = made
  // The test moves what waits between two looks; the transport's own timers are the machine's.
  const setTimeout = (done: () => void, ms: number) =>
    ms === pollMs ? time.setTimeout(done, ms) : systemClock.setTimeout(done, ms)
  const clock = { now: time.now, setTimeout }
  const host = createTestHost({ networks: [made.network], clock })
  const actions = await solana(options).actions(host)
  const wait = (hash: string, more: object = {}) => {
    const waiting = actions.waitForTransaction?.({ network: made.network, hash, ...more })
    if (!waiting) throw new Error('There is nothing to wait by.')
    return waiting
  }
  return { ...made, time, wait }
}

const nowhere = base58.encode(new Uint8Array(64).fill(9))
const airdrop = async (url: string) => String(await ask(url, 'requestAirdrop', [addresses[0], 1_000_000]))

/** Lets time pass until the promise settles; each look waits for the next second. */
async function passing<T>(
  time: { advance(ms: number): void; readonly pending: number },
  settling: Promise<T>,
  ms: number,
): Promise<T> {
  let isSettled = false
  const done = () => {
    isSettled = true
  }
  settling.then(done, done)
  while (!isSettled) {
    await vi.waitFor(() => expect(isSettled || time.pending > 0).toBe(true))
    time.advance(ms)
  }
  return settling
}

test('a transaction is there at once as far as `confirmed` goes, and finally after 32 blocks', async () => {
  const { wait, chain } = await timed()
  const hash = await airdrop(chain.url)
  expect(await wait(hash)).toMatchObject({ hash, status: 'success', commitment: 'confirmed' })
  await chain.stop()
  const late = await timed({ commitment: 'max' })
  const other = await airdrop(late.chain.url)
  const before = late.time.now()
  expect(await passing(late.time, late.wait(other), 1_000)).toMatchObject({ commitment: 'finalized' })
  expect(late.time.now() - before).toBeGreaterThanOrEqual(32 * blockMs)
})

test('[F18] one that is in no block after 150 of them will never be, and says so', async () => {
  const { wait, time } = await timed()
  const before = time.now()
  await expect(passing(time, wait(nowhere), 5_000)).rejects.toMatchObject({ code: 'transaction_dropped' })
  expect(time.now() - before).toBeGreaterThan(150 * blockMs)
})

test('[F18] a wait has an end of its own, and leaves no timer', async () => {
  const { wait, time } = await timed()
  await expect(passing(time, wait(nowhere, { timeoutMs: 3_000 }), 1_000)).rejects.toMatchObject({
    code: 'request_timeout',
  })
  expect(time.pending).toBe(0)
})

test('blocks that build on it are counted by their slots', async () => {
  const { wait, time, chain } = await timed()
  const hash = await airdrop(chain.url)
  const before = time.now()
  await passing(time, wait(hash, { confirmations: 10 }), 1_000)
  expect(time.now() - before).toBeGreaterThanOrEqual(9 * blockMs)
})
