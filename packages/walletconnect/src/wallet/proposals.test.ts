import { describe, expect, test } from 'vitest'
import { InvalidNamespacesError, InvalidPairingUriError } from '../protocol/errors.js'
import { formatPairingUri, parsePairingUri } from '../protocol/pairing.js'
import { RelayUnreachableError } from '../transport/errors.js'
import { PairingUsedError, UnknownProposalError } from './errors.js'
import { account, asked, createTestWorld, granted } from './test/world.js'

describe('pairing', () => {
  test('[S7.38] a code that was scanned brings its proposal', async () => {
    const { pair, last, wallet } = await createTestWorld()
    const offer = await pair({ optional: asked, more: { scopedProperties: { eip155: { a: 1 } } } })
    const proposal = last('proposed')?.proposal
    expect(proposal).toMatchObject({
      id: offer.id,
      pairingTopic: offer.topic,
      proposer: { name: 'Dapp', url: 'https://dapp.example' },
      required: {},
      optional: asked,
      scopedProperties: { eip155: { a: 1 } },
    })
    expect(wallet.proposals()).toEqual([proposal])
  })

  test('a code may be scanned again until it was answered: it tells again what it brought', async () => {
    const { clock, pair, told, wallet, outcome } = await createTestWorld()
    const { uri, id } = await pair()
    await clock.until(wallet.pair({ uri }))
    expect(told('proposed').map(({ proposal }) => proposal.id)).toEqual([id, id])
    await clock.until(wallet.reject({ id }))
    expect(await outcome(wallet.pair({ uri }))).toBeInstanceOf(PairingUsedError)
  })

  test('[W6] codes that are none, are over, lead elsewhere or to another relay are refused', async () => {
    const { clock, dapp, relay, wallet, outcome } = await createTestWorld()
    const { uri } = await clock.until(dapp.propose())
    const pairing = parsePairingUri({ text: uri, now: clock.now() })
    const refusal = (text: string) => outcome(wallet.pair({ uri: text }))
    expect(await refusal('https://dapp.example')).toBeInstanceOf(InvalidPairingUriError)
    expect(await refusal(formatPairingUri({ ...pairing, topic: '0'.repeat(64) }))).toMatchObject({ field: 'topic' })
    expect(await refusal(formatPairingUri({ ...pairing, relay: { protocol: 'waku' } }))).toMatchObject({
      field: 'relay-protocol',
    })
    await clock.advance(300_000)
    expect(await refusal(uri)).toMatchObject({ code: 'pairing_expired' })
    expect(relay.listeners(pairing.topic)).toHaveLength(1)
  })

  test('where the relay can’t be reached that is said, and the code may be scanned again', async () => {
    const { clock, dapp, relay, wallet, outcome, told } = await createTestWorld()
    const { uri } = await clock.until(dapp.propose())
    relay.state = 'down'
    relay.dropAll()
    expect(await outcome(wallet.pair({ uri }))).toBeInstanceOf(RelayUnreachableError)
    relay.state = 'up'
    await clock.advance(60_000)
    expect(told('proposed')).toEqual([])
    await clock.until(wallet.pair({ uri }))
    await clock.settle()
    expect(told('proposed')).toHaveLength(1)
  })

  test('what came before the code was scanned is read then', async () => {
    const { clock, connect, relay, told, wallet } = await createTestWorld()
    await connect()
    const elsewhere = await createTestWorld()
    const { uri, topic } = await elsewhere.clock.until(elsewhere.dapp.propose({ optional: asked }))
    const data = { topic, message: elsewhere.tagged(1100)[0]?.message, publishedAt: 0, tag: 1100 }
    relay.say(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 'x', data } }))
    await clock.settle()
    expect(told('proposed')).toHaveLength(1)
    await clock.until(wallet.pair({ uri }))
    await clock.settle()
    expect(told('proposed')).toHaveLength(2)
  })

  test('a pairing stays for as long as a proposal of it waits', async () => {
    const { clock, dapp, pair, wallet } = await createTestWorld()
    const offer = await pair()
    await clock.advance(200_000)
    const id = await clock.until(dapp.proposeAgain(offer, { optional: asked }))
    await clock.advance(150_000)
    expect(wallet.proposals().map((each) => each.id)).toEqual([id])
    expect(await clock.until(wallet.approve({ id, namespaces: granted }))).toMatchObject({ namespaces: granted })
  })

  test('[F18] on a device that slept, what is over counts for nothing, and is told when it wakes', async () => {
    const world = await createTestWorld()
    let slept = 0
    const { setTimeout, now } = world.clock
    const wallet = world.reload({ clock: { setTimeout, now: () => now() + slept } })
    const { topic } = await world.connect()
    const { id } = await world.pair()
    slept = 604_800_001
    expect(await world.outcome(wallet.approve({ id, namespaces: granted }))).toBeInstanceOf(UnknownProposalError)
    expect(await world.outcome(wallet.extend({ topic }))).toMatchObject({ code: 'unknown_session' })
    expect([wallet.proposals().length, wallet.sessions().length]).toEqual([1, 1])
    wallet.wake()
    expect([wallet.proposals().length, wallet.sessions().length]).toEqual([0, 0])
    expect(world.last('ended')).toEqual({ type: 'ended', topic, why: 'expired' })
  })

  test('a pairing that nothing came of is let go of at its end', async () => {
    const { clock, pair, relay, reload, wallet, last } = await createTestWorld()
    const { topic } = await pair()
    await clock.advance(299_000)
    expect(wallet.proposals()).toHaveLength(1)
    await clock.advance(2_000)
    expect(last('proposalEnded')).toMatchObject({ why: 'expired' })
    expect(wallet.proposals()).toEqual([])
    await clock.settle()
    expect(relay.listeners(topic)).toHaveLength(1)
    expect(reload().proposals()).toEqual([])
  })

  test('the application may withdraw it, asks after it, and is told of what is unknown', async () => {
    const { clock, dapp, pair, last, wallet } = await createTestWorld()
    const { topic, id } = await pair()
    const ping = await clock.until(dapp.ask({ topic, method: 'wc_pairingPing', params: {} }))
    const unknown = await clock.until(dapp.ask({ topic, method: 'wc_pairingDance', params: {} }))
    await clock.settle()
    expect(dapp.answerTo(ping)).toMatchObject({ result: true })
    expect(dapp.answerTo(unknown)).toMatchObject({ error: { code: 10_001 } })
    await clock.until(dapp.ask({ topic, method: 'wc_pairingDelete', params: { code: 6000, message: 'Over.' } }))
    await clock.settle()
    expect(last('proposalEnded')).toEqual({ type: 'proposalEnded', id, why: 'withdrawn' })
    expect(wallet.proposals()).toEqual([])
  })
})

describe('approving', () => {
  test('[S7.38] settles in one call where the relay knows how', async () => {
    const { connect, dapp, last, relay, tagged, told, wallet } = await createTestWorld()
    const { offer, session, topic } = await connect()
    expect(session).toMatchObject({ topic, acknowledged: false, namespaces: granted, peer: { name: 'Dapp' } })
    expect(relay.frames.filter(({ text }) => text.includes('"wc_approveSession"'))).toHaveLength(1)
    expect(tagged(1101).map((each) => each.topic)).toEqual([offer.topic])
    expect(tagged(1102).map((each) => each.topic)).toEqual([topic])
    expect(dapp.askedFor('wc_sessionSettle')?.params).toMatchObject({
      relay: { protocol: 'irn' },
      controller: { metadata: { name: 'Wallet' } },
      namespaces: granted,
      expiry: session.expiresAt / 1_000,
    })
    expect(last('acknowledged')).toMatchObject({ session: { topic, acknowledged: true } })
    expect(told('proposalEnded')).toEqual([{ type: 'proposalEnded', id: offer.id, why: 'answered' }])
    expect(wallet.sessions()).toMatchObject([{ topic, acknowledged: true }])
    expect(wallet.proposals()).toEqual([])
  })

  test('[S7.38] settles in three where it doesn’t, the settlement first', async () => {
    const world = await createTestWorld()
    world.relay.dialect = 'classic'
    const { offer, topic } = await world.connect()
    const sent = world.relay.frames.flatMap(({ text }) => /"irn_publish".*"tag":(110[12])\b/.exec(text)?.[1] ?? [])
    expect(sent).toEqual(['1102', '1101'])
    expect(world.tagged(1101).map((each) => each.topic)).toEqual([offer.topic])
    expect(world.relay.listeners(topic)).toHaveLength(2)
    expect(world.wallet.sessions()).toMatchObject([{ topic, acknowledged: true }])
  })

  test('the application that doesn’t take the settlement has no session', async () => {
    const { clock, dapp, pair, last, wallet } = await createTestWorld()
    const offer = await pair()
    const { topic } = await clock.until(wallet.approve({ id: offer.id, namespaces: granted }))
    await clock.settle()
    const answer = dapp.answerTo(offer.id)
    const key = JSON.stringify(answer).match(/"responderPublicKey":"([0-9a-f]+)"/)?.[1] ?? ''
    expect(await clock.until(dapp.join(offer, key))).toBe(topic)
    await clock.settle()
    const { id = '' } = dapp.askedFor('wc_sessionSettle') ?? {}
    const error = { code: 1005, message: 'Invalid session settle request.' }
    await clock.until(dapp.answer({ topic, payload: { type: 'failure', id, error } }))
    await clock.settle()
    expect(last('ended')).toEqual({ type: 'ended', topic, why: 'refused' })
    expect(wallet.sessions()).toEqual([])
  })

  test.each([
    ['nothing', {}],
    ['no account', { eip155: { ...asked.eip155, methods: [], events: [], accounts: [] } }],
    ['an account of another chain', { eip155: { methods: [], events: [], accounts: ['solana:1:abc'] } }],
    ['less than is required', { eip155: { methods: [], events: [], accounts: [account] } }],
  ])('a grant of %s isn’t sent', async (_name, namespaces) => {
    const { clock, pair, tagged, wallet, outcome } = await createTestWorld()
    const { id } = await pair({ required: asked })
    expect(await outcome(wallet.approve({ id, namespaces }))).toBeInstanceOf(InvalidNamespacesError)
    expect(await outcome(wallet.approve({ id, namespaces: granted, scopedProperties: { solana: {} } }))).toBeInstanceOf(
      InvalidNamespacesError,
    )
    expect(tagged(1102)).toEqual([])
    expect(wallet.sessions()).toEqual([])
    const all = { eip155: { ...granted.eip155, events: ['chainChanged', 'accountsChanged'] } }
    await clock.until(
      wallet.approve({
        id,
        namespaces: { eip155: { methods: ['personal_sign'], accounts: [account], events: all.eip155.events } },
      }),
    )
    expect(wallet.sessions()).toHaveLength(1)
  })

  test('is done once, however often it is asked for', async () => {
    const { clock, pair, tagged, wallet, outcome } = await createTestWorld()
    const { id } = await pair()
    const first = wallet.approve({ id, namespaces: granted })
    const others = [wallet.approve({ id, namespaces: granted }), wallet.reject({ id })]
    for (const each of await clock.until(Promise.allSettled(others)))
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'unknown_proposal' } })
    await clock.until(first)
    expect(await outcome(wallet.approve({ id, namespaces: granted }))).toBeInstanceOf(UnknownProposalError)
    expect(tagged(1102)).toHaveLength(1)
    expect(wallet.sessions()).toHaveLength(1)
  })

  test('what the relay couldn’t be told may be approved again', async () => {
    const { clock, pair, relay, wallet, outcome, events } = await createTestWorld()
    const { id } = await pair()
    relay.state = 'down'
    relay.dropAll()
    expect(await outcome(wallet.approve({ id, namespaces: granted }))).toBeInstanceOf(RelayUnreachableError)
    expect(wallet.sessions()).toEqual([])
    expect(wallet.proposals()).toHaveLength(1)
    relay.state = 'up'
    await clock.until(wallet.approve({ id, namespaces: granted }))
    expect(wallet.sessions()).toHaveLength(1)
    expect(events.filter(({ type }) => type === 'ended')).toEqual([])
  })

  test('what the relay took without saying so is taken back, and the client that stopped meanwhile has it', async () => {
    const mute = await createTestWorld()
    const { id } = await mute.pair()
    mute.relay.chaos = { drop: 1 }
    const failed = mute.outcome(mute.wallet.approve({ id, namespaces: granted }))
    expect(await failed).toBeInstanceOf(RelayUnreachableError)
    mute.relay.chaos = {}
    await mute.clock.advance(60_000)
    expect(mute.tagged(1112)).toHaveLength(1)
    expect(mute.wallet.sessions()).toEqual([])

    const stopped = await createTestWorld()
    const offer = await stopped.pair()
    stopped.relay.state = 'mute'
    const approved = stopped.wallet.approve({ id: offer.id, namespaces: granted }).catch((error: unknown) => error)
    await stopped.clock.untilTrue(() => stopped.wallet.sessions().length === 1)
    const next = stopped.reload()
    expect(await approved).toMatchObject({ code: 'aborted' })
    expect(next.sessions()).toHaveLength(1)
  })

  test('[W2] an application with a weak key has no session', async () => {
    const { clock, dapp, pair, last, wallet, outcome } = await createTestWorld()
    const offer = await pair()
    await clock.until(dapp.proposeAgain({ ...offer, publicKey: '0'.repeat(64) }))
    await clock.settle()
    const { id = '' } = last('proposed')?.proposal ?? {}
    expect(id).not.toBe(offer.id)
    expect(await outcome(wallet.approve({ id, namespaces: granted }))).toMatchObject({ code: 'unusable_key' })
    expect(wallet.sessions()).toEqual([])
  })
})

describe('refusing', () => {
  test('[S7.38] the visitor’s no has its own tag', async () => {
    const { clock, dapp, pair, tagged, wallet, last } = await createTestWorld()
    const { id, topic } = await pair()
    await clock.until(wallet.reject({ id }))
    await clock.settle()
    expect(tagged(1120).map((each) => each.topic)).toEqual([topic])
    expect(dapp.answerTo(id)).toMatchObject({ error: { code: 5000, message: 'User rejected.' } })
    expect(last('proposalEnded')).toEqual({ type: 'proposalEnded', id, why: 'answered' })
    expect(wallet.proposals()).toEqual([])
  })

  test.each([
    [
      'chains that aren’t the family’s',
      { optionalNamespaces: { eip155: { chains: ['solana:1'], methods: [], events: [] } } },
      5100,
    ],
    ['a key that is none', { requiredNamespaces: { 'a b': { chains: ['eip155:1'], methods: [], events: [] } } }, 5104],
    ['no proposer', { proposer: undefined }, -32_602],
    ['a key of the wrong length', { proposer: { publicKey: 'ab', metadata: { name: '' } } }, -32_602],
  ])('[S7.38] a proposal with %s is refused without asking anybody', async (_name, more, code) => {
    const { dapp, pair, tagged, told, wallet } = await createTestWorld()
    const { id } = await pair({ optional: asked, more })
    expect(dapp.answerTo(id)).toMatchObject({ error: { code } })
    expect(tagged(1121)).toHaveLength(1)
    expect(told('proposed')).toEqual([])
    expect(wallet.proposals()).toEqual([])
  })

  test('proposals by one code beyond a few aren’t shown', async () => {
    const { clock, dapp, pair, told } = await createTestWorld()
    const offer = await pair()
    for (let number = 0; number < 9; number += 1) await clock.until(dapp.proposeAgain(offer, { optional: asked }))
    await clock.settle()
    expect(told('proposed')).toHaveLength(8)
  })

  test('a proposal whose time is over isn’t shown', async () => {
    const { pair, told } = await createTestWorld()
    await pair({ optional: asked, more: { expiryTimestamp: 1_600_000_000 } })
    expect(told('proposed')).toEqual([])
  })
})
