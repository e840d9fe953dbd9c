import { describe, expect, test } from 'vitest'
import { testCiphers } from '../transport/test/ciphers.js'
import { createTestWorld, granted } from './test/world.js'

const personalSign = { request: { method: 'personal_sign', params: ['0x00'] }, chainId: 'eip155:1' }

describe('over a reload', () => {
  test('[S7.37 F20] sessions, proposals and requests are there again, and nothing is told twice', async () => {
    const { clock, connect, dapp, pair, reload, relay, told, wallet } = await createTestWorld()
    const { topic } = await connect()
    const proposed = await pair()
    const id = await clock.until(dapp.ask({ topic, method: 'wc_sessionRequest', params: personalSign }))
    await clock.settle()
    const before = [wallet.sessions(), wallet.proposals(), wallet.requests()]
    const next = reload()
    expect([next.sessions(), next.proposals(), next.requests()]).toEqual(before)
    await clock.settle()
    expect(relay.listeners(topic)).toHaveLength(2)
    expect([told('proposed'), told('requested'), told('acknowledged')].map(({ length }) => length)).toEqual([2, 1, 1])
    await clock.until(next.respond({ id, result: 'signed' }))
    await clock.until(next.approve({ id: proposed.id, namespaces: granted }))
    await clock.settle()
    expect(dapp.answerTo(id)).toMatchObject({ result: 'signed' })
    expect(next.sessions()).toHaveLength(2)
  })

  test('[S7.37] what was asked while the wallet was away is asked then', async () => {
    const { clock, connect, dapp, reload, told, wallet } = await createTestWorld()
    const { topic } = await connect()
    wallet.stop()
    const id = await clock.until(dapp.ask({ topic, method: 'wc_sessionRequest', params: personalSign }))
    await clock.settle()
    expect(told('requested')).toEqual([])
    reload()
    await clock.settle()
    expect(told('requested')).toMatchObject([{ request: { id } }])
  })

  test('[W7] what a page has died over is asked by the next one, once', async () => {
    const { clock, connect, dapp, relay, reload, told } = await createTestWorld()
    const { topic } = await connect()
    const ciphers = await testCiphers()
    const algorithms = { ...ciphers.algorithms, encryption: () => new Promise<never>(() => {}) }
    reload({ ciphers: { ...ciphers, algorithms } })
    const id = await clock.until(dapp.ask({ topic, method: 'wc_sessionRequest', params: personalSign }))
    await clock.settle()
    expect([relay.unacknowledged, told('requested')]).toEqual([1, []])
    reload()
    await clock.settle()
    expect([relay.unacknowledged, told('requested').map(({ request }) => request.id)]).toEqual([0, [id]])
    reload()
    await clock.advance(60_000)
    expect(told('requested')).toHaveLength(1)
  })

  test('the answer to a settlement is known by the next page', async () => {
    const { clock, dapp, pair, reload, wallet } = await createTestWorld()
    const offer = await pair()
    const { topic } = await clock.until(wallet.approve({ id: offer.id, namespaces: granted }))
    await clock.settle()
    const key = JSON.stringify(dapp.answerTo(offer.id)).match(/"responderPublicKey":"([0-9a-f]+)"/)?.[1] ?? ''
    await clock.until(dapp.join(offer, key))
    await clock.settle()
    const next = reload()
    const { id = '' } = dapp.askedFor('wc_sessionSettle') ?? {}
    await clock.until(dapp.answer({ topic, payload: { type: 'result', id, result: true } }))
    await clock.settle()
    expect(next.sessions()).toMatchObject([{ topic, acknowledged: true }])
  })

  test('[F18] what was over meanwhile is gone', async () => {
    const { clock, connect, dapp, pair, reload, wallet } = await createTestWorld()
    const { topic } = await connect()
    await pair()
    const id = await clock.until(dapp.ask({ topic, method: 'wc_sessionRequest', params: personalSign }))
    await clock.settle()
    wallet.stop()
    await clock.advance(400_000)
    const next = reload()
    expect([next.proposals(), next.requests(), next.sessions().length]).toEqual([[], [], 1])
    await clock.settle()
    expect(dapp.answerTo(id)).toMatchObject({ error: { code: 8000 } })
  })
})

describe('storage', () => {
  test('[F20] that is cleared under a session costs it nothing while the page lives', async () => {
    const { clock, connect, dapp, stored, wallet, last } = await createTestWorld()
    const { topic } = await connect()
    stored.clear()
    const id = await clock.until(dapp.ask({ topic, method: 'wc_sessionRequest', params: personalSign }))
    await clock.settle()
    expect(last('requested')).toMatchObject({ request: { id } })
    await clock.until(wallet.respond({ id, result: 1 }))
    await clock.settle()
    expect(dapp.answerTo(id)).toMatchObject({ result: 1 })
  })

  test('[F20] that is damaged costs what is damaged', async () => {
    const { connect, reload, reported, stored } = await createTestWorld()
    await connect()
    const second = await connect()
    const key = 'walletconnect/wallet/sessions/1'
    const sessions: unknown = JSON.parse(stored.get(key) ?? '')
    stored.set(key, JSON.stringify(Array.isArray(sessions) ? [[1], ...sessions.slice(1)] : []))
    stored.set('walletconnect/wallet/requests/1', '{')
    const next = reload()
    expect(next.sessions().map(({ topic }) => topic)).toEqual([second.topic])
    expect(reported).toMatchObject([{ code: 'unreadable_records' }])
  })

  test('[W10] no event, error or frame holds a key of a session or pairing', async () => {
    const { clock, connect, dapp, events, outcome, relay, reported, stored, wallet } = await createTestWorld()
    const { offer, topic } = await connect()
    await clock.until(dapp.ask({ topic, method: 'wc_sessionRequest', params: { nonsense: true } }))
    await clock.settle()
    const errors = [
      await outcome(wallet.pair({ uri: offer.uri })),
      await outcome(wallet.respond({ id: 'x', result: 1 })),
    ]
    const keys = [...stored.values()].flatMap((text) => text.match(/"symKey":"[0-9a-f]{64}"/g) ?? [])
    expect(keys.length).toBeGreaterThan(1)
    const said = JSON.stringify([events, reported, errors, relay.frames]) + errors.map(String).join()
    for (const key of keys) expect(said).not.toContain(key.slice(10, -1))
    // The frames name no method of the two's.
    expect(JSON.stringify(relay.frames)).not.toContain('wc_session')
    expect(JSON.stringify(relay.frames)).not.toContain('personal_sign')
  })
})

describe('a client', () => {
  test('[F19] has one socket, and when it stops none, nor a timer', async () => {
    const { clock, connect, dapp, relay, wallet } = await createTestWorld()
    const { topic } = await connect()
    expect(relay.sockets).toBe(2)
    wallet.wake()
    await clock.settle()
    expect(relay.sockets).toBe(2)
    dapp.stop()
    const ping = wallet.ping({ topic }).catch((error: unknown) => error)
    await clock.settle()
    wallet.stop()
    wallet.stop()
    expect(await clock.until(ping)).toMatchObject({ code: 'aborted' })
    expect(wallet.status).toBe('stopped')
    // The relay's own timers, for messages that nobody acknowledged.
    await clock.advance(6_000)
    expect([relay.sockets, clock.pending]).toEqual([0, 0])
  })

  test('is told by a listener that fails, and tells the others all the same', async () => {
    const { pair, reported, wallet } = await createTestWorld()
    const failure = new Error('The listener’s own.')
    const heard: string[] = []
    wallet.listen(() => {
      throw failure
    })
    const stop = wallet.listen(({ type }) => heard.push(type))
    await pair()
    expect(heard).toContain('proposed')
    expect(reported).toContain(failure)
    stop()
    const before = heard.length
    await pair()
    expect(heard).toHaveLength(before)
  })
})
