import type { PairingOffer } from '@foyer/core'
import { describe, expect, test } from 'vitest'
import * as peerFailures from '../protocol/failures.js'
import { parsePairingUri } from '../protocol/pairing.js'
import { createToldClient, requested } from './test/dapp.js'
import { granted, peer } from './test/wallet.js'
import { connectedWorld, createTestWorld } from './test/world.js'

const minute = 60_000

describe('connecting', () => {
  test('[S7.37] a wallet’s session carries connecting, requests and disconnecting', async () => {
    const { clock, dapp, wallet, session, channel } = await connectedWorld()
    expect(session).toMatchObject({
      topic: channel.topic,
      namespaces: granted,
      peer,
      requested,
      disableDeepLink: false,
    })
    expect(await dapp.client.sessions()).toEqual([session])
    wallet.visitor.onRequest = (request) =>
      wallet.answer(request, 'wc_sessionRequest', { type: 'result', id: request.id, result: '0xsigned' })
    const { topic } = session
    const signed = dapp.client.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: ['0x00'] })
    expect(await clock.until(signed)).toBe('0xsigned')
    await dapp.client.disconnect({ topic })
    expect(await dapp.client.sessions()).toEqual([])
    await clock.untilTrue(() => wallet.sessions.size === 0)
    expect(wallet.requests.at(-1)).toMatchObject({ method: 'wc_sessionDelete', params: { code: 6000 } })
    expect([dapp.faults, wallet.faults]).toEqual([[], []])
  })

  test.each(['newer', 'older', 'settleFirst'] as const)('takes a settlement that comes the %s way', async (way) => {
    const { clock, wallet, offered, scanned, dapp } = await createTestWorld()
    const attempt = await offered()
    await clock.until(wallet.approve(await scanned(attempt.uri), { way }))
    const { topic } = await clock.until(attempt.session)
    // The wallet is told that it is settled.
    await clock.untilTrue(() => wallet.answers.some((answer) => answer.topic === topic && answer.type === 'result'))
    expect(dapp.faults).toEqual([])
  })

  test('keeps a settlement that the relay hands over before the answer to the proposal', async () => {
    const { relay, clock, wallet, offered, scanned, dapp } = await createTestWorld()
    const attempt = await offered()
    const proposal = await scanned(attempt.uri)
    const eager = async () => {
      for (const { topic, message, tag, publishedAt, had } of relay.messages) {
        if (tag !== 1102) continue
        const data = { topic, message, tag, publishedAt }
        relay.say(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 'x', data } }))
        // It won't come again.
        for (const client of relay.listeners(proposal.topic)) had.add(client)
      }
      await clock.advance(1_000)
    }
    await clock.until(wallet.approve(proposal, { way: 'settleFirst', between: eager }))
    await clock.until(attempt.session, 10_000)
    expect(dapp.faults).toEqual([])
  })

  test('proposes on one pairing, by one way: a relay that knows only the older gets another pairing', async () => {
    const { relay, clock, dapp, wallet, offered, scanned } = await createTestWorld({ dialect: 'classic' })
    const first = await offered()
    const said = () =>
      relay.frames
        .filter(({ from, text }) => from === 'client' && text.includes('"method"'))
        .map(({ text }) => JSON.parse(text))
    const topicOf = ({ params }: { params: { topic?: string; topics?: string[]; pairingTopic?: string } }) =>
      params.pairingTopic ?? params.topic ?? params.topics?.[0]
    const newer = said()
      .filter(({ method }) => method === 'wc_proposeSession')
      .map(topicOf)
    const older = said()
      .filter(({ method, params }) => method === 'irn_publish' && params.tag === 1100)
      .map(topicOf)
    expect([newer.length, older.length]).toEqual([1, 1])
    expect(older).not.toEqual(newer)
    expect(older[0]).toBe(parsePairingUri({ text: first.uri, now: clock.now() }).topic)
    expect(said().some((call) => call.method.endsWith('ubscribe') && topicOf(call) === newer[0])).toBe(false)
    await clock.until(wallet.approve(await scanned(first.uri)))
    await clock.until(first.session)
    // It is remembered.
    await offered()
    expect(said().filter(({ method }) => method === 'wc_proposeSession')).toHaveLength(1)
    expect(dapp.faults).toEqual([])
  })

  test('a proposal that can’t be brought to the relay ends, in its time', async () => {
    const { relay, clock, dapp } = await createTestWorld()
    relay.state = 'down'
    const at = clock.now()
    const down = dapp.connect()
    await expect(clock.until(down.session)).rejects.toMatchObject({ code: 'relay_unreachable' })
    expect(clock.now() - at).toBeLessThanOrEqual(20_000)
    expect(down.offers).toEqual([])
    relay.state = 'up'
    relay.refusal = 'Unauthorized: invalid key'
    await expect(clock.until(dapp.connect().session)).rejects.toMatchObject({ code: 'relay_refused' })
    relay.refusal = undefined
    relay.state = 'garbling'
    await expect(clock.until(dapp.connect().session)).rejects.toMatchObject({ code: 'relay_unreachable' })
  })

  test('[F19] a withdrawn proposal leaves no socket, with a relay of the older calls', async () => {
    const { relay, clock, dapp, offered } = await createTestWorld({ dialect: 'classic' })
    const first = await offered()
    first.abort()
    await clock.advance(7 * minute)
    expect(relay.sockets).toBe(0)
    relay.state = 'down'
    await expect(clock.until(dapp.connect().session)).rejects.toMatchObject({ code: 'relay_unreachable' })
    relay.state = 'up'
    await clock.advance(minute)
    expect(relay.sockets).toBe(0)
  })
})

describe('a wallet’s no', () => {
  test.each([
    [peerFailures.rejected, 'user_rejected'],
    [peerFailures.rejectedMethods, 'user_rejected'],
    [{ code: 4001, message: 'no' }, 'user_rejected'],
    [peerFailures.unsupportedMethods, 'unsupported_method'],
    [peerFailures.unsupportedChains, 'unknown_wallet'],
    [{ code: 0, message: '' }, 'unknown_wallet'],
    [{ code: -32_603, message: 'x'.repeat(900) }, 'json_rpc'],
  ])('%o is a %s', async (failure, code) => {
    const { clock, wallet, offered, scanned, dapp } = await createTestWorld()
    const attempt = await offered()
    await clock.until(wallet.reject(await scanned(attempt.uri), failure))
    await expect(clock.until(attempt.session, minute)).rejects.toMatchObject({ code })
    expect(await dapp.client.sessions()).toEqual([])
    expect(dapp.storage.text).not.toContain('proposed')
  })

  test('a wallet that leaves the pairing, or the session before it is settled, has said no', async () => {
    const { clock, wallet, offered, scanned } = await createTestWorld()
    const one = await offered()
    const reason = peerFailures.disconnected
    await clock.until(wallet.call(await scanned(one.uri), { method: 'wc_pairingDelete', params: reason }))
    await expect(clock.until(one.session)).rejects.toMatchObject({ code: 'provider_disconnected', walletCode: 6000 })
    const two = await offered()
    const proposal = await scanned(two.uri)
    const keys = { ...proposal, ...(await clock.until(wallet.agree(proposal))) }
    await clock.until(wallet.call(keys, { method: 'wc_sessionDelete', params: reason }))
    await expect(clock.until(two.session)).rejects.toMatchObject({ walletCode: 6000 })
  })
})

describe('time', () => {
  test('[S4.4 S9.1 S9.2] a pairing is renewed in place 3:50 after it was made; the one before may be answered until its five minutes are over', async () => {
    const { clock, wallet, offered, scanned, dapp } = await createTestWorld()
    const attempt = await offered()
    const madeAt = attempt.offers[0]?.madeAt ?? 0
    expect(clock.now() - madeAt).toBeLessThan(1_000)
    await clock.advance(madeAt + 230_000 - 1 - clock.now())
    expect(attempt.offers).toHaveLength(1)
    await clock.advance(1)
    await clock.untilTrue(() => attempt.offers.length === 2)
    expect(clock.now() - madeAt).toBeLessThan(231_000)
    const uris = attempt.offers.map(({ uri }) => uri)
    expect(new Set(uris).size).toBe(2)
    // Scanned at the last moment.
    const proposal = await scanned(uris[0] ?? '')
    await clock.advance(madeAt + 299_000 - clock.now())
    await clock.until(wallet.approve(proposal))
    await clock.until(attempt.session)
    // The other is withdrawn.
    await clock.until(wallet.approve(await scanned(uris[1] ?? '')))
    await clock.advance(10 * minute)
    expect(attempt.offers).toHaveLength(2)
    expect(await dapp.client.sessions()).toHaveLength(1)
    expect(wallet.sessions.size).toBe(1)
  })

  test('an expired proposal can’t be answered; at most two are alive, for however long it takes', async () => {
    const { clock, wallet, offered, scanned, dapp } = await createTestWorld()
    const attempt = await offered()
    const first = await scanned(attempt.uri)
    const alive = () => dapp.storage.text.split('proposed').length - 1
    for (let passed = 0; passed < 20; passed += 1) {
      await clock.advance(minute)
      expect(alive()).toBeGreaterThan(0)
      expect(alive()).toBeLessThanOrEqual(2)
    }
    expect(attempt.offers).toHaveLength(6)
    expect(dapp.news.filter(({ type }) => type === 'notSettled')).toHaveLength(4)
    await clock.until(wallet.approve(first))
    await clock.advance(1_000)
    expect(await dapp.client.sessions()).toEqual([])
    // A wallet that agrees too late is told, where its word was on its way.
    const offers = attempt.offers.length
    const late = await scanned(attempt.offers.at(-1)?.uri ?? '')
    await clock.untilTrue(() => attempt.offers.length === offers + 1)
    const madeAt = attempt.offers.at(-2)?.madeAt ?? 0
    await clock.advance(madeAt + 301_000 - clock.now())
    const lost = await clock.until(wallet.approve(late))
    await clock.untilTrue(() => !wallet.sessions.has(lost.topic), minute)
    expect(await dapp.client.sessions()).toEqual([])
    // The newest can.
    const newest = await scanned(attempt.offers.at(-1)?.uri ?? '')
    const channel = await clock.until(wallet.approve(newest))
    expect((await clock.until(attempt.session)).topic).toBe(channel.topic)
  })

  test('of two wallets the first that settles wins, and the other is told that it is over', async () => {
    const { clock, wallet, anotherWallet, offered, scanned, dapp } = await createTestWorld()
    const attempt = await offered()
    const other = anotherWallet()
    const one = await scanned(attempt.uri)
    await clock.advance(231_000)
    const two = await scanned(attempt.offers[1]?.uri ?? '', other)
    const channels = await clock.until(Promise.all([wallet.approve(one), other.approve(two)]))
    expect(channels.map(({ topic }) => topic)).toContain((await clock.until(attempt.session)).topic)
    await clock.advance(minute)
    expect(await dapp.client.sessions()).toHaveLength(1)
    expect(wallet.sessions.size + other.sessions.size).toBe(1)
  })

  test('what is aborted is withdrawn: a wallet that agrees after all is told that it is over', async () => {
    const { clock, wallet, offered, scanned, dapp } = await createTestWorld()
    const attempt = await offered()
    const proposal = await scanned(attempt.uri)
    attempt.abort()
    await expect(clock.until(attempt.session)).rejects.toMatchObject({ code: 'aborted' })
    await clock.until(wallet.approve(proposal))
    await clock.advance(minute)
    expect(await dapp.client.sessions()).toEqual([])
    expect(wallet.sessions.size).toBe(0)
    expect(dapp.storage.text).not.toContain('privateKey')
    // One that has agreed already, too.
    const next = await offered()
    const keys = await clock.until(wallet.agree(await scanned(next.uri)))
    await clock.untilTrue(() => dapp.storage.text.includes('answered'))
    next.abort()
    await clock.until(wallet.settle(keys))
    await clock.advance(10 * minute)
    expect([next.offers.length, wallet.sessions.size]).toEqual([1, 0])
    expect(await dapp.client.sessions()).toEqual([])
  })

  test('what is aborted before the relay has it is never offered', async () => {
    const { clock, dapp } = await createTestWorld()
    const early = dapp.connect()
    early.abort()
    await expect(clock.until(early.session)).rejects.toMatchObject({ code: 'aborted' })
    const aborted = dapp.connect({ signal: AbortSignal.abort() })
    await expect(clock.until(aborted.session)).rejects.toMatchObject({ code: 'aborted' })
    await clock.advance(10 * minute)
    expect(early.offers).toEqual([])
    expect(dapp.storage.text).not.toContain('privateKey')
    expect(clock.pending).toBe(0)
  })

  test('what is aborted while its session is on the way is ended', async () => {
    const { clock, wallet, offered, scanned, dapp } = await createTestWorld()
    const attempt = await offered()
    // The engine hears that it was called off only when the session is there.
    const { withdraw } = dapp.engine
    let late = () => {}
    dapp.engine.withdraw = (pairingTopic) =>
      new Promise((resolve) => {
        late = () => resolve(withdraw(pairingTopic))
      })
    const proposal = await scanned(attempt.uri)
    attempt.abort()
    await clock.until(wallet.approve(proposal))
    await clock.untilTrue(() => dapp.news.some(({ type }) => type === 'settled'))
    late()
    await clock.advance(minute)
    expect(dapp.news.map(({ type }) => type)).toContain('settled')
    expect(await dapp.client.sessions()).toEqual([])
    expect(wallet.sessions.size).toBe(0)
  })
})

describe('where the page loses its view', () => {
  test('[S4.5] the very same pairing is offered again while it may be; else it is another', async () => {
    const { clock, offered, scanned, wallet, dapp } = await createTestWorld({ reuse: true })
    const one = await offered()
    one.abort()
    await expect(one.session).rejects.toMatchObject({ code: 'aborted' })
    await clock.advance(3 * minute)
    const two = await offered()
    expect(two.offers).toEqual(one.offers)
    two.abort()
    await clock.advance(minute)
    const three = await offered()
    expect(three.uri).not.toBe(one.uri)
    three.abort()
    // For something else it is another, and the former is withdrawn.
    const other = dapp.connect({ requested: { eip155: { chains: ['eip155:10'], methods: [], events: [] } } })
    await clock.untilTrue(() => other.offers.length > 0)
    expect(other.offers[0]?.uri).not.toBe(three.uri)
    const late = await scanned(three.uri)
    await clock.until(wallet.approve(late))
    await clock.advance(minute)
    expect(wallet.sessions.size).toBe(0)
  })

  test('[S4.5] a session that was settled meanwhile is there at once, unless it has ended', async () => {
    const { clock, wallet, offered, scanned, dapp } = await createTestWorld({ reuse: true })
    const one = await offered()
    const proposal = await scanned(one.uri)
    one.abort()
    const channel = await clock.until(wallet.approve(proposal))
    await clock.untilTrue(() => wallet.answers.length > 0)
    const two = dapp.connect()
    expect((await clock.until(two.session)).topic).toBe(channel.topic)
    expect(two.offers).toEqual([])

    const three = await offered()
    expect(three.uri).not.toBe(one.uri)
    const another = await scanned(three.uri)
    three.abort()
    const over = await clock.until(wallet.approve(another))
    await clock.untilTrue(() => wallet.answers.length > 1)
    await clock.until(wallet.call(over, { method: 'wc_sessionDelete', params: peerFailures.disconnected }))
    await clock.untilTrue(() => dapp.events.some(({ type }) => type === 'ended'))
    const four = await offered()
    expect(four.uri).not.toBe(three.uri)
  })

  test('without it every connecting has a pairing of its own', async () => {
    const { offered } = await createTestWorld()
    const one = await offered()
    one.abort()
    expect((await offered()).uri).not.toBe(one.uri)
  })
})

describe('over pages', () => {
  test('a proposal goes on in the next page; its private key is gone as soon as it has done its work', async () => {
    const { clock, wallet, offered, scanned, dapp, page } = await createTestWorld()
    const attempt = await offered()
    expect(dapp.storage.text).toContain('privateKey')
    const proposal = await scanned(attempt.uri)
    dapp.client.stop()
    await expect(attempt.session).rejects.toMatchObject({ code: 'aborted' })
    const next = page()
    const keys = await clock.until(wallet.agree(proposal))
    await clock.untilTrue(() => next.storage.text.includes('answered'))
    expect(next.storage.text).not.toContain('privateKey')
    next.client.stop()
    const last = page()
    await clock.until(wallet.settle(keys))
    await clock.untilTrue(() => last.news.some(({ type }) => type === 'settled'))
    expect(await last.client.sessions()).toMatchObject([{ topic: keys.topic, namespaces: granted }])
    expect(last.faults).toEqual([])
  })

  test.each(['the list of those that stand', 'the next code'])(
    '[F18] a settlement of which the news was lost is known by %s',
    async (how) => {
      const { clock, wallet, scanned, dapp, ciphers } = await createTestWorld()
      const { client, emit: tell } = createToldClient({ dapp, clock, ciphers })
      const offers: PairingOffer[] = []
      const { signal } = new AbortController()
      const connected = client.connect({ metadata: peer, requested, offer: (offer) => void offers.push(offer), signal })
      await clock.untilTrue(() => offers.length > 0)
      await clock.until(wallet.approve(await scanned(offers[0]?.uri ?? '')))
      await clock.untilTrue(() => dapp.news.some(({ type }) => type === 'settled'))
      const sessions = await dapp.client.sessions()
      if (how === 'the next code') await clock.advance(4 * minute)
      else tell({ type: 'sessions', sessions })
      expect(await clock.until(connected)).toEqual(sessions[0])
      // And nothing is proposed on.
      await clock.advance(4 * minute)
      expect(offers).toHaveLength(how === 'the next code' ? 2 : 1)
    },
  )

  test('the same attempt said twice is made once, also to the next page', async () => {
    const { clock, dapp, relay, page } = await createTestWorld()
    const parameters = { attempt: 'one', metadata: peer, requested }
    const [one, two] = await clock.until(
      Promise.all([dapp.engine.propose(parameters), dapp.engine.propose(parameters)]),
    )
    expect(two).toEqual(one)
    dapp.client.stop()
    const next = page()
    expect(await clock.until(next.engine.propose(parameters))).toEqual(one)
    expect(relay.messages).toHaveLength(1)
  })
})
