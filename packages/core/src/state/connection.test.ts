import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Family, NetworkId } from '../chain/ids.js'
import { chooseAccount } from '../connection/index.js'
import type { NonEmpty } from '../connector/connector.js'
import { account } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import { keysOf } from '../store/keysOf.js'
import { fakeKit } from '../test/fakeKit.js'
import { type AttemptId, isRunning } from './attempt.js'
import { type Connection, type ConnectionEvent, type ConnectionState, nextConnection } from './connection.js'
import { accountIdOfFamily, accountOf } from './selectors.js'
import { noConnections } from './state.js'

const connectionOf = (id: string, families: NonEmpty<Family> = ['eip155']): Connection => {
  const [first, ...others] = families
  return {
    id,
    connector: { id, type: 'ANNOUNCED', name: id, families },
    accounts: [account('0xA1', first), ...others.map((family) => account('0xA1', family))],
    addresses: Object.fromEntries(families.map((family) => [family, '0xA1'])),
    networks: Object.fromEntries(families.map((family) => [family, `${family}:1`])),
  }
}
const connecting = (id: AttemptId) =>
  ({ id, connectorId: `wallet ${id}`, kind: 'connect', step: { type: 'starting' } }) as const
const started = (id: AttemptId, families: NonEmpty<Family> = ['eip155']): ConnectionEvent => ({
  type: 'started',
  families,
  attempt: connecting(id),
})
const switching = (id: AttemptId, networkId: NetworkId): ConnectionEvent => ({
  type: 'started',
  families: [],
  attempt: { id, kind: 'switch', networkId, step: { type: 'walletPrompt' } },
})
const connected = (attemptId: AttemptId, connection: Connection): ConnectionEvent => ({
  type: 'connected',
  attemptId,
  connection,
})
const run = (...events: readonly ConnectionEvent[]) => events.reduce(nextConnection, noConnections)
const blank = fakeKit().foyer.store.getState()
const statuses = (state: ConnectionState, ...families: Family[]) =>
  families.map((family) => accountOf({ ...blank, connection: state }, family).status)

describe('nextConnection', () => {
  test('[S4.1] each family is disconnected, connecting, then connected', () => {
    expect(statuses(noConnections, 'eip155', 'solana')).toEqual(['disconnected', 'disconnected'])
    expect(statuses(run(started(1)), 'eip155', 'solana')).toEqual(['connecting', 'disconnected'])
    const state = run(started(1), connected(1, connectionOf('a')))
    expect(statuses(state, 'eip155', 'solana')).toEqual(['connected', 'disconnected'])
    expect(accountIdOfFamily(state, 'eip155')).toBe('eip155:1:0xA1')
  })

  test('a refusal brings back the former wallet, and says why', () => {
    const before = run(started(1), connected(1, connectionOf('a')))
    const refusal = { code: 'user_rejected', notice: 'error.rejected' } as const
    const trying = nextConnection(before, started(2))
    expect(statuses(trying, 'eip155')).toEqual(['connecting'])
    const after = nextConnection(trying, { type: 'failed', attemptId: 2, refusal })
    const end = { status: 'failed', ...refusal }
    expect(after).toEqual({ ...before, attempts: { connect: { ...connecting(2), end } } })
    expect(nextConnection(after, started(3)).attempts.connect).toEqual(connecting(3))
  })

  test('a superseded attempt changes nothing, in none of its families', () => {
    const state = run(started(1, ['eip155', 'solana']), started(2, ['solana']))
    expect(statuses(state, 'eip155', 'solana')).toEqual(['disconnected', 'connecting'])
    expect(nextConnection(state, connected(1, connectionOf('a', ['eip155', 'solana'])))).toBe(state)
    expect(nextConnection(state, { type: 'failed', attemptId: 1 })).toBe(state)
  })

  test('a family that was not asked for stays with the wallet it has', () => {
    const state = run(started(1, ['solana']), connected(1, connectionOf('a', ['solana'])), started(2, ['eip155']))
    const after = nextConnection(state, connected(2, connectionOf('b', ['eip155', 'solana'])))
    expect(after.active).toEqual({ eip155: 'b', solana: 'a' })
  })

  test('a wallet that takes the place of another ends the former connection and its switch', () => {
    const state = run(
      started(1),
      connected(1, connectionOf('a')),
      switching(2, 'eip155:5'),
      started(3),
      connected(3, connectionOf('b')),
    )
    expect(Object.keys(state.connections)).toEqual(['b'])
    expect(state.attempts.switch).toBeUndefined()
  })

  test('[S4.3] disconnecting one connection of two families leaves nothing of either', () => {
    const state = run(
      started(1, ['eip155', 'solana']),
      connected(1, connectionOf('a', ['eip155', 'solana'])),
      switching(2, 'eip155:5'),
      started(3),
      { type: 'failed', attemptId: 3, refusal: { code: 'user_rejected', notice: 'error.rejected' } },
      { type: 'disconnected', connectionId: 'a' },
    )
    expect(state).toEqual(noConnections)
  })

  test('a family that the wallet lets go of leaves the other', () => {
    const two = run(started(1, ['eip155', 'solana']), connected(1, connectionOf('a', ['eip155', 'solana'])))
    const one = nextConnection(two, { type: 'disconnected', connectionId: 'a', family: 'eip155' })
    expect(statuses(one, 'eip155', 'solana')).toEqual(['disconnected', 'connected'])
    expect(nextConnection(one, { type: 'disconnected', connectionId: 'a', family: 'eip155' })).toBe(one)
    expect(nextConnection(one, { type: 'disconnected', connectionId: 'a', family: 'solana' })).toEqual(noConnections)
  })

  test('[S4.19] takes over other accounts and another network, and the very same state where nothing is new', () => {
    const state = run(started(1), connected(1, connectionOf('a')))
    const change = { type: 'accountsChanged', connectionId: 'a', family: 'eip155' } as const
    expect(nextConnection(state, { ...change, accounts: [account('0xA1')] })).toBe(state)
    const more = nextConnection(state, { ...change, accounts: [account('0xB1'), account('0xA1')] })
    expect(more.connections.a?.addresses).toEqual({ eip155: '0xB1' })
    const network = { type: 'networkChanged', connectionId: 'a', family: 'eip155' } as const
    expect(nextConnection(state, { ...network, networkId: 'eip155:1' })).toBe(state)
    expect(nextConnection(state, { ...network, networkId: 'eip155:5' }).connections.a?.networks.eip155).toBe('eip155:5')
    expect(nextConnection(state, { ...change, accounts: [] })).toEqual(noConnections)
  })

  test('the order of families in a connection is no change of accounts', () => {
    const state = run(started(1, ['eip155', 'solana']), connected(1, connectionOf('a', ['eip155', 'solana'])))
    const same = { type: 'accountsChanged', connectionId: 'a', family: 'solana', accounts: [account('0xA1', 'solana')] }
    expect(nextConnection(state, { ...same, type: 'accountsChanged', family: 'solana' })).toBe(state)
  })

  test('chooses only among the accounts that the wallet gave, and keeps the choice while the wallet stays', () => {
    const a = { ...connectionOf('a'), accounts: [account('0xA1'), account('0xA2')] } as const
    const state = run(started(1), connected(1, a))
    const { foyer } = fakeKit()
    const choose = (address: string) => {
      chooseAccount(foyer, { family: 'eip155', address })
      return foyer.store.getState().connection
    }
    contextOf(foyer).update(() => ({ connection: state }))
    expect(choose('0xZZ')).toBe(state)
    const chosen = choose('0xA2')
    expect(accountIdOfFamily(chosen, 'eip155')).toBe('eip155:1:0xA2')
    const more = nextConnection(chosen, {
      type: 'accountsChanged',
      connectionId: 'a',
      family: 'eip155',
      accounts: [account('0xA1'), account('0xA2'), account('0xA3')],
    })
    expect(more.connections.a?.addresses.eip155).toBe('0xA2')
  })

  test('a switch that was superseded ends nothing', () => {
    const state = run(switching(1, 'eip155:5'), switching(2, 'eip155:6'))
    expect(nextConnection(state, { type: 'succeeded', attemptId: 1 })).toBe(state)
    const ended = nextConnection(state, { type: 'succeeded', attemptId: 2 })
    expect(ended.attempts.switch).toMatchObject({ networkId: 'eip155:6', end: { status: 'succeeded' } })
    expect(nextConnection(ended, { type: 'failed', attemptId: 2 })).toBe(ended)
  })
})

const family = fc.constantFrom<Family>('eip155', 'solana', 'bip122')
const families: fc.Arbitrary<NonEmpty<Family>> = fc
  .uniqueArray(family, { minLength: 1, maxLength: 3 })
  .map(([first = 'eip155', ...others]): NonEmpty<Family> => [first, ...others])
const id = fc.integer({ min: 1, max: 6 })
const name = fc.constantFrom('a', 'b', 'c', 'd')
const networkId = fc.tuple(family, id).map(([namespace, n]) => `${namespace}:${n}` as const)
const event: fc.Arbitrary<ConnectionEvent> = fc.oneof(
  fc.tuple(id, families).map(([n, some]) => started(n, some)),
  fc.tuple(id, name, families).map(([n, a, some]) => connected(n, connectionOf(a, some))),
  fc.record({ type: fc.constant('failed' as const), attemptId: id }),
  fc.record({
    type: fc.constant('accountsChanged' as const),
    connectionId: name,
    family,
    accounts: fc.array(
      fc.tuple(fc.constantFrom('0xA1', '0xA2'), family).map(([address, each]) => account(address, each)),
      {
        maxLength: 3,
      },
    ),
  }),
  fc.record({ type: fc.constant('networkChanged' as const), connectionId: name, family, networkId }),
  fc.record({
    type: fc.constant('disconnected' as const),
    connectionId: name,
    family: fc.option(family, { nil: undefined }),
  }),
  fc.tuple(id, networkId).map(([n, to]) => switching(n, to)),
  fc.record({ type: fc.constant('succeeded' as const), attemptId: id }),
)

test('[S4.3] any sequence of events keeps the machine whole', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let state = noConnections
      for (const each of events) {
        const frozen = JSON.stringify(state)
        const next = nextConnection(state, each)
        expect(JSON.stringify(state)).toBe(frozen) // pure
        const underWay = [...Object.values(state.pending), ...Object.values(state.attempts).filter(isRunning)].some(
          (attempt) => (each.type === 'connected' || each.type === 'failed') && attempt?.id === each.attemptId,
        )
        if ((each.type === 'connected' || each.type === 'failed') && !underWay) expect(next).toBe(state)
        if (each.type === 'disconnected' && each.family === undefined) {
          expect(next.connections[each.connectionId]).toBeUndefined()
          expect(Object.values(next.active)).not.toContain(each.connectionId)
        }
        for (const used of keysOf(next.active)) expect(next.connections[next.active[used] ?? '']).toBeDefined()
        for (const known of Object.keys(next.connections)) expect(Object.values(next.active)).toContain(known)
        state = next
      }
    }),
    { numRuns: 2_000 },
  )
})
