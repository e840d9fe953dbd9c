import { ChunkLoadError } from '@foyer/core/errors'
import { expect, test } from 'vitest'
import { createDappClient } from '../dapp/createDappClient.js'
import { metadata, requested, testStorage } from '../dapp/test/dapp.js'
import { createTestWallet } from '../dapp/test/wallet.js'
import { createEngine } from '../engine/createEngine.js'
import { clientSeed, createRecords } from '../exchange/records.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { bytesToHex } from '../protocol/codec.js'

import { createTransport } from '../transport/createTransport.js'
import { unsigningCiphers } from '../transport/test/ciphers.js'
import { createTestClock, seededRandom } from '../transport/test/clock.js'
import { createTestRelay } from '../transport/test/relay.js'
import { createSharedEngine } from './createSharedEngine.js'
import { createTestOrigin } from './test/origin.js'

// FOYER_FULL=1: thirty times as many.
const runs = process.env.FOYER_FULL ? 2_000 : 70
const second = 1_000
const minute = 60 * second

/** A try to connect, with the codes that it showed and how it ended, if it has. */
interface Begun {
  readonly uris: string[]
  readonly end: { topic?: string; code?: string }
  abort(): void
}

/** Runs pages of one origin in any order, while engines open late, or not at all. */
async function run(seed: number, ciphers: Ciphers) {
  const at = `seed ${seed}`
  const clock = createTestClock()
  const random = seededRandom(seed)
  const oneOf = <Value>(...all: readonly [Value, ...Value[]]) => all[Math.floor(random() * all.length)] ?? all[0]
  const relay = createTestRelay({ clock, random })
  const wallet = createTestWallet({ relay, clock, ciphers, random })
  const origin = createTestOrigin({ clock })
  const storage = testStorage()
  const slowness = oneOf(0, second, 20 * second)
  const losses = oneOf(0, 0, 0.3)
  let lost = 0
  let isFair = false
  /** Whether some page was there all the time, and none slept with the lock. */
  let isHeard = true
  const begun: Begun[] = []
  const faults: unknown[] = []
  const report = (error: unknown) => void faults.push(error)

  const openPage = () => {
    const page = origin.open()
    const shared = { ciphers, clock: page.clock, random, report }
    const fetched = () => {
      const isLost = !isFair && random() < losses
      if (isLost) lost += 1
      return new Promise<void>((resolve, reject) =>
        page.clock.setTimeout(
          () => (isLost ? reject(new ChunkLoadError({ chunk: 'noble' })) : resolve()),
          isFair ? 0 : random() * slowness,
        ),
      )
    }
    const engine = createSharedEngine({
      ...{ ...shared, name: 'kit', locks: page.locks, channel: page.channel, page: page.life },
      async open() {
        await fetched()
        const records = createRecords({ storage, report })
        const transport = createTransport({
          ...{ ...shared, relayUrl: 'wss://relay.example', projectId: 'project', openSocket: relay.openSocket },
          seed: clientSeed({ records, ciphers }),
          subject: bytesToHex(ciphers.randomBytes(32)),
        })
        return createEngine({ ...shared, transport, records })
      },
    })
    const client = createDappClient({ ...shared, engine })
    const own: Begun[] = []
    const connect = () => {
      const controller = new AbortController()
      const { signal } = controller
      const attempt: Begun = { uris: [], end: {}, abort: () => controller.abort() }
      client.connect({ metadata, requested, offer: ({ uri }) => void attempt.uris.push(uri), signal }).then(
        ({ topic }) => Object.assign(attempt.end, { topic }),
        ({ code }) => Object.assign(attempt.end, { code }),
      )
      own.push(attempt)
      begun.push(attempt)
    }
    return { ...page, client, own, connect, state: 'here', wasAway: false }
  }
  const pages = [openPage()]
  /** A code that was scanned by one is over. */
  const answered = new Set<string>()
  const scan = async (uri: string) => {
    if (answered.has(uri)) return
    answered.add(uri)
    const before = wallet.proposals.length
    await wallet.pair(uri)
    await clock.settle()
    const proposal = wallet.proposals[before]
    if (proposal) await (random() < 0.8 ? wallet.approve(proposal) : wallet.reject(proposal))
  }
  /** Has the next thing happen, to one of the pages where it can. */
  const happen = () => {
    const here = pages.filter(({ state }) => state === 'here')
    const page = here[Math.floor(random() * here.length)]
    const away = pages.find(({ state }) => state === 'hidden' || state === 'frozen')
    const uri = oneOf(begun.at(-1), ...begun)?.uris.at(-1)
    const what = oneOf('connect', 'connect', 'off', 'scan', 'scan', 'scan', 'open', 'hide', 'freeze', 'back', 'close')
    if (what === 'open' && pages.length < 4) pages.push(openPage())
    if (what === 'scan' && uri) scan(uri).catch(() => undefined)
    if (what === 'back' && away) {
      if (away.state === 'hidden') away.show()
      else away.thaw()
      away.state = 'here'
      away.wasAway = true
      away.client.wake()
    }
    if (!page) return
    if (what === 'connect') page.connect()
    if (what === 'off') page.own.at(-1)?.abort()
    if (what === 'hide') {
      page.state = 'hidden'
      page.hide()
    }
    if (what === 'freeze') {
      page.state = 'frozen'
      page.freeze()
    }
    if (what === 'close' && here.length > 1) {
      page.state = 'gone'
      page.client.stop()
      page.close()
    }
  }
  for (let step = 0; step < 14; step += 1) {
    happen()
    const states = pages.map(({ state }) => state)
    if (!states.includes('here') || states.includes('frozen')) isHeard = false
    await clock.advance(oneOf(0, second, 10 * second, minute))
  }
  isFair = true
  for (const page of pages) {
    if (page.state === 'hidden') page.show()
    if (page.state === 'frozen') page.thaw()
    if (page.state !== 'gone' && page.state !== 'here') page.wasAway = true
    if (page.state !== 'gone') page.state = 'here'
  }
  const last = pages.filter(({ state }) => state === 'here')
  await clock.advance(15 * minute)
  const lists = await Promise.all(last.map(({ client }) => clock.until(client.sessions())))
  const [standing = []] = lists
  for (const list of lists) expect(list, at).toEqual(standing)
  for (const { topic, pairingTopic } of standing) {
    expect(wallet.sessions.has(topic), at).toBe(true)
    // A page that was away may have been so with what it had called off; one whose engine couldn't be opened can't abort, and rejects.
    for (const { own, wasAway } of last)
      for (const { uris, end } of own)
        if (!(wasAway && end.code === 'aborted') && end.code !== 'chunk_load')
          if (uris.some((uri) => uri.includes(pairingTopic))) expect(end, at).toEqual({ topic })
  }
  if (lost === 0 && isHeard)
    expect([...wallet.sessions.keys()].sort(), at).toEqual(standing.map(({ topic }) => topic).sort())
  for (const { own } of last) for (const { abort } of own) abort()
  await clock.settle()
  for (const { own } of last) for (const { end } of own) expect(Object.keys(end), at).toHaveLength(1)
  for (const fault of faults) expect(fault, at).toMatchObject({ code: 'chunk_load' })
  await clock.advance(15 * minute)
  for (const { client } of last) client.stop()
  wallet.transport.stop()
  await clock.advance(10 * second)
  expect([clock.pending, relay.sockets], at).toEqual([0, 0])
  // What a page has written that slept while it was robbed, the next one clears.
  const next = openPage()
  await clock.until(next.client.sessions())
  await clock.advance(2 * minute)
  next.client.stop()
  expect(storage.text, at).not.toMatch(/privateKey|"proposed"|"answered"/)
  return standing.length
}

test('[F18] [F19] [F21] whatever happens to pages while their engines open late, or fail to: each wait ends, all agree, and nothing is left', async () => {
  const ciphers = await unsigningCiphers({ random: seededRandom(0) })
  let settled = 0
  for (let seed = 1; seed <= runs; seed += 1) settled += await run(seed, ciphers)
  expect(settled).toBeGreaterThan(runs / 5)
})
