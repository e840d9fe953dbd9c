import { ChunkLoadError } from '@foyer/core/errors'
import { expect, test } from 'vitest'
import type { Attempt, TestDapp } from '../dapp/test/dapp.js'
import { createTestWorld } from '../dapp/test/world.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { unsigningCiphers } from '../transport/test/ciphers.js'
import { seededRandom } from '../transport/test/clock.js'

// FOYER_FULL=1: thirty times as many.
const runs = process.env.FOYER_FULL ? 3_000 : 100
const second = 1_000
const minute = 60 * second

/** How it ended: nothing where it hasn't. */
interface Ending {
  topic?: string
  code?: unknown
}

/** Runs a visitor, a wallet and a browser in any order, while algorithms come late, or not at all. */
async function run(seed: number, ciphers: Ciphers) {
  const random = seededRandom(seed)
  const oneOf = <Value>(...all: readonly [Value, ...Value[]]) => all[Math.floor(random() * all.length)] ?? all[0]
  const slowness = oneOf(0, second, 20 * second, minute, 6 * minute)
  const losses = oneOf(0, 0, 0.3, 0.7)
  const reuse = random() < 0.2
  let lost = 0
  let isFair = false
  const world = await createTestWorld({ seed, ciphers, reuse, fetched })
  const { clock, relay, wallet, page } = world
  function fetched() {
    const isLost = !isFair && random() < losses
    if (isLost) lost += 1
    return new Promise<void>((resolve, reject) => {
      const come = () => (isLost ? reject(new ChunkLoadError({ chunk: 'noble' })) : resolve())
      if (isFair) come()
      else clock.setTimeout(come, random() * slowness)
    })
  }
  let dapp: TestDapp = world.dapp
  const dapps = [dapp]
  const begun: { readonly attempt: Attempt; readonly by: TestDapp; readonly ending: Ending; isOff: boolean }[] = []
  /** A code that was scanned by one is over. */
  const answered = new Set<string>()
  const steps = {
    connect() {
      const attempt = dapp.connect()
      const ending: Ending = {}
      attempt.session.then(
        ({ topic }) => Object.assign(ending, { topic }),
        ({ code }) => Object.assign(ending, { code }),
      )
      begun.push({ attempt, by: dapp, ending, isOff: false })
    },
    callOff() {
      const last = begun.at(-1)
      if (!last) return
      last.isOff = true
      last.attempt.abort()
    },
    async answer() {
      const uri = oneOf(begun.at(-1), ...begun)?.attempt.offers.at(random() < 0.8 ? -1 : -2)?.uri
      const before = wallet.proposals.length
      if (!uri || answered.has(uri)) return
      answered.add(uri)
      await wallet.pair(uri).catch(() => undefined)
      await clock.settle()
      const proposal = wallet.proposals[before]
      if (!proposal) return
      if (random() < 0.8) wallet.approve(proposal).catch(() => undefined)
      else wallet.reject(proposal).catch(() => undefined)
    },
    turnPage() {
      dapp.client.stop()
      dapp = page({ fetched })
      dapps.push(dapp)
    },
    wake: () => dapp.client.wake(),
    cut: () => relay.dropAll(),
  }
  const { connect, callOff, answer, turnPage, wake, cut } = steps
  for (let step = 0; step < 9; step += 1) {
    const next = step === 0 ? connect : oneOf(connect, connect, callOff, answer, answer, answer, turnPage, wake, cut)
    // A relay's mailboxes need time.
    const done = next()
    await clock.advance(oneOf(0, second, 10 * second, 2 * minute))
    await done
  }
  const wasOff = begun.filter(({ isOff }) => isOff)
  isFair = true
  await clock.advance(15 * minute)
  const at = `seed ${seed}`
  const standing = await clock.until(dapp.client.sessions())
  // What stands here stands there, and somebody has it.
  for (const { topic, pairingTopic } of standing) {
    expect(wallet.sessions.has(topic), at).toBe(true)
    const of = begun.find(({ attempt }) => attempt.offers.some(({ uri }) => uri.includes(pairingTopic)))
    // One that outlives its connecting is the next one's.
    if (of?.by === dapp && !(reuse && of.isOff)) expect(of.ending, at).toEqual({ topic })
  }
  // What stands there stands here, but for what nothing could hear in its time.
  if (lost === 0 && slowness <= minute) {
    const here = standing.map(({ topic }) => topic).sort()
    expect([...wallet.sessions.keys()].sort(), at).toEqual(here)
  }
  for (const { attempt } of begun) attempt.abort()
  await clock.settle()
  for (const { ending } of begun) expect(Object.keys(ending), at).toHaveLength(1)
  for (const { ending } of wasOff)
    if (ending.code) expect(['aborted', 'chunk_load', 'user_rejected'], at).toContain(ending.code)
  for (const { faults } of dapps) for (const fault of faults) expect(fault, at).toMatchObject({ code: 'chunk_load' })
  await clock.advance(15 * minute)
  dapp.client.stop()
  wallet.transport.stop()
  await clock.advance(10 * second)
  expect([clock.pending, relay.sockets], at).toEqual([0, 0])
  expect(dapp.storage.text, at).not.toMatch(/privateKey|"proposed"|"answered"/)
  return standing.length
}

test('[F18] [F21] whatever happens while algorithms are being loaded: each wait ends, both sides agree, and nothing is left', async () => {
  const ciphers = await unsigningCiphers({ random: seededRandom(0) })
  let settled = 0
  for (let seed = 1; seed <= runs; seed += 1) settled += await run(seed, ciphers)
  expect(settled).toBeGreaterThan(runs / 4)
})
