import { describe, expect, test } from 'vitest'
import type { DappAuthenticateParameters } from '../dapp/client.js'
import { metadata, requested } from '../dapp/test/dapp.js'
import { createTestWallet, granted, peer } from '../dapp/test/wallet.js'
import * as peerFailures from '../protocol/failures.js'
import { parsePairingUri } from '../protocol/pairing.js'
import { formatRecap, recapFor } from '../protocol/signin/recap.js'
import { seededRandom } from '../transport/test/clock.js'
import { createWalletClient } from '../wallet/createWalletClient.js'
import { accounts, authPayload, createSignInWorld, methods, sign } from './test/signIn.js'

const minute = 60_000
const on5 = (account: string) => account.replace(':1:', ':5:')

describe('signing in while connecting', () => {
  test('[S7.37 S7.38] signs on each chain, and makes the session that the wallet makes of it', async () => {
    const { asked, clock, dapp, wallet, events, faults, relay } = await createSignInWorld()
    const { uri, outcome, authentication } = await asked()
    expect(parsePairingUri({ text: uri, now: clock.now() }).methods).toEqual(['wc_sessionAuthenticate'])
    const recap = formatRecap(recapFor({ family: 'eip155', methods }))
    expect(authentication.payload).toEqual({
      ...{ ...authPayload, type: 'caip122' },
      resources: ['https://dapp.example/terms', recap],
    })
    const cacaos = sign(authentication)
    const theirs = await clock.until(wallet.approveAuthentication({ id: authentication.id, cacaos }))
    const { session, cacaos: ours } = await clock.until(outcome)
    expect(ours).toEqual(cacaos)
    expect(ours).toHaveLength(2)
    expect(session).toMatchObject({
      topic: theirs?.topic,
      peer,
      requested,
      namespaces: {
        eip155: { accounts, methods: [...methods].sort(), events: ['chainChanged', 'accountsChanged'] },
      },
    })
    expect(await dapp.client.sessions()).toEqual([session])
    expect(events.some(({ type }) => type === 'proposed')).toBe(false)
    wallet.listen((event) => {
      if (event.type === 'requested') wallet.respond({ id: event.request.id, result: 'signed' })
    })
    const topic = session?.topic ?? ''
    const request = { topic, chainId: 'eip155:10', method: 'personal_sign', params: ['0x00'] }
    expect(await clock.until(dapp.client.request(request))).toBe('signed')
    // Nothing is listened to any more that isn't for the session, but for a wallet that takes the proposal after all.
    await clock.advance(7 * minute)
    const topics = new Set(relay.messages.map((message) => message.topic))
    const heardByDapp = relay.listeners(topic)
    for (const each of topics)
      if (each !== topic) for (const client of relay.listeners(each)) expect(heardByDapp).not.toContain(client)
    expect([dapp.faults, faults]).toEqual([[], []])
  })

  test('[S7.37] brings both messages to the relay the older way, the sign-in first', async () => {
    const { offered, relay } = await createSignInWorld()
    await offered()
    expect(relay.messages.map(({ tag, ttl }) => [tag, ttl])).toEqual([
      [1116, 3_600],
      [1100, 300],
    ])
    expect(relay.frames.some(({ text }) => text.includes('wc_proposeSession'))).toBe(false)
  })

  test('without methods nothing but the sign-in comes of it', async () => {
    const { asked, clock, dapp, wallet } = await createSignInWorld()
    const { eip155 } = requested
    const { outcome, authentication } = await asked({
      requested: { eip155: { chains: [], events: [], ...eip155, methods: [] } },
    })
    const cacaos = sign({ payload: authentication.payload, on: accounts.slice(0, 1) })
    await clock.until(wallet.approveAuthentication({ id: authentication.id, cacaos }))
    expect(await clock.until(outcome)).toEqual({ cacaos, session: undefined })
    expect(await dapp.client.sessions()).toEqual([])
  })

  test.each([
    ['a wallet that says that it doesn’t sign in', true],
    ['a wallet that says nothing of it', false],
  ])('[S7.37] %s takes the proposal', async (_name, says) => {
    const { offered, ciphers, clock, relay, dapp, events } = await createSignInWorld()
    const { outcome, uri } = await offered()
    const wallet = createWalletClient({
      ...{ clock, ciphers, random: seededRandom(2), authenticates: false, metadata: peer },
      ...{ relayUrl: 'wss://relay.example', projectId: 'project', report: () => undefined },
      openSocket: (url) => {
        const socket = relay.openSocket(url)
        return says
          ? socket
          : new Proxy(socket, {
              get: (of, name) => {
                const value: unknown = Reflect.get(of, name, of)
                if (name === 'send') return (text: string) => (text.includes('"tag":1117') ? undefined : of.send(text))
                return typeof value === 'function' ? value.bind(of) : value
              },
              set: (of, name, value) => Reflect.set(of, name, value, of),
            })
      },
    })
    wallet.listen((event) => {
      events.push(event)
      if (event.type === 'proposed')
        wallet.approve({ id: event.proposal.id, namespaces: granted }).catch(() => undefined)
    })
    await clock.until(wallet.pair({ uri }))
    const { session, cacaos } = await clock.until(outcome)
    expect(cacaos).toEqual([])
    expect(session).toMatchObject({ namespaces: granted, peer })
    expect(relay.messages.some(({ tag }) => tag === 1117)).toBe(says)
    expect(await dapp.client.sessions()).toEqual([session])
    expect(dapp.faults).toEqual([])
  })

  test.each([
    [peerFailures.rejected, 'user_rejected'],
    [{ code: 12_001, message: 'No.' }, 'user_rejected'],
    [peerFailures.unsupportedChains, 'unknown_wallet'],
  ])('[S7.37] %o is a %s, and ends the proposal too', async (error, code) => {
    const { offered, scanned, clock, dapp } = await createSignInWorld()
    const { outcome, uri } = await offered()
    const wallet = await scanned(uri)
    await wallet.answer({ error })
    await expect(clock.until(outcome)).rejects.toMatchObject({ code })
    expect(dapp.storage.text).not.toContain('asked')
  })

  test('a wallet that refuses on the pairing is heard there', async () => {
    const { offered, scanned, clock } = await createSignInWorld()
    const { outcome, uri } = await offered()
    const wallet = await scanned(uri)
    await wallet.answer({ error: peerFailures.rejected }, { on: wallet.pairingTopic, asShared: true })
    await expect(clock.until(outcome)).rejects.toMatchObject({ code: 'user_rejected' })
  })

  test('[F18] is renewed with its pairing, and called off with it', async () => {
    const { offered, scanned, clock, wasTold, dapp } = await createSignInWorld()
    const { outcome, offers, uri, abort } = await offered()
    const first = await scanned(uri)
    await clock.advance(4 * minute)
    expect(offers).toHaveLength(2)
    abort()
    await expect(clock.until(outcome)).rejects.toMatchObject({ code: 'aborted' })
    await first.signed(sign(first))
    await clock.untilTrue(() => wasTold(first.sessionTopic))
    await clock.advance(10 * minute)
    expect(dapp.storage.text).not.toContain('privateKey')
    expect(await dapp.client.sessions()).toEqual([])
  })

  test('what can’t be brought to the relay ends, typed', async () => {
    const { relay, dapp, clock } = await createSignInWorld()
    relay.state = 'down'
    const { signal } = new AbortController()
    const outcome = dapp.client.authenticate({
      ...{ metadata, requested, authPayload, verify: async () => true, signal, offer: () => undefined },
    })
    await expect(clock.until(outcome)).rejects.toMatchObject({ code: 'relay_unreachable' })
    expect(dapp.storage.text).not.toContain('privateKey')
  })
})

describe('where it is answered', () => {
  test('[W1] is the topic of our key alone, in an envelope to that key alone', async () => {
    const { offered, scanned, clock, dapp } = await createSignInWorld()
    const { outcome, uri } = await offered()
    const wallet = await scanned(uri)
    const cacaos = sign(wallet)
    await wallet.signed(cacaos, { on: wallet.pairingTopic })
    await wallet.signed(cacaos, { on: wallet.responseTopic, asShared: true })
    await clock.advance(1_000)
    expect(dapp.faults).toMatchObject(Array(2).fill({ code: 'invalid_envelope', fault: 'type' }))
    expect(await dapp.client.sessions()).toEqual([])
    await wallet.signed(cacaos)
    expect((await clock.until(outcome)).session?.topic).toBe(wallet.sessionTopic)
  })

  test('[W3 W7] for what was asked, once', async () => {
    const { offered, scanned, clock, dapp, relay } = await createSignInWorld()
    const { outcome, uri } = await offered()
    const wallet = await scanned(uri)
    await wallet.signed(sign(wallet), { answering: '1234' })
    await clock.advance(1_000)
    expect(dapp.news.some(({ type }) => type === 'authenticated')).toBe(false)
    await wallet.signed(sign(wallet))
    await clock.until(outcome)
    await wallet.signed(sign(wallet))
    for (const { tag, ...message } of relay.messages) if (tag === 1117) relay.publish({ ...message, tag })
    await clock.advance(1_000)
    expect(dapp.news.filter(({ type }) => type === 'authenticated')).toHaveLength(1)
    expect(await dapp.client.sessions()).toHaveLength(1)
  })
})

describe('[S7.37] signing in by the proposal itself', () => {
  const families = {
    ...requested,
    solana: { chains: ['solana:1'], methods: ['solana_signMessage'], events: ['accountsChanged'] },
  }
  const namespaces = {
    eip155: { ...granted.eip155, methods: [...methods], events: ['chainChanged'], accounts: [...accounts] },
    solana: { ...families.solana, accounts: ['solana:1:HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'] },
  }
  const payload = { ...authPayload, type: 'caip122' }

  test('signs in on each of its chains beside other families, in one step', async () => {
    const { offered, clock, dapp, wallet, events, relay, faults } = await createSignInWorld()
    const { uri, outcome } = await offered({ requested: families })
    expect(parsePairingUri({ text: uri, now: clock.now() }).methods).toEqual([])
    expect(relay.frames.some(({ text }) => text.includes('wc_proposeSession'))).toBe(true)
    await clock.until(wallet.pair({ uri }))
    await clock.untilTrue(() => wallet.proposals().length > 0)
    const [proposal] = wallet.proposals()
    // No ReCap: the proposal says what may be asked.
    expect(proposal?.authentication).toEqual([payload])
    const cacaos = sign({ payload })
    await clock.until(wallet.approve({ id: proposal?.id ?? '', namespaces, cacaos }))
    const { session, cacaos: ours } = await clock.until(outcome)
    expect(ours).toEqual(cacaos)
    expect(session?.namespaces).toEqual(namespaces)
    expect(await dapp.client.sessions()).toEqual([session])
    await clock.untilTrue(() => events.some(({ type }) => type === 'acknowledged'))
    expect([relay.messages.some(({ tag }) => tag === 1116), dapp.faults, faults]).toEqual([false, [], []])
  })

  /** A wallet that takes the proposal, and settles with whatever it says was signed. */
  async function settledWith(answers: unknown, changes: Partial<DappAuthenticateParameters> = {}) {
    const world = await createSignInWorld()
    const attempt = await world.offered({ requested: families, ...changes })
    const { relay, clock, ciphers } = world
    const wallet = createTestWallet({ relay, clock, ciphers, random: seededRandom(3) })
    await clock.until(wallet.pair(attempt.uri))
    await clock.untilTrue(() => wallet.proposals.length > 0)
    const settlement = { namespaces, proposalRequestsResponses: answers }
    for (const each of wallet.proposals) await clock.until(wallet.approve(each, { settlement }))
    return { ...world, ...attempt, wallet }
  }
  const signed = (changes: Partial<typeof payload> = {}, on?: readonly string[]) =>
    sign({ payload: { ...payload, ...changes }, ...(on ? { on } : {}) })
  const [first] = signed()

  test('what a wallet signs with the proposal counts also where the sign-in was requested beside it', async () => {
    const { clock, outcome } = await settledWith({ authentication: signed() }, { requested })
    expect((await clock.until(outcome)).cacaos).toEqual(signed())
  })

  test.each([
    ['nothing of it', undefined],
    ['null', null],
    ['no list', { authentication: null }],
    ['none', { authentication: [] }],
    ['something else', { walletPay: [] }],
  ])('a wallet that says %s only connects', async (_name, answers) => {
    const { clock, dapp, outcome } = await settledWith(answers)
    const { session, cacaos } = await clock.until(outcome)
    expect(cacaos).toEqual([])
    expect(await dapp.client.sessions()).toEqual([session])
  })

  test.each([
    ['another nonce', signed({ nonce: 'a1b2c3d5' }), 'nonce'],
    ['another domain', signed({ domain: 'evil.example' }), 'domain'],
    ['another audience', signed({ aud: 'https://evil.example/login' }), 'aud'],
    ['another statement', signed({ statement: 'Pay.' }), 'statement'],
    ['other resources', signed({ resources: [] }), 'resources'],
    ['a chain that isn’t asked for', signed({ chains: ['eip155:5'] }, accounts.slice(0, 1).map(on5)), 'iss'],
    ['an account that isn’t granted', signed({}, [`eip155:1:0x${'9'.repeat(40)}`]), 'iss'],
    ['a signature of another key', [{ ...first, s: { t: 'eip191', s: '0x99' } }], 's'],
    ['one good, one bad', [first, ...signed({ nonce: 'a1b2c3d5' })], 'nonce'],
    ['what can’t be read', [{ ...first, s: { t: 'rsa', s: '0x' } }], 'cacaos'],
    ['no list', 'signed', 'cacaos'],
  ])('[W11] %s signs nobody in and connects nobody, and the wallet gets that', async (_name, authentication, field) => {
    const { clock, dapp, outcome, wallet } = await settledWith({ authentication })
    await expect(clock.until(outcome)).rejects.toMatchObject({ code: 'invalid_authentication', field })
    await clock.untilTrue(() => wallet.sessions.size === 0)
    expect(wallet.requests.at(-1)?.params).toMatchObject({ code: peerFailures.settlementFailed.code })
    expect(await dapp.client.sessions()).toEqual([])
  })
})

describe('[W11] of a sign-in and the proposal beside it one session comes', () => {
  /** A wallet that answers both. */
  async function both() {
    const all = await createSignInWorld()
    const attempt = await all.offered()
    const signer = await all.scanned(attempt.uri)
    const taker = createTestWallet({
      relay: all.relay,
      clock: all.clock,
      ciphers: all.ciphers,
      random: seededRandom(3),
    })
    return {
      ...{ ...all, ...attempt, signer, taker },
      async approve() {
        await all.clock.until(taker.pair(attempt.uri))
        await all.clock.untilTrue(() => taker.proposals.length > 0)
        for (const proposal of taker.proposals) await all.clock.until(taker.approve(proposal))
      },
    }
  }

  test('the sign-in was first: the wallet that takes the proposal too is told', async () => {
    const { approve, clock, dapp, outcome, signer, taker } = await both()
    await signer.signed(sign(signer))
    const { session } = await clock.until(outcome)
    await approve()
    await clock.untilTrue(() => taker.sessions.size === 0)
    expect(await dapp.client.sessions()).toEqual([session])
  })

  test('the proposal was first: the wallet that signs too is told', async () => {
    const { approve, clock, dapp, outcome, signer, wasTold } = await both()
    await approve()
    const { session, cacaos } = await clock.until(outcome)
    expect(cacaos).toEqual([])
    await signer.signed(sign(signer))
    await clock.untilTrue(() => wasTold(signer.sessionTopic))
    expect(await dapp.client.sessions()).toEqual([session])
    expect(dapp.news.some(({ type }) => type === 'authenticated')).toBe(false)
  })
})

describe('over pages', () => {
  const page = { metadata, requested, attempt: 'one', authPayload: { ...authPayload, type: 'caip122' } }

  test('what was asked is said twice and made once, and taken up by the next page', async () => {
    const { dapp, clock, relay, page: open, scanned } = await createSignInWorld()
    const offer = await clock.until(dapp.engine.propose(page))
    expect(await clock.until(dapp.engine.propose(page))).toEqual(offer)
    dapp.client.stop()
    const next = open(dapp.storage)
    expect(await clock.until(next.engine.propose(page))).toEqual(offer)
    expect(relay.messages.filter(({ tag }) => tag === 1116)).toHaveLength(1)
    const wallet = await scanned(offer.uri)
    await wallet.signed(sign(wallet))
    await clock.untilTrue(() => next.news.some(({ type }) => type === 'authenticated'))
    // And by the one after, which is told what came, and concludes it once.
    next.client.stop()
    const last = open(dapp.storage)
    await clock.untilTrue(() => last.news.some(({ type }) => type === 'authenticated'))
    const { pairingTopic } = offer
    const concluded = { pairingTopic, namespaces: granted }
    const session = await clock.until(last.engine.conclude(concluded))
    expect(session).toMatchObject({ topic: wallet.sessionTopic, pairingTopic, controller: wallet.responder.publicKey })
    expect(await clock.until(last.engine.conclude(concluded))).toEqual(session)
    expect(last.faults).toEqual([])
  })

  test('[F18] what nobody concludes is over in a minute, or when it is called off, and the wallet told', async () => {
    for (const isCalledOff of [false, true]) {
      const { dapp, clock, scanned, wasTold } = await createSignInWorld()
      const offer = await clock.until(dapp.engine.propose(page))
      const wallet = await scanned(offer.uri)
      await wallet.signed(sign(wallet))
      await clock.untilTrue(() => dapp.news.some(({ type }) => type === 'authenticated'))
      if (isCalledOff) await dapp.engine.withdraw(offer.pairingTopic)
      else await clock.advance(minute)
      await clock.untilTrue(() => wasTold(wallet.sessionTopic), 10_000)
      const { pairingTopic } = offer
      expect(await clock.until(dapp.engine.conclude({ pairingTopic, namespaces: granted }))).toBeUndefined()
      expect(await dapp.client.sessions()).toEqual([])
    }
  })

  test('[F18] what nobody answers is forgotten in its time', async () => {
    const { offered, clock, dapp, relay, scanned } = await createSignInWorld()
    const { abort, uri } = await offered()
    const { responseTopic } = await scanned(uri)
    expect(relay.listeners(responseTopic)).toHaveLength(1)
    abort()
    await clock.advance(7 * minute)
    expect(relay.listeners(responseTopic)).toHaveLength(0)
    expect(dapp.storage.text).not.toContain('privateKey')
  })

  test('[F19] a page that stops while the code for it comes leaves nothing behind, whenever that is', async () => {
    const { offered, clock, dapp, relay, page: open } = await createSignInWorld()
    await offered()
    dapp.client.stop()
    await clock.settle()
    const before = clock.pending
    const kept = dapp.storage.text
    for (let moments = 0; moments < 40; moments += 1) {
      const next = open(dapp.storage)
      for (let moment = 0; moment < moments; moment += 1) await Promise.resolve()
      next.client.stop()
      await clock.settle()
      expect([clock.pending, relay.sockets, dapp.storage.text, next.faults]).toEqual([before, 0, kept, []])
    }
  })
})
