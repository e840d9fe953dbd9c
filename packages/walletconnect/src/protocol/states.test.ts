import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sessionFault } from './checkNamespaces.js'
import { InvalidNamespacesError } from './errors.js'
import type { Settlement } from './messages.js'
import type { SessionNamespaces } from './namespaces.js'
import { type ActiveSession, emittedSession, extendedSession, settledSession, updatedSession } from './states.js'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 2_000

const now = 1_700_000_000_000
const week = 604_800_000
const topic = 'ab'.repeat(32)
const responderPublicKey = 'cd'.repeat(32)
const requested = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } }
const granted = { eip155: { accounts: ['eip155:1:0xab'], methods: ['personal_sign'], events: ['chainChanged'] } }
const accepted = { eip155: { ...granted.eip155, chains: ['eip155:1'] } }

const settle = (changes: Partial<Settlement> = {}) =>
  settledSession({
    proposal: { topic, responderPublicKey, requested },
    now,
    settlement: {
      relay: { protocol: 'irn' },
      controller: {
        publicKey: responderPublicKey,
        metadata: { name: 'A wallet', description: '', url: '', icons: [] },
      },
      namespaces: granted,
      expiry: (now + week) / 1_000,
      ...changes,
    },
  })
const refused = (code: number) => expect.objectContaining({ failure: expect.objectContaining({ code }) })
const session: ActiveSession = {
  status: 'active',
  topic,
  controller: responderPublicKey,
  requested,
  namespaces: accepted,
  expiresAt: now + week,
  updateId: '0',
  eventIds: {},
}

describe('a settlement', () => {
  test('makes a session of what was both requested and granted', () => {
    expect(settle()).toEqual(session)
  })

  test('[W5] counts by the key of the answer alone, and in its time', () => {
    const metadata = { name: 'Another', description: '', url: '', icons: [] }
    expect(() => settle({ controller: { publicKey: 'ef'.repeat(32), metadata } })).toThrow(refused(1005))
    expect(() => settle({ expiry: now / 1_000 })).toThrow(refused(1005))
  })

  test('[W8] that can’t be used says what the wallet is answered', () => {
    const wrong = { eip155: { ...granted.eip155, accounts: ['eip155:10:0xab'] } }
    expect(() => settle({ namespaces: wrong })).toThrow(refused(5100))
    expect(() => settle({ namespaces: {} })).toThrow(refused(5104))
  })
})

describe('a session', () => {
  const two = { eip155: { ...granted.eip155, accounts: ['eip155:1:0xab', 'eip155:1:0xcd'] } }
  const update = (from: ActiveSession, at: number, namespaces: SessionNamespaces = two) =>
    updatedSession({ session: from, id: `${at}000`, namespaces })

  test('[W7] takes a newer update; the same again and an older one change nothing', () => {
    const updated = update(session, now + 5)
    expect(updated).toMatchObject({ updateId: `${now + 5}000`, namespaces: { eip155: two.eip155 } })
    expect(update(updated, now + 5, granted)).toBe(updated)
    expect(update(updated, now + 4, granted)).toBe(updated)
    expect(update(updated, now + 6, granted)).toMatchObject({ namespaces: accepted })
  })

  test('[W8] an update that leaves nothing is refused; more than was asked for never comes in', () => {
    expect(() => update(session, now, {})).toThrow(refused(5104))
    const more = { eip155: { ...granted.eip155, methods: ['personal_sign', 'eth_sign'] } }
    expect(update(session, now, more)).toMatchObject({ namespaces: accepted })
  })

  test('[W7] takes each event once, in order, by its name', () => {
    const emit = (from: ActiveSession, at: number, name = 'chainChanged') =>
      emittedSession({ session: from, id: `${at}000`, name })
    const heard = emit(session, now)
    expect(heard).toMatchObject({ eventIds: { chainChanged: `${now}000` } })
    expect(emit(heard, now)).toBe(heard)
    expect(emit(heard, now - 1)).toBe(heard)
    expect(emit(heard, now + 1)).not.toBe(heard)
    expect(emit(heard, now - 1, 'constructor')).toMatchObject({ eventIds: { constructor: `${now - 1}000` } })
  })

  test('lives a week from its last extension, which never makes it shorter', () => {
    const extended = extendedSession({ session, now: now + 1_000 })
    expect(extended).toMatchObject({ expiresAt: now + 1_000 + week })
    expect(extendedSession({ session: extended, now })).toBe(extended)
  })

  test('[W7 W8] whatever comes, twice changes nothing more than once, and it never has what wasn’t asked for', () => {
    const at = fc.integer({ min: now - 20, max: now + 20 })
    const words = (...all: string[]) => fc.subarray(all)
    const namespaces = fc.dictionary(
      fc.constantFrom('eip155', 'solana'),
      fc.record({
        accounts: words('eip155:1:0xab', 'eip155:10:0xab', 'solana:1:ab'),
        methods: words('personal_sign', 'eth_sign'),
        events: words('chainChanged', 'message'),
      }),
    )
    type Change = (from: ActiveSession) => ActiveSession
    const id = at.map(String)
    const change: fc.Arbitrary<Change> = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ id, namespaces }).map((each): Change => {
          return (from) => {
            try {
              return updatedSession({ session: from, ...each })
            } catch (error) {
              if (error instanceof InvalidNamespacesError) return from
              throw error
            }
          }
        }),
      },
      at.map(
        (moment): Change =>
          (from) =>
            extendedSession({ session: from, now: moment }),
      ),
      fc.record({ id, name: fc.constantFrom('chainChanged', 'message', 'constructor') }).map(
        (each): Change =>
          (from) =>
            emittedSession({ session: from, ...each }),
      ),
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        let state = session
        for (const each of changes) {
          const before = state
          state = each(before)
          expect(sessionFault(state.namespaces)).toBeUndefined()
          expect(JSON.stringify(state.namespaces)).not.toMatch(/eth_sign|message|eip155:10|solana/)
          expect(state.expiresAt).toBeGreaterThanOrEqual(before.expiresAt)
          expect(each(state)).toEqual(state)
        }
      }),
      { numRuns },
    )
  })
})
