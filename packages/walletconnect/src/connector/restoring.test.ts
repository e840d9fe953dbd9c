import { mainnet, solana } from '@foyer/core/networks'
import { createTestClock, createTestHost } from '@foyer/testing'
import { describe, expect, test, vi } from 'vitest'
import type { SessionClient } from '../dapp/createSessionClient.js'
import type { DappSession, Engine, EngineEvent } from '../engine/engine.js'

import { createListeners } from '../waiting/listeners.js'
import { createLiveSessions } from './liveSessions.js'
import { restore } from './restoring.js'
import { testSession } from './test/session.js'

const never = () => {
  throw new Error('Nobody asked for this.')
}
const awaitedKey = 'walletconnect/awaited'
const session = testSession({
  namespaces: { eip155: { accounts: [`eip155:1:0x${'ab'.repeat(20)}`], methods: [], events: [] } },
})
const former = testSession({ ...session, topic: 'former' })
const solanaToo = {
  ...session.namespaces,
  solana: { accounts: [`${solana.caipNetworkId}:So1`], methods: [], events: [] },
}
const ofNoUse = testSession({ namespaces: { near: { accounts: ['near:mainnet:x'], methods: [], events: [] } } })

/** A page that is loaded again at 1000, a minute before what the one before it waited for is over. */
function pageOf({
  awaited = '61000 pocket://',
  used,
  asked = async () => [],
}: {
  readonly awaited?: string
  readonly used?: string
  readonly asked?: (settle: (session: DappSession) => void) => Promise<readonly DappSession[]>
} = {}) {
  const clock = createTestClock({ startMs: 1_000 })
  const host = createTestHost({ networks: [mainnet, solana], clock })
  host.storage.setItem(awaitedKey, awaited)
  if (used) host.storage.setItem('walletconnect/used', used)
  const ended: unknown[] = []
  const news = createListeners<EngineEvent>(host.report)
  let listeners = 0
  const settle = (settled: DappSession) =>
    void news.emit({ type: 'settled', pairingTopic: settled.pairingTopic, session: settled })
  const engine: Engine = {
    subscribe(listener) {
      listeners += 1
      const stop = news.subscribe(listener)
      return () => {
        listeners -= 1
        stop()
      }
    },
    ...{ propose: never, conclude: never, withdraw: never, publish: never, end: never, sessions: never },
    ...{ keyOf: never, wake: never, stop: never },
  }
  const dapp: Pick<SessionClient, 'sessions' | 'request' | 'listen' | 'disconnect'> = {
    sessions: () => asked(settle),
    listen: () => never,
    request: never,
    disconnect: async (session) => void ended.push(session),
  }
  const sessions = createLiveSessions({ host, dapp, isShared: true, options: {} })
  const controller = new AbortController()
  const { signal } = controller
  const removed = vi.spyOn(signal, 'removeEventListener')
  const begin = () => restore({ host, network: mainnet, signal, engine, dapp, sessions })
  const kept = () => ({ awaited: host.storage.getItem(awaitedKey), used: host.storage.getItem('walletconnect/used') })
  return { clock, settle, controller, begin, kept, ended, removed, listening: () => listeners }
}

describe('[F18] a session that a page before this one waited for', () => {
  test('is waited for, for a while; then there is none, and the next page waits for nothing', async () => {
    const { clock, begin, kept } = pageOf()
    const restored = begin()
    expect(clock.pending).toBe(1)
    clock.advance(7_999)
    expect(kept().awaited).toBe('61000 pocket://')
    clock.advance(1)
    expect(await restored).toBeNull()
    expect(kept()).toEqual({ awaited: null, used: null })
  })

  test('is taken up when it is settled, though it be while the engine is asked, and opens the wallet that was opened for it', async () => {
    const { begin, kept, clock } = pageOf({
      async asked(settle) {
        settle(session)
        return []
      },
    })
    expect((await begin())?.accounts).toHaveLength(1)
    expect(kept()).toEqual({ awaited: null, used: 'topic pocket://' })
    expect(clock.pending).toBe(0)
  })

  test('is taken up where it stands already, and then not waited for any more', async () => {
    const { begin, kept, clock, listening, removed } = pageOf({ asked: async () => [ofNoUse, session] })
    expect((await begin())?.accounts).toHaveLength(1)
    expect(kept()).toEqual({ awaited: null, used: 'topic pocket://' })
    expect([clock.pending, listening(), removed.mock.calls.length]).toEqual([0, 0, 1])
  })

  test('is left to the next page where the engine can’t be asked', async () => {
    const { begin, kept, clock, listening, removed } = pageOf({ asked: () => Promise.reject(new Error('no engine')) })
    await expect(begin()).rejects.toThrow('no engine')
    expect(kept().awaited).toBe('61000 pocket://')
    expect([clock.pending, listening(), removed.mock.calls.length]).toEqual([0, 0, 1])
  })

  test('is none where the kit has no use for it', async () => {
    const { begin, settle, kept } = pageOf()
    const restored = begin()
    settle(ofNoUse)
    expect(await restored).toBeNull()
    expect(kept()).toEqual({ awaited: null, used: null })
  })

  test('is not waited for by a caller that has aborted', async () => {
    const { begin, controller, clock } = pageOf()
    const restored = begin()
    controller.abort()
    expect(await restored).toBeNull()
    expect(clock.pending).toBe(0)
  })

  test('nor by a caller that had aborted before', async () => {
    const { begin, controller, clock } = pageOf()
    controller.abort()
    expect(await begin()).toBeNull()
    expect(clock.pending).toBe(0)
  })

  test.each(['', '1000 pocket://', 'topic 61000 pocket://', '61000'])(
    'is not waited for where %j was kept',
    async (awaited) => {
      const { begin, clock } = pageOf({ awaited })
      const restored = begin()
      expect(clock.pending).toBe(0)
      expect(await restored).toBeNull()
    },
  )
})

describe('a session that a page before this one waited for, while another was in use,', () => {
  const used = 'former old://'
  const released = [{ topic: 'former', why: 'replaced' }]

  test('is waited for, and takes the place of that one', async () => {
    const { begin, settle, kept, ended, clock, listening } = pageOf({ used, asked: async () => [former] })
    const restored = begin()
    settle(session)
    expect((await restored)?.accounts).toHaveLength(1)
    expect(kept()).toEqual({ awaited: null, used: 'topic pocket://' })
    expect(ended).toEqual(released)
    expect([clock.pending, listening()]).toEqual([0, 0])
  })

  test('takes its place where it stands already', async () => {
    const { begin, kept, ended } = pageOf({ used, asked: async () => [session, former] })
    expect((await begin())?.accounts).toHaveLength(1)
    expect(kept()).toEqual({ awaited: null, used: 'topic pocket://' })
    expect(ended).toEqual(released)
  })

  test('ends it only where it serves as much', async () => {
    const more = testSession({ ...former, namespaces: solanaToo })
    const { begin, ended } = pageOf({ used, asked: async () => [session, more] })
    expect((await begin())?.accounts).toHaveLength(1)
    expect(ended).toEqual([])
  })

  test('[F18] leaves it where it was, if it doesn’t come', async () => {
    const { begin, kept, ended, clock } = pageOf({ used, asked: async () => [former] })
    const restored = begin()
    await Promise.resolve()
    clock.advance(8_000)
    expect((await restored)?.accounts).toHaveLength(1)
    expect(kept()).toEqual({ awaited: null, used })
    expect(ended).toEqual([])
  })

  test('is none, if it doesn’t come and the wallet has ended that one meanwhile', async () => {
    let standing = [former]
    const { begin, ended, clock } = pageOf({ used, asked: async () => standing })
    const restored = begin()
    await Promise.resolve()
    standing = []
    clock.advance(8_000)
    expect(await restored).toBeNull()
    expect(ended).toEqual([])
  })
})

test('a session that no page waited for ends none', async () => {
  const { begin, ended } = pageOf({ awaited: '', used: 'former ', asked: async () => [session, former] })
  expect((await begin())?.accounts).toHaveLength(1)
  expect(ended).toEqual([])
})

test('a session that no page waited for leaves what is known of the one in use', async () => {
  const { begin, kept } = pageOf({ awaited: '', asked: async () => [session] })
  expect((await begin())?.accounts).toHaveLength(1)
  expect(kept().used).toBeNull()
})
