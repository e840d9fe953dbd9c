import { describe, expect, test } from 'vitest'
import { granted, peer } from '../dapp/test/wallet.js'
import { connectedWorld, createTestWorld } from '../dapp/test/world.js'
import * as peerFailures from '../protocol/failures.js'

const minute = 60_000
const session = { accounts: ['eip155:1:0xab'], methods: ['personal_sign'], events: ['chainChanged'] }

describe('a settlement', () => {
  test.each<[string, Record<string, unknown>, number]>([
    ['grants nothing', { namespaces: {} }, 5104],
    ['has no account', { namespaces: { eip155: { ...session, accounts: [] } } }, 5103],
    ['has nothing that can be read', { namespaces: { eip155: null } }, 1005],
    ['has an account under the wrong family', { namespaces: { solana: session } }, 5103],
    ['has an account under the wrong chain', { namespaces: { 'eip155:10': session } }, 5103],
    ['is for another chain', { namespaces: { eip155: { ...session, accounts: ['eip155:5:0xab'] } } }, 5100],
    ['is for another family', { namespaces: { cosmos: { ...session, accounts: ['cosmos:hub:a'] } } }, 5100],
    ['is over already', { expiry: 1_600_000_000 }, 1005],
    ['is by another key', { controller: { publicKey: 'ab'.repeat(32), metadata: peer } }, 1005],
    ['is malformed', { controller: 'me' }, 1005],
  ])(
    '[W5 W8] that %s is answered with what is wrong, deleted at the wallet, and a typed error',
    async (_, settlement, code) => {
      const { clock, wallet, offered, scanned, dapp } = await createTestWorld()
      const attempt = await offered()
      const channel = await clock.until(wallet.approve(await scanned(attempt.uri), { settlement }))
      await expect(clock.until(attempt.session, minute)).rejects.toMatchObject({
        code: 'settlement_unusable',
        facts: { peerCode: code },
      })
      await clock.untilTrue(() => wallet.sessions.size === 0, minute)
      expect(wallet.answers).toMatchObject([{ type: 'failure', error: { code } }])
      expect(wallet.requests).toMatchObject([{ method: 'wc_sessionDelete', topic: channel.topic }])
      expect(await dapp.client.sessions()).toEqual([])
      // Nothing is left of it, to be settled again or otherwise.
      await clock.until(wallet.settle({ ...channel, publicKey: 'ab'.repeat(32) }))
      await clock.advance(10 * minute)
      expect([await dapp.client.sessions(), dapp.news.filter(({ type }) => type === 'settled')]).toEqual([[], []])
    },
  )

  test('[W8] may be of a part of what was asked for; what wasn’t asked for never gets in', async () => {
    const { clock, wallet, offered, scanned } = await createTestWorld()
    const attempt = await offered()
    const namespaces = {
      eip155: {
        accounts: ['eip155:1:0xab', 'eip155:5:0xab'],
        methods: ['personal_sign', 'eth_sign'],
        events: ['message'],
      },
      solana: { accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:ab'], methods: ['solana_signMessage'], events: [] },
    }
    await clock.until(wallet.approve(await scanned(attempt.uri), { settlement: { namespaces } }))
    expect((await clock.until(attempt.session)).namespaces).toEqual({
      eip155: { chains: ['eip155:1'], accounts: ['eip155:1:0xab'], methods: ['personal_sign'], events: [] },
    })
  })

  test('[W5] is taken on its topic alone, from who answered, and once', async () => {
    const { clock, wallet, anotherWallet, offered, scanned, dapp } = await createTestWorld()
    const attempt = await offered()
    const proposal = await scanned(attempt.uri)
    // Over the pairing, where anybody may speak who has seen the code.
    await clock.until(wallet.settle({ ...proposal, publicKey: 'cd'.repeat(32) }))
    await clock.untilTrue(() => wallet.answers.length === 1)
    expect(wallet.answers).toMatchObject([{ type: 'failure', error: peerFailures.invalidMethod }])
    const keys = await clock.until(wallet.agree(proposal))
    // A second one that answers comes late.
    const other = anotherWallet()
    const late = await clock.until(other.agree(await scanned(attempt.uri, other)))
    await clock.until(other.settle(late))
    await clock.until(wallet.settle(keys))
    expect((await clock.until(attempt.session)).controller).toBe(keys.publicKey)
    const known = await dapp.client.sessions()
    // And again, with other words.
    const answers = wallet.answers.length
    await clock.until(wallet.settle(keys, { namespaces: { eip155: session } }))
    await clock.untilTrue(() => wallet.answers.length > answers)
    expect(wallet.answers.at(-1)).toMatchObject({ type: 'failure', error: peerFailures.invalidSettle })
    await clock.advance(minute)
    expect(await dapp.client.sessions()).toEqual(known)
    expect(dapp.news.filter(({ type }) => type === 'settled')).toHaveLength(1)
  })

  test('leaves nothing of its pairing: it isn’t listened to any more, nor is what couldn’t be used; the newest stands first', async () => {
    const { clock, relay, wallet, offered, scanned, dapp } = await createTestWorld()
    const topics: string[] = []
    for (const isUsable of [true, false, true]) {
      const attempt = await offered()
      const proposal = await scanned(attempt.uri)
      const settlement = isUsable ? {} : { namespaces: {} }
      const { topic } = await clock.until(wallet.approve(proposal, { settlement }))
      await clock.until(attempt.session.catch(() => undefined))
      await clock.settle()
      // The wallet's alone.
      expect([relay.listeners(proposal.topic).length, relay.listeners(topic).length]).toEqual([1, isUsable ? 2 : 1])
      if (isUsable) topics.unshift(topic)
    }
    expect((await dapp.client.sessions()).map(({ topic }) => topic)).toEqual(topics)
  })

  test('comes also from a wallet that has left the pairing by then', async () => {
    const { clock, wallet, offered, scanned } = await createTestWorld()
    const attempt = await offered()
    const proposal = await scanned(attempt.uri)
    const keys = await clock.until(wallet.agree(proposal))
    await clock.until(wallet.call(proposal, { method: 'wc_pairingDelete', params: peerFailures.disconnected }))
    await clock.until(wallet.settle(keys))
    expect((await clock.until(attempt.session)).topic).toBe(keys.topic)
  })

  test('[W3] an application’s own proposal that is handed back isn’t answered', async () => {
    const { clock, relay, offered, dapp } = await createTestWorld()
    await offered()
    const [proposed] = relay.messages
    if (!proposed) throw new Error('Nothing was proposed.')
    const { topic, message, tag, publishedAt } = proposed
    const params = { id: 'x', data: { topic, message, tag, publishedAt } }
    relay.say(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscription', params }))
    await clock.advance(minute)
    expect([relay.messages.length, dapp.faults]).toEqual([1, []])
  })

  test('[W2] of a key that makes the same secret with every other is never waited for', async () => {
    const { clock, wallet, offered, scanned, dapp } = await createTestWorld()
    const attempt = await offered()
    const proposal = await scanned(attempt.uri)
    const result = { relay: { protocol: 'irn' }, responderPublicKey: '00'.repeat(32) }
    await clock.until(wallet.answer(proposal, 'wc_sessionPropose', { type: 'result', id: proposal.id, result }))
    await clock.untilTrue(() => dapp.faults.length > 0)
    expect(dapp.faults).toMatchObject([{ code: 'unusable_key' }])
    // A right answer is still taken.
    await clock.until(wallet.approve(proposal))
    await clock.until(attempt.session)
  })

  test('[W6] a pairing’s and a session’s topics are the hashes of their keys', async () => {
    const { ciphers, dapp, channel } = await connectedWorld()
    const symKey = (await dapp.engine.keyOf(channel.topic)) ?? ''
    const hash = async (hex: string) => Buffer.from(await ciphers.sha256(Buffer.from(hex, 'hex'))).toString('hex')
    expect(await hash(symKey)).toBe(channel.topic)
    const attempt = dapp.connect()
    await expect.poll(() => attempt.offers.length).toBe(1)
    const [, topic = '', key = ''] = /wc:(\w+)@2.*symKey=(\w+)/.exec(attempt.offers[0]?.uri ?? '') ?? []
    expect(await hash(key)).toBe(topic)
  })

  test('[W3] an answer by the right id on another topic is none', async () => {
    const { clock, wallet, offered, scanned, dapp } = await createTestWorld()
    const one = await offered()
    const two = await offered()
    const [first, second] = [await scanned(one.uri), await scanned(two.uri)]
    await clock.until(wallet.reject({ ...second, id: first.id }))
    await clock.until(wallet.agree({ ...second, id: first.id }))
    await clock.advance(minute)
    expect(dapp.news).toEqual([])
    await clock.until(wallet.approve(second))
    await clock.until(two.session)
    expect(one.offers).toHaveLength(1)
  })

  test('[W10] neither a URI nor a key is in what the relay gets, in news of a session, or in an error; nor is the name of a method', async () => {
    const { clock, relay, dapp, wallet, session, channel } = await connectedWorld()
    const attempt = dapp.connect()
    await clock.untilTrue(() => attempt.offers.length > 0)
    const { topic } = session
    wallet.visitor.onRequest = (request) =>
      wallet.answer(request, 'wc_sessionRequest', { type: 'failure', id: request.id, error: peerFailures.rejected })
    const asked = dapp.client.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: ['0x00'] })
    await expect(clock.until(asked)).rejects.toMatchObject({ code: 'user_rejected' })
    await clock.until(wallet.publish({ topic, message: 'garbage', ttl: 300, tag: 1 }))
    await dapp.client.disconnect({ topic })
    await clock.advance(minute)
    const said = relay.frames.map(({ text }) => text).join('\n')
    const [, key = ''] = /symKey=(\w+)/.exec(attempt.offers[0]?.uri ?? '') ?? []
    for (const secret of [key, channel.symKey, 'symKey']) {
      expect(said).not.toContain(secret)
      expect(JSON.stringify([dapp.news, dapp.events])).not.toContain(secret)
      expect(dapp.faults.map((fault) => `${fault} ${JSON.stringify(fault)}`).join()).not.toContain(secret)
    }
    expect(dapp.faults).not.toEqual([])
    for (const { from, text } of relay.frames) {
      if (from !== 'client') continue
      const { params } = JSON.parse(text)
      expect(JSON.stringify(params ?? '')).not.toMatch(/personal_sign|wc_session|eip155|rpcMethods|tvf/)
    }
  })
})

test('what is granted is what the application has, as it was settled', async () => {
  const { dapp, session } = await connectedWorld()
  expect(session.namespaces).toEqual(granted)
  expect(JSON.stringify(await dapp.client.sessions())).not.toMatch(/symKey|privateKey|updateId/)
})
