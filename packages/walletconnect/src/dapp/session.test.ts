import { describe, expect, test } from 'vitest'
import * as peerFailures from '../protocol/failures.js'
import type { DappEvent } from './client.js'
import { createToldClient } from './test/dapp.js'
import { granted } from './test/wallet.js'
import { type ConnectedWorld, connectedWorld } from './test/world.js'

const minute = 60_000
const day = 86_400_000
const { eip155 } = granted
const fewer = { eip155: { ...eip155, accounts: ['eip155:10:0xcd'], chains: ['eip155:10'] } }

/** Has the wallet say something, and waits for its answer. */
async function said(
  { clock, wallet, channel }: ConnectedWorld,
  call: { readonly method: string; readonly params: unknown; readonly id?: string | undefined },
) {
  const before = wallet.answers.length
  await clock.until(wallet.call(channel, call))
  await clock.untilTrue(() => wallet.answers.length > before, 2 * minute)
  return wallet.answers.at(-1)
}
const happened = ({ dapp }: ConnectedWorld): DappEvent[] => dapp.events.filter(({ type }) => type !== 'status')
const event = (name: string, data: unknown, chainId = 'eip155:1') => ({
  method: 'wc_sessionEvent',
  params: { event: { name, data }, chainId },
})

describe('what a wallet does by itself', () => {
  test('[S4.19] its events are told: accounts, chain, other namespaces, a longer life, its end', async () => {
    const world = await connectedWorld()
    const { clock, dapp, session } = world
    const { topic } = session
    const done = { type: 'result', result: true }
    expect(await said(world, event('chainChanged', '0xa'))).toMatchObject(done)
    expect(await said(world, event('accountsChanged', ['0xcd'], 'eip155:10'))).toMatchObject(done)
    expect(await said(world, { method: 'wc_sessionUpdate', params: { namespaces: fewer } })).toMatchObject(done)
    await clock.advance(day)
    expect(await said(world, { method: 'wc_sessionExtend', params: {} })).toMatchObject(done)
    expect(await said(world, { method: 'wc_sessionPing', params: {} })).toMatchObject(done)
    const updated = { ...session, namespaces: { eip155: { ...eip155, ...fewer.eip155 } } }
    expect(await said(world, { method: 'wc_sessionDelete', params: peerFailures.disconnected })).toMatchObject(done)
    const events = happened(world)
    expect(events).toMatchObject([
      { type: 'emitted', topic, chainId: 'eip155:1', name: 'chainChanged', data: '0xa' },
      { type: 'emitted', topic, chainId: 'eip155:10', name: 'accountsChanged', data: ['0xcd'] },
      { type: 'updated', session: updated },
      { type: 'extended', session: { ...updated, expiresAt: expect.any(Number) } },
      { type: 'ended', topic, why: 'deleted' },
    ])
    const [, , , extended] = events
    expect(extended?.type === 'extended' && extended.session.expiresAt - session.expiresAt).toBeGreaterThanOrEqual(
      day - 1_000,
    )
    expect(await dapp.client.sessions()).toEqual([])
    expect(JSON.parse(dapp.storage.getItem('walletconnect/sessions/1') ?? '')).toEqual([])
    expect(dapp.faults).toEqual([])
  })

  test('[W4] what only an application may ask is refused, and so is what nobody knows', async () => {
    const world = await connectedWorld()
    const request = { request: { method: 'personal_sign', params: [] }, chainId: 'eip155:1' }
    for (const [method, params, code] of [
      ['wc_sessionRequest', request, 1001],
      ['wc_sessionPropose', {}, 1001],
      ['wc_sessionAuthenticate', {}, 1001],
      ['wc_pairingDelete', peerFailures.disconnected, 1001],
      ['wc_sessionDream', {}, 10_001],
      ['toString', {}, 10_001],
    ] as const)
      expect(await said(world, { method, params })).toMatchObject({ type: 'failure', error: { code } })
    expect(happened(world)).toEqual([])
  })

  test('[W8] what wasn’t granted isn’t told', async () => {
    const world = await connectedWorld()
    for (const call of [event('message', 1), event('chainChanged', 1, 'eip155:5'), event('constructor', 1)])
      expect(await said(world, call)).toMatchObject({ error: peerFailures.unauthorizedEvent })
    expect(happened(world)).toEqual([])
  })

  test.each<[string, Record<string, unknown>, number]>([
    ['grants nothing', {}, 5104],
    ['has no accounts', { eip155: { ...eip155, accounts: [] } }, 5103],
    ['has an account under the wrong chain', { 'eip155:10': { ...eip155, chains: undefined } }, 5103],
    ['has nothing that can be read', { eip155: null }, 1003],
    ['has accounts that are none', { eip155: { ...eip155, accounts: [null, 'eip155:1'] } }, 5103],
  ])('[W8] an update that %s ends the session, here and at the wallet', async (_, namespaces, code) => {
    const world = await connectedWorld()
    const { clock, wallet, dapp } = world
    expect(await said(world, { method: 'wc_sessionUpdate', params: { namespaces } })).toMatchObject({ error: { code } })
    await clock.untilTrue(() => wallet.sessions.size === 0)
    expect(happened(world)).toMatchObject([{ type: 'ended', why: 'unusable' }])
    expect(await dapp.client.sessions()).toEqual([])
  })

  test('[W8] a family without accounts, and one that is null, is left out of an update, and the session stands', async () => {
    const world = await connectedWorld()
    const namespaces = { eip155: { ...eip155, chains: null }, solana: { accounts: [], methods: [] }, cosmos: null }
    expect(await said(world, { method: 'wc_sessionUpdate', params: { namespaces } })).toMatchObject({ result: true })
    expect(happened(world)).toMatchObject([{ type: 'updated' }])
    const [session] = await world.dapp.client.sessions()
    expect(Object.keys(session?.namespaces ?? {})).toEqual(['eip155'])
  })

  test('[W7] an older update or event after a newer one changes nothing; the same again neither', async () => {
    const world = await connectedWorld()
    const { clock, dapp } = world
    const id = (ms: number) => `${clock.now() + ms}000`
    const update = (ms: number, namespaces: unknown) => ({
      method: 'wc_sessionUpdate',
      params: { namespaces },
      id: id(ms),
    })
    expect(await said(world, update(5, fewer))).toMatchObject({ type: 'result' })
    const [known] = await dapp.client.sessions()
    expect(await said(world, update(4, granted))).toMatchObject({ error: peerFailures.invalidUpdate })
    expect(await said(world, { ...event('chainChanged', 1, 'eip155:10'), id: id(9) })).toMatchObject({ type: 'result' })
    await said(world, { ...event('chainChanged', 2, 'eip155:10'), id: id(8) })
    await said(world, { ...event('chainChanged', 3, 'eip155:10'), id: id(9) })
    expect(await dapp.client.sessions()).toEqual([known])
    expect(happened(world)).toMatchObject([{ type: 'updated' }, { type: 'emitted', data: 1 }])
  })
})

describe('what comes wrong', () => {
  test('[W3 W7] what came once changes nothing when it comes again: at once, later, or after a reload', async () => {
    const world = await connectedWorld()
    const { clock, relay, wallet, dapp, page, channel } = world
    await said(world, event('chainChanged', '0xa'))
    const { topic } = channel
    wallet.visitor.onRequest = (request) =>
      wallet.answer(request, 'wc_sessionRequest', { type: 'result', id: request.id, result: 'signed' })
    await clock.until(dapp.client.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: [] }))
    const heard = relay.messages.filter((each) => each.topic === topic)
    // All of it, its own words too: by somebody who has recorded the relay.
    const again = async () => {
      for (const { publisher, had, publishedAt, expiresAt, ...each } of heard) {
        for (const time of [1, 2]) relay.publish({ ...each, publisher: `recorder ${time} ${clock.now()}` })
        relay.say(
          JSON.stringify({
            id: clock.now(),
            jsonrpc: '2.0',
            method: 'irn_subscription',
            params: { id: 'x', data: { ...each, publishedAt } },
          }),
        )
      }
      await clock.advance(minute)
    }
    expect(heard.length).toBeGreaterThan(2)
    const before = happened(world)
    const answers = wallet.answers.length
    await again()
    expect([happened(world), wallet.answers.length]).toEqual([before, answers])
    dapp.client.stop()
    const next = page()
    await clock.settle()
    await again()
    expect(next.events.filter(({ type }) => type !== 'status')).toEqual([])
    expect([wallet.answers.length, next.faults]).toEqual([answers, []])
    expect(await next.client.sessions()).toHaveLength(1)
  })

  test('malformed, too large, for another key: dropped, and reported without its content', async () => {
    const world = await connectedWorld()
    const { clock, wallet, dapp, channel } = world
    const { topic } = channel
    const before = await dapp.client.sessions()
    for (const message of [
      '',
      'garbage',
      'AA==',
      '!'.repeat(100),
      Buffer.alloc(60).toString('base64'),
      'A'.repeat(1_100_000),
    ])
      await clock.until(wallet.publish({ topic, message: message || '=', ttl: 300, tag: 1 }))
    for (const params of [null, 1, [], {}, { namespaces: 1 }, { event: {} }])
      for (const method of ['wc_sessionEvent', 'wc_sessionExtend', 'wc_sessionSettle'])
        await clock.until(wallet.call(channel, { method, params }))
    await clock.until(wallet.answer(channel, 'wc_sessionRequest', { type: 'result', id: '1', result: 1 }))
    await clock.advance(minute)
    expect(await dapp.client.sessions()).toEqual(before.map((each) => ({ ...each, expiresAt: expect.any(Number) })))
    expect(happened(world).filter(({ type }) => type !== 'extended')).toEqual([])
    const codes = dapp.faults.map((fault) => (fault instanceof Error && 'code' in fault ? fault.code : fault))
    expect(new Set(codes)).toEqual(new Set(['invalid_envelope', 'undecryptable']))
    expect(await said(world, { method: 'wc_sessionPing', params: {} })).toMatchObject({ type: 'result' })
  })

  test('[W1] an envelope of another type than the session’s is refused', async () => {
    const world = await connectedWorld()
    const { clock, wallet, dapp, channel } = world
    const { topic } = channel
    const clear = Buffer.from(
      `\u0002{"id":1,"jsonrpc":"2.0","method":"wc_sessionDelete","params":{"code":1,"message":""}}`,
    )
    await clock.until(wallet.publish({ topic, message: clear.toString('base64'), ttl: 300, tag: 1112 }))
    await clock.untilTrue(() => dapp.faults.length > 0)
    expect(dapp.faults).toMatchObject([{ code: 'invalid_envelope', fault: 'type' }])
    expect(await dapp.client.sessions()).toHaveLength(1)
  })
})

describe('time and storage', () => {
  test('a session that isn’t extended ends by itself, also while nobody looked', async () => {
    const world = await connectedWorld()
    const { clock, dapp, page, session } = world
    await clock.advance(session.expiresAt - clock.now() - 1)
    expect(await dapp.client.sessions()).toHaveLength(1)
    await clock.advance(1)
    expect(happened(world)).toEqual([{ type: 'ended', topic: session.topic, why: 'expired' }])
    expect(dapp.transport.status).not.toBe('waiting')
    const later = await connectedWorld()
    later.dapp.client.stop()
    await later.clock.advance(8 * day)
    expect(await later.page().client.sessions()).toEqual([])
    expect(page).toBeTypeOf('function')
  })

  test('a page that comes back takes its sessions up, and hears what was said meanwhile', async () => {
    const world = await connectedWorld()
    const { clock, wallet, dapp, page, channel, session } = world
    dapp.client.stop()
    await clock.until(wallet.call(channel, event('chainChanged', '0xa')))
    const next = page()
    expect(await next.client.sessions()).toEqual([session])
    await clock.untilTrue(() => next.events.some(({ type }) => type === 'emitted'))
    next.client.stop()
    // Deleted while the page slept.
    await clock.until(wallet.call(channel, { method: 'wc_sessionDelete', params: peerFailures.disconnected }))
    const last = page()
    await clock.untilTrue(() => last.events.some(({ type }) => type === 'ended'))
    expect(await last.client.sessions()).toEqual([])
  })

  test('a page that was frozen comes to itself as soon as it is in front', async () => {
    const { clock, relay, dapp } = await connectedWorld()
    relay.state = 'down'
    relay.dropAll()
    await clock.advance(10 * minute)
    relay.state = 'up'
    await clock.settle()
    expect(dapp.transport.status).toBe('waiting')
    dapp.client.wake()
    await clock.advance(1)
    expect(dapp.events.at(-1)).toEqual({ type: 'status', status: 'open' })
  })

  test('storage that is cleared costs a session only the next page; what the next page can’t take up has ended', async () => {
    const world = await connectedWorld()
    const { clock, wallet, dapp, page, session } = world
    dapp.storage.clear()
    wallet.visitor.onRequest = (request) =>
      wallet.answer(request, 'wc_sessionRequest', { type: 'result', id: request.id, result: 'signed' })
    const { topic } = session
    const ask = () => dapp.client.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: [] })
    expect(await clock.until(ask())).toBe('signed')
    dapp.storage.clear()
    const next = page()
    expect(await next.client.sessions()).toEqual([])
    expect(next.faults).toEqual([])
  })

  test('what another page’s engine can’t take up has ended for this one', async () => {
    const { dapp, clock, ciphers, session } = await connectedWorld()
    const { client, emit: tell } = createToldClient({ dapp, clock, ciphers })
    const events: DappEvent[] = []
    client.listen((each) => void events.push(each))
    const { topic } = session
    const asked = client.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: [] })
    await clock.settle()
    tell({ type: 'sessions', sessions: [] })
    await expect(asked).rejects.toMatchObject({ code: 'provider_disconnected' })
    expect(events).toEqual([{ type: 'ended', topic, why: 'unusable' }])
    // Also where nothing was asked of it yet.
    events.splice(0)
    await clock.until(client.sessions())
    tell({ type: 'sessions', sessions: [] })
    expect(events).toEqual([{ type: 'ended', topic, why: 'unusable' }])
  })

  test('that is ended has been told to the wallet, or was tried to for two seconds', async () => {
    const { clock, dapp, relay, wallet, session } = await connectedWorld()
    await clock.until(dapp.client.disconnect({ topic: session.topic }))
    await clock.settle()
    expect(relay.messages.at(-1)).toMatchObject({ tag: 1112 })
    await clock.untilTrue(() => wallet.sessions.size === 0)

    const down = await connectedWorld()
    down.relay.state = 'down'
    down.relay.dropAll()
    const at = down.clock.now()
    await down.clock.until(down.dapp.client.disconnect({ topic: down.session.topic }))
    expect(down.clock.now() - at).toBe(2_000)
    expect(await down.dapp.client.sessions()).toEqual([])
    expect(down.dapp.faults).toEqual([])
  })
})
