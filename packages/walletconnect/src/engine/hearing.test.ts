import { ChunkLoadError } from '@foyer/core/errors'
import { describe, expect, test } from 'vitest'
import { createTestDapp, requested, testStorage } from '../dapp/test/dapp.js'
import { peer } from '../dapp/test/wallet.js'
import { connectedWorld, createTestWorld } from '../dapp/test/world.js'
import { pairingTimes } from '../protocol/index.js'
import { seededRandom } from '../transport/test/clock.js'

/** What is fetched when it is told to be. */
function gate() {
  const waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = []
  return {
    fetched: () => new Promise<void>((resolve, reject) => waiting.push({ resolve, reject })),
    get asked() {
      return waiting.length
    },
    open: () => waiting.at(-1)?.resolve(),
    fail: () => waiting.at(-1)?.reject(new ChunkLoadError({ chunk: 'hearing' })),
  }
}

describe('what hears a wallet', () => {
  test('[W5] comes when there is a code; what the wallet says meanwhile is taken then, in its order', async () => {
    const half = gate()
    const { clock, dapp, wallet, relay, offered, scanned } = await createTestWorld(half)
    const attempt = await offered()
    expect(half.asked).toBe(1)
    const approved = wallet.approve(await scanned(attempt.uri))
    await clock.untilTrue(() => relay.messages.some(({ tag }) => tag === 1102))
    await clock.settle()
    expect(dapp.news.filter(({ type }) => type === 'settled')).toEqual([])
    half.open()
    const session = await clock.until(attempt.session)
    expect((await clock.until(approved)).topic).toBe(session.topic)
    expect(await dapp.client.sessions()).toEqual([session])
    expect([dapp.faults, wallet.faults]).toEqual([[], []])
  })

  test('[F18] that can’t be had ends connecting, typed; another try has it fetched again', async () => {
    const half = gate()
    const { clock, dapp, wallet, offered, scanned, relay } = await createTestWorld(half)
    const first = await offered()
    half.fail()
    expect(await clock.until(first.session.catch((error: unknown) => error))).toBeInstanceOf(ChunkLoadError)
    await clock.settle()
    expect([half.asked, dapp.faults]).toEqual([1, []])
    expect(dapp.storage.text).not.toContain('proposed')
    const second = await offered()
    expect(second.uri).not.toBe(first.uri)
    half.open()
    await clock.until(wallet.approve(await scanned(second.uri)))
    await clock.until(second.session)
    await dapp.client.disconnect(await second.session)
    dapp.client.stop()
    await clock.settle()
    // The wallet's.
    expect(relay.sockets).toBe(1)
  })

  test('is there first where something is kept; a code that was shown before it was there goes on in the next page', async () => {
    const half = gate()
    const { clock, dapp, wallet, page, offered, scanned } = await createTestWorld(half)
    const { uri } = await offered()
    dapp.client.stop()
    const next = page()
    const settled = new Promise((resolve) =>
      next.node.onNews((news) => news.type === 'settled' && resolve(news.session)),
    )
    await clock.until(wallet.approve(await scanned(uri)))
    expect(await clock.until(settled)).toMatchObject({ requested })
  })

  test('takes up a proposal also where nothing can be kept; said twice, it is made once', async () => {
    const half = gate()
    const { clock, wallet, page, relay, scanned } = await createTestWorld()
    const storage = { ...testStorage(), setItem() {} }
    const dapp = page({ ...half, storage })
    const parameters = { attempt: 'one', metadata: peer, requested }
    const { uri } = await clock.until(dapp.node.propose(parameters))
    expect((await clock.until(dapp.node.propose(parameters))).uri).toBe(uri)
    expect(relay.messages).toHaveLength(1)
    const standing = dapp.node.sessions()
    half.open()
    expect(await standing).toEqual([])
    expect((await clock.until(dapp.node.propose(parameters))).uri).toBe(uri)
    await clock.until(wallet.approve(await scanned(uri)))
    await clock.untilTrue(() => dapp.news.some(({ type }) => type === 'settled'))
    // It is over with that: the same attempt would be another proposal.
    expect((await clock.until(dapp.node.propose(parameters))).uri).not.toBe(uri)
  })

  test('[F18] a proposal that couldn’t be brought to the relay is made anew when it is said again', async () => {
    const { clock, dapp, relay } = await createTestWorld()
    const parameters = { attempt: 'one', metadata: peer, requested }
    relay.state = 'down'
    await expect(clock.until(dapp.node.propose(parameters))).rejects.toMatchObject({ code: 'relay_unreachable' })
    relay.state = 'up'
    expect((await clock.until(dapp.node.propose(parameters))).uri).toContain('wc:')
  })

  test('is there first where the page may be gone with the code', async () => {
    const half = gate()
    const { clock, dapp, relay, page, wallet, offered, scanned } = await createTestWorld()
    await clock.until(wallet.approve(await scanned((await offered()).uri)))
    await clock.untilTrue(() => dapp.news.some(({ type }) => type === 'settled'))
    dapp.client.stop()
    const next = page(half)
    const before = relay.messages.length
    const proposed = next.node.propose({ attempt: 'one', metadata: peer, requested })
    await clock.settle()
    expect([half.asked, relay.messages.length]).toEqual([1, before])
    half.open()
    await clock.until(proposed)
    expect(await next.client.sessions()).toHaveLength(1)
  })

  test('[F18] a code is called off with what hears on its way: the wallet that agrees is told, or nobody hears it', async () => {
    for (const comes of [true, false]) {
      const half = gate()
      const { clock, dapp, wallet, relay, offered, scanned } = await createTestWorld(half)
      const attempt = await offered()
      const proposal = await scanned(attempt.uri)
      attempt.abort()
      if (comes) half.open()
      else half.fail()
      await clock.settle()
      expect(relay.listeners(proposal.topic)).toHaveLength(comes ? 2 : 1)
      const agreed = wallet.approve(proposal)
      if (comes) await clock.untilTrue(() => wallet.requests.some(({ method }) => method === 'wc_sessionDelete'))
      await clock.until(agreed.catch(() => undefined))
      expect(await dapp.client.sessions()).toEqual([])
    }
  })

  test('[F19] that comes when the node has stopped is stopped with it', async () => {
    const half = gate()
    const { clock, dapp, relay, offered } = await createTestWorld(half)
    await offered()
    dapp.client.stop()
    half.open()
    await clock.settle()
    expect([clock.pending, relay.sockets]).toEqual([0, 0])
    expect(dapp.faults).toEqual([])
  })

  test('lets go of what is over when its page wakes: timers sleep with it', async () => {
    const { clock, dapp, page, session } = await connectedWorld()
    dapp.client.stop()
    const next = page({ clock: { ...clock, setTimeout: () => () => {} } })
    expect(await next.client.sessions()).toEqual([session])
    await clock.advance(8 * 86_400_000)
    expect(next.events.filter(({ type }) => type === 'ended')).toEqual([])
    next.client.wake()
    expect(next.events).toContainEqual({ type: 'ended', topic: session.topic, why: 'expired' })
  })

  test('asks for nothing where nothing was proposed and nothing is kept', async () => {
    const half = gate()
    const { dapp } = await createTestWorld(half)
    expect(await dapp.client.sessions()).toEqual([])
    dapp.client.wake()
    expect(half.asked).toBe(0)
  })
})

describe('[F18] what hears a wallet is on its way for long', () => {
  test('a code is renewed in its time all the same, and a wallet that has scanned the one before is heard', async () => {
    const half = gate()
    const { clock, dapp, wallet, offered, scanned } = await createTestWorld(half)
    const attempt = await offered()
    const proposal = await scanned(attempt.uri)
    await clock.advance(pairingTimes.offeredMs)
    expect(attempt.offers).toHaveLength(2)
    const approved = wallet.approve(proposal)
    await clock.settle()
    half.open()
    expect((await clock.until(approved)).topic).toBe((await clock.until(attempt.session)).topic)
    expect([half.asked, dapp.faults]).toEqual([1, []])
  })

  test('a code whose time is over by then leads to nothing, also where a wallet had agreed: it is told, and so is who waits, once', async () => {
    for (const forgets of [false, true]) {
      const half = gate()
      const { clock, wallet, page, scanned } = await createTestWorld()
      const storage = testStorage()
      const dapp = page({ ...half, storage: forgets ? { ...storage, getItem: () => null } : storage })
      const proposed = await clock.until(dapp.node.propose({ attempt: 'one', metadata: peer, requested }))
      const proposal = await scanned(proposed.uri)
      void dapp.node.sessions()
      await clock.advance(5 * 60_000 - 1_000)
      wallet.approve(proposal).catch(() => {})
      await clock.advance(2_000)
      half.open()
      await clock.untilTrue(() => wallet.requests.some(({ method }) => method === 'wc_sessionDelete'))
      await clock.advance(10 * 60_000)
      expect(await dapp.client.sessions()).toEqual([])
      const { pairingTopic } = proposed
      expect(dapp.news.filter(({ type }) => type !== 'status' && type !== 'sessions')).toEqual([
        { type: 'notSettled', pairingTopic, end: { type: 'expired' } },
      ])
      expect([dapp.faults, storage.text.includes('privateKey')]).toEqual([[], false])
      dapp.client.stop()
    }
  })

  test('a code that is called off, and called off again, costs no other one', async () => {
    const half = gate()
    const { clock, dapp, relay } = await createTestWorld(half)
    const topics: string[] = []
    for (const attempt of ['one', 'two']) {
      const { pairingTopic } = await clock.until(dapp.node.propose({ attempt, metadata: peer, requested }))
      topics.push(pairingTopic)
    }
    const [one = '', two = ''] = topics
    void dapp.node.sessions().catch(() => {})
    const off = [dapp.node.withdraw(one), dapp.node.withdraw(one)]
    half.fail()
    await clock.until(Promise.all(off))
    await clock.settle()
    expect([relay.listeners(one), relay.listeners(two)].map(({ length }) => length)).toEqual([0, 1])
    expect(dapp.storage.text).toContain(two)
    expect(dapp.storage.text).not.toContain(one)
  })

  test('the page goes with a code that is being called off: it writes nothing any more, and the next is told as well', async () => {
    const half = gate()
    const { clock, dapp } = await createTestWorld(half)
    const { pairingTopic } = await clock.until(dapp.node.propose({ attempt: 'one', metadata: peer, requested }))
    const kept = dapp.storage.text
    void dapp.node.sessions().catch(() => {})
    const off = dapp.node.withdraw(pairingTopic)
    dapp.client.stop()
    half.open()
    await expect(clock.until(off)).rejects.toMatchObject({ code: 'aborted' })
    expect(dapp.storage.text).toBe(kept)
  })
})

describe('a wallet’s yes that is being taken', () => {
  /** A page that agrees on keys in its own time: code of it is fetched. */
  async function slowly() {
    const half = gate()
    const world = await createTestWorld()
    const { ciphers, relay, clock, wallet } = world
    const algorithms = { ...ciphers.algorithms, agreement: () => half.fetched().then(ciphers.algorithms.agreement) }
    const dapp = createTestDapp({ relay, clock, ciphers: { ...ciphers, algorithms }, random: seededRandom(7) })
    const attempt = await world.offered(dapp)
    const approved = wallet.approve(await world.scanned(attempt.uri))
    await clock.untilTrue(() => half.asked > 0)
    return { ...world, dapp, half, attempt, approved }
  }

  test('is told to the wallet as over where the visitor has called off meanwhile', async () => {
    const { clock, wallet, dapp, half, attempt, approved } = await slowly()
    attempt.abort()
    await clock.settle()
    half.open()
    await clock.untilTrue(() => wallet.requests.some(({ method }) => method === 'wc_sessionDelete'))
    await approved.catch(() => {})
    expect(await dapp.client.sessions()).toEqual([])
    await clock.advance(600_000)
    expect(dapp.storage.text).not.toContain('answered')
    expect(dapp.faults).toEqual([])
  })

  test('[F19] is left to the next page by one that has stopped meanwhile, which writes nothing any more', async () => {
    const { clock, dapp, half, relay, page, wallet } = await slowly()
    const kept = dapp.storage.text
    expect(relay.unacknowledged).toBeGreaterThan(0)
    dapp.client.stop()
    half.open()
    await clock.settle()
    expect(dapp.storage.text).toBe(kept)
    const next = page({ storage: dapp.storage })
    await clock.untilTrue(() => next.news.some(({ type }) => type === 'settled'))
    expect(wallet.requests).toEqual([])
    expect([dapp.faults, next.faults]).toEqual([[], []])
  })
})
