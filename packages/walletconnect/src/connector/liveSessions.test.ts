import { mainnet, optimism } from '@foyer/core/networks'
import { createTestHost } from '@foyer/testing'
import { expect, test, vi } from 'vitest'
import type { SessionEvent } from '../dapp/client.js'
import type { SessionClient } from '../dapp/createSessionClient.js'
import { createListeners } from '../waiting/listeners.js'
import { createLiveSessions } from './liveSessions.js'
import { testSession } from './test/session.js'

const [a, b] = ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0']
const namespaces = {
  eip155: { accounts: [`eip155:1:${a}`, `eip155:1:${b}`, `eip155:10:${a}`], methods: [], events: [] },
}
const session = testSession({ namespaces })
const { topic } = session

function sessionsOf() {
  const host = createTestHost({ networks: [mainnet, optimism] })
  const { subscribe: listen, emit: tell } = createListeners<SessionEvent>(host.report)
  const never = vi.fn<() => never>()
  const dapp: Pick<SessionClient, 'request' | 'listen' | 'disconnect'> = {
    listen,
    ...{ request: never, disconnect: never },
  }
  const sessions = createLiveSessions({ host, dapp, isShared: true, options: {} })
  return { sessions, tell, used: () => host.storage.getItem('walletconnect/used') }
}
const emitted = (name: string, data: unknown, of = topic): SessionEvent => ({
  type: 'emitted',
  topic: of,
  chainId: 'eip155:1',
  name,
  data,
})

test('[S4.19] what a wallet emitted for a session before it was in use shows as soon as it is', () => {
  const { sessions } = sessionsOf()
  const heard: unknown[] = []
  const another = sessions.take({ session: testSession({ namespaces, topic: 'another' }), network: mainnet })
  another.listen((event) => heard.push(event))
  const early: SessionEvent[] = [emitted('accountsChanged', [b]), emitted('chainChanged', '0xa', 'another')]
  const live = sessions.take({ session, network: mainnet, early })
  expect(live.accounts.map(({ address }) => address)).toEqual([b, a])
  expect(live.networks).toEqual({ eip155: 'eip155:1' })
  expect(heard).toEqual([]) // it has heard that itself, when it was told
})

test('[F18] a session that ended before it was in use is none; nor is it remembered', () => {
  const { sessions, used } = sessionsOf()
  const early: SessionEvent[] = [{ type: 'ended', topic, why: 'deleted' }]
  expect(() => sessions.take({ session, early, opened: {} })).toThrow(
    expect.objectContaining({ code: 'provider_disconnected' }),
  )
  expect(used()).toBeNull()
})

test('[S4.19] one session is in use for all connections that are made of it, each event emitted once, until it ends', () => {
  const { sessions, tell } = sessionsOf()
  const early = [emitted('accountsChanged', [b])]
  const heard: unknown[] = []
  sessions.take({ session, network: mainnet }).listen((event) => heard.push(event))
  // What was told while another connection came about has been heard.
  const second = sessions.take({ session, network: optimism, early })
  expect(second.accounts[0]).toMatchObject({ address: a })
  expect(heard).toEqual([])
  tell(emitted('chainChanged', 10))
  tell(emitted('chainChanged', 1, 'another'))
  tell({ type: 'ended', topic, why: 'deleted' })
  tell({ type: 'ended', topic, why: 'deleted' })
  expect(heard).toEqual([
    { type: 'networkChanged', family: 'eip155', networkId: 'eip155:10' },
    { type: 'disconnected' },
  ])
})

test('how this device opened its wallet is remembered with a session, and stays where nothing is known of another', () => {
  const { sessions, used } = sessionsOf()
  const other = testSession({ namespaces, topic: 'other' })
  sessions.take({ session, opened: { href: 'pocket://' } })
  expect(used()).toBe(`${topic} pocket://`)
  sessions.take({ session, opened: {} })
  sessions.take({ session: other })
  expect(used()).toBe(`${topic} pocket://`)
  sessions.take({ session: other, opened: {} })
  expect(used()).toBe('other ')
})
