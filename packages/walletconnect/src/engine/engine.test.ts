import { ChunkLoadError } from '@foyer/core/errors'
import { describe, expect, test } from 'vitest'
import { createTestDapp, requested, testStorage } from '../dapp/test/dapp.js'
import { peer } from '../dapp/test/wallet.js'
import { connectedWorld, createTestWorld } from '../dapp/test/world.js'
import { seededRandom } from '../transport/test/clock.js'

/** Creates a fetch that ends when it is asked to. */
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

describe('an engine', () => {
  test('a wallet that agrees at once is connected', async () => {
    const { clock, dapp, wallet, offered, scanned } = await createTestWorld()
    const attempt = await offered()
    const approved = wallet.approve(await scanned(attempt.uri))
    const session = await clock.until(attempt.session)
    expect((await clock.until(approved)).topic).toBe(session.topic)
    expect(await dapp.client.sessions()).toEqual([session])
    expect([dapp.faults, wallet.faults]).toEqual([[], []])
  })

  test.each(['agreement', 'encryption'] as const)(
    '[F18] proposes nothing that it couldn’t read the answer to: without %s it is an error, and tried again',
    async (missing) => {
      const { clock, relay, ciphers, wallet, scanned, offered } = await createTestWorld()
      const { algorithms } = ciphers
      let isThere = false
      const lost = () => Promise.reject(new ChunkLoadError({ chunk: 'noble' }))
      const own = {
        ...ciphers,
        newKeyPair: () => (isThere || missing !== 'agreement' ? ciphers.newKeyPair() : lost()),
        seal: (input: Parameters<typeof ciphers.seal>[0]) =>
          isThere || missing !== 'encryption' ? ciphers.seal(input) : lost(),
        algorithms: { ...algorithms, [missing]: () => (isThere ? algorithms[missing]() : lost()) },
      }
      const dapp = createTestDapp({ relay, clock, ciphers: own, random: seededRandom(7) })
      const first = dapp.connect()
      expect(await clock.until(first.session.catch((error: unknown) => error))).toBeInstanceOf(ChunkLoadError)
      expect([first.offers, dapp.faults]).toEqual([[], []])
      expect(dapp.storage.text).not.toContain('proposed')
      isThere = true
      const second = await offered(dapp)
      await clock.until(wallet.approve(await scanned(second.uri)))
      await dapp.client.disconnect(await clock.until(second.session))
      dapp.client.stop()
      await clock.settle()
      // The wallet's.
      expect(relay.sockets).toBe(1)
    },
  )

  test('a code that a page has shown goes on in the next page', async () => {
    const { clock, dapp, wallet, page, offered, scanned } = await createTestWorld()
    const { uri } = await offered()
    dapp.client.stop()
    const next = page()
    const settled = new Promise((resolve) =>
      next.engine.subscribe((news) => news.type === 'settled' && resolve(news.session)),
    )
    await clock.until(wallet.approve(await scanned(uri)))
    expect(await clock.until(settled)).toMatchObject({ requested })
  })

  test('takes up a proposal also where nothing can be kept; said twice, it is made once', async () => {
    const { clock, wallet, page, relay, scanned } = await createTestWorld()
    const storage = { ...testStorage(), setItem() {} }
    const dapp = page({ storage })
    const parameters = { attempt: 'one', metadata: peer, requested }
    const { uri } = await clock.until(dapp.engine.propose(parameters))
    expect((await clock.until(dapp.engine.propose(parameters))).uri).toBe(uri)
    expect(relay.messages).toHaveLength(1)
    expect(await dapp.engine.sessions()).toEqual([])
    expect((await clock.until(dapp.engine.propose(parameters))).uri).toBe(uri)
    await clock.until(wallet.approve(await scanned(uri)))
    await clock.untilTrue(() => dapp.news.some(({ type }) => type === 'settled'))
    // It is over with that: the same attempt would be another proposal.
    expect((await clock.until(dapp.engine.propose(parameters))).uri).not.toBe(uri)
  })

  test('[F18] a proposal that couldn’t be brought to the relay is made anew when it is said again', async () => {
    const { clock, dapp, relay } = await createTestWorld()
    const parameters = { attempt: 'one', metadata: peer, requested }
    relay.state = 'down'
    await expect(clock.until(dapp.engine.propose(parameters))).rejects.toMatchObject({ code: 'relay_unreachable' })
    relay.state = 'up'
    expect((await clock.until(dapp.engine.propose(parameters))).uri).toContain('wc:')
  })

  test('[F18] a code is withdrawn: the session of a wallet that agrees after all is ended there', async () => {
    const { clock, dapp, wallet, relay, offered, scanned } = await createTestWorld()
    const attempt = await offered()
    const proposal = await scanned(attempt.uri)
    attempt.abort()
    await clock.settle()
    expect(relay.listeners(proposal.topic)).toHaveLength(2)
    const agreed = wallet.approve(proposal)
    await clock.untilTrue(() => wallet.requests.some(({ method }) => method === 'wc_sessionDelete'))
    await clock.until(agreed.catch(() => undefined))
    expect(await dapp.client.sessions()).toEqual([])
  })

  test('[F19] that is stopped while it proposes leaves nothing behind', async () => {
    const { clock, dapp, relay, offered } = await createTestWorld()
    await offered()
    dapp.client.stop()
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

  test('connects to no relay where nothing was proposed and nothing is kept', async () => {
    const { clock, dapp, relay } = await createTestWorld()
    expect(await dapp.client.sessions()).toEqual([])
    dapp.client.wake()
    await clock.settle()
    expect(relay.sockets).toBe(0)
  })

  test('a code is renewed in its time, and a wallet that has scanned the one before is connected', async () => {
    const { clock, dapp, wallet, offered, scanned } = await createTestWorld()
    const attempt = await offered()
    const proposal = await scanned(attempt.uri)
    await clock.advance(240_000)
    expect(attempt.offers).toHaveLength(2)
    const approved = wallet.approve(proposal)
    expect((await clock.until(approved)).topic).toBe((await clock.until(attempt.session)).topic)
    expect(dapp.faults).toEqual([])
  })

  test('a code that is withdrawn twice costs no other one', async () => {
    const { clock, dapp, relay } = await createTestWorld()
    const topics: string[] = []
    for (const attempt of ['one', 'two']) {
      const { pairingTopic } = await clock.until(dapp.engine.propose({ attempt, metadata: peer, requested }))
      topics.push(pairingTopic)
      await clock.advance(3 * 60_000)
    }
    const [one = '', two = ''] = topics
    await clock.until(Promise.all([dapp.engine.withdraw(one), dapp.engine.withdraw(one)]))
    await clock.advance(60_000)
    expect([relay.listeners(one), relay.listeners(two)].map(({ length }) => length)).toEqual([0, 1])
    expect(dapp.storage.text).toContain(two)
    expect(dapp.storage.text).not.toContain(one)
  })

  test('a code that is withdrawn again and again is forgotten a minute after its time all the same', async () => {
    const { clock, dapp, relay } = await createTestWorld()
    const { pairingTopic } = await clock.until(dapp.engine.propose({ attempt: 'one', metadata: peer, requested }))
    for (let time = 0; time < 3; time += 1) await clock.until(dapp.engine.withdraw(pairingTopic))
    expect(relay.listeners(pairingTopic)).toHaveLength(1)
    await clock.advance(6 * 60_000)
    expect(relay.listeners(pairingTopic)).toEqual([])
    expect(dapp.storage.text).not.toContain(pairingTopic)
  })

  test('a page that has stopped withdraws nothing: it writes nothing any more, and the next is told as well', async () => {
    const { clock, dapp } = await createTestWorld()
    const { pairingTopic } = await clock.until(dapp.engine.propose({ attempt: 'one', metadata: peer, requested }))
    const kept = dapp.storage.text
    dapp.client.stop()
    await expect(clock.until(dapp.engine.withdraw(pairingTopic))).rejects.toMatchObject({ code: 'aborted' })
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

  test('leads to nothing where its time is over by then: the wallet is told, and so is the caller, once', async () => {
    const { clock, wallet, dapp, half, attempt, approved } = await slowly()
    attempt.abort()
    await clock.advance(5 * 60_000 + 1_000)
    half.open()
    await clock.untilTrue(() => wallet.requests.some(({ method }) => method === 'wc_sessionDelete'))
    await approved.catch(() => {})
    await clock.advance(10 * 60_000)
    expect(await dapp.client.sessions()).toEqual([])
    expect(dapp.news.filter(({ type }) => type === 'settled' || type === 'notSettled')).toEqual([])
    expect([dapp.faults, dapp.storage.text.includes('privateKey')]).toEqual([[], false])
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
