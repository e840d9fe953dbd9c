import { describe, expect, test } from 'vitest'
import { InvalidNamespacesError } from '../protocol/errors.js'
import { RelayUnreachableError } from '../transport/errors.js'
import { UnknownSessionError } from './errors.js'
import { account, createTestWorld, granted } from './test/world.js'

const week = 604_800_000
const other = 'eip155:1:0x0000000000000000000000000000000000000001'
const wider = { eip155: { methods: ['personal_sign'], events: ['chainChanged'], accounts: [account, other] } }

const connected = async () => {
  const world = await createTestWorld()
  return { ...world, ...(await world.connect()) }
}

describe('what an application asks of a session', () => {
  test.each([
    ['wc_sessionSettle', 1005, { namespaces: wider }],
    ['wc_sessionUpdate', 3003, { namespaces: wider }],
    ['wc_sessionEvent', 3002, { event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' }],
    ['wc_sessionPropose', 1001, {}],
    ['wc_sessionDance', 10_001, {}],
  ])('[W4] %s is the wallet’s to do, or nobody’s', async (method, code, params) => {
    const { clock, dapp, topic, wallet } = await connected()
    const [before] = wallet.sessions()
    const id = await clock.until(dapp.ask({ topic, method, params }))
    await clock.settle()
    expect(dapp.answerTo(id)).toMatchObject({ error: { code } })
    expect(wallet.sessions()).toEqual([before])
  })

  test('[S7.38] a ping is answered', async () => {
    const { clock, dapp, tagged, topic } = await connected()
    const id = await clock.until(dapp.ask({ topic, method: 'wc_sessionPing', params: {} }))
    await clock.settle()
    expect(dapp.answerTo(id)).toMatchObject({ result: true })
    expect(tagged(1115)).toHaveLength(1)
  })

  test('[S7.38] it may be extended, with and without a time', async () => {
    const { clock, dapp, last, topic, wallet } = await connected()
    await clock.advance(3_600_000)
    const id = await clock.until(dapp.ask({ topic, method: 'wc_sessionExtend', params: {} }))
    await clock.settle()
    expect(dapp.answerTo(id)).toMatchObject({ result: true })
    expect(wallet.sessions()[0]?.expiresAt).toBe(clock.now() + week)
    expect(last('extended')?.session).toEqual(wallet.sessions()[0])
  })

  test('[S7.38] deleting it ends it, and all that it asked', async () => {
    const { clock, dapp, last, relay, topic, wallet, outcome } = await connected()
    const request = { request: { method: 'personal_sign', params: [] }, chainId: 'eip155:1' }
    const asked = await clock.until(dapp.ask({ topic, method: 'wc_sessionRequest', params: request }))
    await clock.settle()
    const ping = outcome(wallet.ping({ topic }))
    const reason = { code: 6000, message: 'User disconnected.' }
    const id = await clock.until(dapp.ask({ topic, method: 'wc_sessionDelete', params: reason }))
    await clock.settle()
    expect(dapp.answerTo(id)).toMatchObject({ result: true })
    expect(last('ended')).toEqual({ type: 'ended', topic, why: 'deleted' })
    expect(last('requestEnded')).toEqual({ type: 'requestEnded', id: asked, why: 'sessionEnded' })
    expect(await ping).toMatchObject({ code: 'provider_disconnected' })
    expect([wallet.sessions(), wallet.requests()]).toEqual([[], []])
    expect(relay.listeners(topic)).toHaveLength(1)
    expect(await outcome(wallet.extend({ topic }))).toBeInstanceOf(UnknownSessionError)
  })

  test('whoever asks has settled, also where that was lost', async () => {
    const { clock, dapp, pair, last, wallet } = await createTestWorld()
    const offer = await pair()
    const { topic } = await clock.until(wallet.approve({ id: offer.id, namespaces: granted }))
    await clock.settle()
    const key = JSON.stringify(dapp.answerTo(offer.id)).match(/"responderPublicKey":"([0-9a-f]+)"/)?.[1] ?? ''
    await clock.until(dapp.join(offer, key))
    await clock.until(dapp.ask({ topic, method: 'wc_sessionPing', params: {} }))
    await clock.settle()
    expect(last('acknowledged')?.session).toMatchObject({ topic, acknowledged: true })
    expect(wallet.sessions()).toMatchObject([{ acknowledged: true }])
  })

  test('who has taken a settlement can’t refuse it any more', async () => {
    const { clock, dapp, topic, told, wallet } = await connected()
    const { id = '' } = dapp.askedFor('wc_sessionSettle') ?? {}
    const error = { code: 1005, message: 'Invalid session settle request.' }
    await clock.until(dapp.answer({ topic, payload: { type: 'failure', id, error } }))
    await clock.settle()
    expect(told('ended')).toEqual([])
    expect(wallet.sessions()).toHaveLength(1)
  })

  test('[W3] the wallet’s own words that come back change nothing', async () => {
    const { clock, relay, reported, session, tagged, topic, wallet, told } = await connected()
    await clock.until(wallet.update({ topic, namespaces: wider }))
    const data = { topic, message: tagged(1104)[0]?.message, publishedAt: 0, tag: 1104 }
    relay.say(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 'x', data } }))
    await clock.settle()
    expect(wallet.sessions()).toEqual([{ ...session, namespaces: wider, acknowledged: true }])
    // An answer would be to itself.
    expect(tagged(1105)).toEqual([])
    expect([told('ended'), told('updateRefused'), reported]).toEqual([[], [], []])
  })
})

describe('what a wallet does with a session', () => {
  test('[S7.38] tells of what was granted, and of nothing else', async () => {
    const { clock, dapp, tagged, topic, wallet, outcome } = await connected()
    const event = { topic, chainId: 'eip155:1', name: 'chainChanged', data: '0x1' }
    await clock.until(wallet.emit(event))
    await clock.settle()
    expect(dapp.askedFor('wc_sessionEvent')?.params).toEqual({
      event: { name: 'chainChanged', data: '0x1' },
      chainId: 'eip155:1',
    })
    expect(await outcome(wallet.emit({ ...event, chainId: 'eip155:2' }))).toBeInstanceOf(InvalidNamespacesError)
    expect(await outcome(wallet.emit({ ...event, name: 'accountsChanged' }))).toBeInstanceOf(InvalidNamespacesError)
    expect(tagged(1110)).toHaveLength(1)
  })

  test('[S7.38] replaces what is granted', async () => {
    const { clock, dapp, topic, wallet, outcome } = await connected()
    expect(await clock.until(wallet.update({ topic, namespaces: wider }))).toMatchObject({ namespaces: wider })
    await clock.settle()
    expect(dapp.askedFor('wc_sessionUpdate')?.params).toEqual({ namespaces: wider })
    expect(wallet.sessions()).toMatchObject([{ namespaces: wider }])
    expect(await outcome(wallet.update({ topic, namespaces: {} }))).toBeInstanceOf(InvalidNamespacesError)
  })

  test('what the relay can’t be told isn’t granted', async () => {
    const { clock, relay, topic, wallet, outcome } = await connected()
    relay.state = 'down'
    relay.dropAll()
    expect(await outcome(wallet.update({ topic, namespaces: wider }))).toBeInstanceOf(RelayUnreachableError)
    expect(wallet.sessions()).toMatchObject([{ namespaces: granted }])
    const before = wallet.sessions()[0]?.expiresAt
    expect(await outcome(wallet.extend({ topic }))).toBeInstanceOf(RelayUnreachableError)
    expect(wallet.sessions()[0]?.expiresAt).toBe(before)
    relay.state = 'up'
    await clock.until(wallet.update({ topic, namespaces: wider }))
    expect(wallet.sessions()).toMatchObject([{ namespaces: wider }])
  })

  test('what the application doesn’t take isn’t granted, unless something else was since', async () => {
    const { clock, dapp, last, topic, told, wallet } = await connected()
    const refuse = async () => {
      await clock.settle()
      const { id = '' } = dapp.askedFor('wc_sessionUpdate') ?? {}
      const error = { code: 1003, message: 'Invalid update request.' }
      await clock.until(dapp.answer({ topic, payload: { type: 'failure', id, error } }))
      await clock.settle()
    }
    await clock.until(wallet.update({ topic, namespaces: wider }))
    await refuse()
    expect(last('updateRefused')?.session.namespaces).toEqual(granted)
    expect(wallet.sessions()).toMatchObject([{ namespaces: granted }])

    const next = await connected()
    await next.clock.until(next.wallet.update({ topic: next.topic, namespaces: wider }))
    const newest = { eip155: { methods: [], events: [], accounts: [other] } }
    await next.clock.until(next.wallet.update({ topic: next.topic, namespaces: newest }))
    await next.clock.settle()
    const { id = '' } = next.dapp.askedFor('wc_sessionUpdate') ?? {}
    const error = { code: 1003, message: 'Invalid update request.' }
    await next.clock.until(next.dapp.answer({ topic: next.topic, payload: { type: 'failure', id, error } }))
    await next.clock.settle()
    expect(next.wallet.sessions()).toMatchObject([{ namespaces: newest }])
    expect(told('updateRefused')).toHaveLength(1)
  })

  test('[S7.38] extends it to a week from now', async () => {
    const { clock, dapp, topic, wallet } = await connected()
    await clock.advance(3_600_000)
    const { expiresAt } = await clock.until(wallet.extend({ topic }))
    await clock.settle()
    expect(expiresAt).toBe(clock.now() + week)
    expect(dapp.askedFor('wc_sessionExtend')?.params).toEqual({ expiry: Math.floor(expiresAt / 1_000) })
    expect(wallet.sessions()[0]?.expiresAt).toBe(expiresAt)
  })

  test('[F18 W3] pings: the answer to its own id on its own topic counts, for 30 seconds', async () => {
    const { clock, dapp, topic, wallet, outcome, connect } = await connected()
    const second = await connect()
    const first = outcome(wallet.ping({ topic }))
    await clock.settle()
    const { id = '' } = dapp.askedFor('wc_sessionPing') ?? {}
    const answer = { type: 'result', id, result: true } as const
    await clock.until(dapp.answer({ topic: second.topic, payload: answer }))
    await clock.settle()
    expect(await first).toMatchObject({ code: 'request_timeout' })
    const from = clock.now()
    expect(await outcome(wallet.ping({ topic }))).toMatchObject({ code: 'request_timeout' })
    expect(clock.now() - from).toBe(30_000)

    const other = await connected()
    const ping = other.outcome(other.wallet.ping({ topic: other.topic }))
    await other.clock.settle()
    const { id: asked = '' } = other.dapp.askedFor('wc_sessionPing') ?? {}
    const pong = { type: 'result', id: asked, result: true } as const
    await other.clock.until(other.dapp.answer({ topic: other.topic, payload: pong }))
    expect(await ping).toBeUndefined()
  })

  test('[S7.38] ends it here at once, and at the application', async () => {
    const { clock, dapp, last, topic, wallet } = await connected()
    const ended = wallet.disconnect({ topic })
    expect(wallet.sessions()).toEqual([])
    expect(last('ended')).toEqual({ type: 'ended', topic, why: 'deleted' })
    await clock.until(ended)
    await clock.settle()
    expect(dapp.askedFor('wc_sessionDelete')?.params).toEqual({ code: 6000, message: 'User disconnected.' })
  })

  test('where nobody can be told, it ends here all the same, and that is reported', async () => {
    const { clock, relay, reported, topic, wallet } = await connected()
    relay.state = 'down'
    relay.dropAll()
    await clock.until(wallet.disconnect({ topic }))
    expect(wallet.sessions()).toEqual([])
    expect(reported).toMatchObject([{ code: 'relay_unreachable' }])
  })

  test('[F18] a session is over after a week', async () => {
    const { clock, last, topic, wallet } = await connected()
    await clock.advance(week)
    expect(last('ended')).toEqual({ type: 'ended', topic, why: 'expired' })
    expect(wallet.sessions()).toEqual([])
  })
})
