import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { sessionFault } from './checkNamespaces.js'
import type { Settlement } from './messages.js'
import type { SessionNamespaces } from './namespaces.js'
import {
  type ActiveSession,
  nextProposal,
  nextSession,
  type ProposalEvent,
  type ProposalState,
  type SessionChange,
  type SessionState,
} from './states.js'

vi.setConfig({ testTimeout: 600_000 })
// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 2_000

const now = 1_700_000_000_000
const week = 604_800_000
const id = `${now}123`
const topic = 'ab'.repeat(32)
const responderPublicKey = 'cd'.repeat(32)
const failure = { code: 5000, message: 'User rejected.' }
const requested = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } }
const granted = { eip155: { accounts: ['eip155:1:0xab'], methods: ['personal_sign'], events: ['chainChanged'] } }
const accepted = { eip155: { ...granted.eip155, chains: ['eip155:1'] } }

const proposed: ProposalState = { status: 'proposed', id, requested, expiresAt: now + 300_000 }
const answer: ProposalEvent = { type: 'answered', id, topic, responderPublicKey }
const settle = (changes: Partial<Settlement> = {}): ProposalEvent => ({
  type: 'settled',
  topic,
  now,
  settlement: {
    relay: { protocol: 'irn' },
    controller: { publicKey: responderPublicKey, metadata: { name: 'A wallet', description: '', url: '', icons: [] } },
    namespaces: granted,
    expiry: (now + week) / 1_000,
    ...changes,
  },
})
const run = (...events: readonly ProposalEvent[]) => events.reduce(nextProposal, proposed)
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

describe('a proposal', () => {
  test('is answered, and settled into a session', () => {
    expect(run(answer)).toMatchObject({ status: 'answered', topic })
    expect(run(answer, settle())).toEqual({ status: 'settled', session })
  })

  test('is refused, or expires; what comes after changes nothing', () => {
    expect(run({ type: 'refused', id, failure }, answer, settle())).toEqual({ status: 'refused', failure })
    const late: ProposalEvent = { type: 'timePassed', now: now + 300_000 }
    expect(run({ type: 'timePassed', now: now + 299_999 })).toBe(proposed)
    expect(run(late, answer)).toEqual({ status: 'expired' })
    expect(run(answer, late, settle())).toEqual({ status: 'expired' })
  })

  test('[W5] settles only once it is answered, on the topic of that answer, by the key of that answer, and once', () => {
    expect(run(settle())).toBe(proposed)
    const answered = run(answer)
    expect(nextProposal(answered, { ...answer, topic: 'ef'.repeat(32) })).toBe(answered)
    const elsewhere = settle()
    if (elsewhere.type === 'settled')
      expect(nextProposal(answered, { ...elsewhere, topic: 'ef'.repeat(32) })).toBe(answered)
    const metadata = { name: 'Another', description: '', url: '', icons: [] }
    expect(run(answer, settle({ controller: { publicKey: 'ef'.repeat(32), metadata } }))).toMatchObject({
      status: 'unusable',
      topic,
      failure: { code: 1005 },
    })
    const settled = run(answer, settle())
    expect(nextProposal(settled, settle({ namespaces: {} }))).toBe(settled)
  })

  test('another proposal’s answer and refusal aren’t for it', () => {
    expect(run({ ...answer, id: `${now}124` })).toBe(proposed)
    expect(run({ type: 'refused', id: `${now}124`, failure })).toBe(proposed)
  })

  test('[W8] a settlement that can’t be used ends it, and says what the wallet is told', () => {
    expect(run(answer, settle({ expiry: now / 1_000 }))).toMatchObject({ status: 'unusable', failure: { code: 1005 } })
    const wrong = { eip155: { ...granted.eip155, accounts: ['eip155:10:0xab'] } }
    expect(run(answer, settle({ namespaces: wrong }))).toMatchObject({ status: 'unusable', failure: { code: 5100 } })
    expect(run(answer, settle({ namespaces: {} }))).toMatchObject({ status: 'unusable', failure: { code: 5104 } })
  })
})

describe('a session', () => {
  const two = { eip155: { ...granted.eip155, accounts: ['eip155:1:0xab', 'eip155:1:0xcd'] } }
  const update = (at: number, namespaces: SessionNamespaces = two): SessionChange => ({
    type: 'updated',
    id: `${at}000`,
    namespaces,
  })

  test('[W7] takes a newer update; the same again and an older one change nothing', () => {
    const updated = nextSession(session, update(now + 5))
    expect(updated).toMatchObject({ updateId: `${now + 5}000`, namespaces: { eip155: two.eip155 } })
    expect(nextSession(updated, update(now + 5, granted))).toBe(updated)
    expect(nextSession(updated, update(now + 4, granted))).toBe(updated)
    expect(nextSession(updated, update(now + 6, granted))).toMatchObject({ namespaces: accepted })
  })

  test('[W8] an update that leaves nothing ends it; more than was asked for never comes in', () => {
    expect(nextSession(session, update(now, {}))).toMatchObject({
      status: 'unusable',
      topic,
    })
    const more = { eip155: { ...granted.eip155, methods: ['personal_sign', 'eth_sign'] } }
    expect(nextSession(session, update(now, more))).toMatchObject({ namespaces: accepted })
  })

  test('[W7] hears of each event once, in order, by its name, and only of what was granted', () => {
    const emit = (at: number, name = 'chainChanged', chainId = 'eip155:1'): SessionChange => ({
      type: 'emitted',
      id: `${at}000`,
      name,
      chainId,
    })
    const heard = nextSession(session, emit(now))
    expect(heard).toMatchObject({ eventIds: { chainChanged: `${now}000` } })
    expect(nextSession(heard, emit(now))).toBe(heard)
    expect(nextSession(heard, emit(now - 1))).toBe(heard)
    expect(nextSession(heard, emit(now + 1))).not.toBe(heard)
    expect(nextSession(session, emit(now, 'accountsChanged'))).toBe(session)
    expect(nextSession(session, emit(now, 'chainChanged', 'eip155:10'))).toBe(session)
  })

  test('lives a week from its last extension, which never makes it shorter', () => {
    const extended = nextSession(session, { type: 'extended', now: now + 1_000 })
    expect(extended).toMatchObject({ expiresAt: now + 1_000 + week })
    expect(nextSession(extended, { type: 'extended', now })).toBe(extended)
    expect(nextSession(session, { type: 'timePassed', now: now + week - 1 })).toBe(session)
    expect(nextSession(session, { type: 'timePassed', now: now + week })).toEqual({ status: 'expired', topic })
  })

  test('once over it stays so, whatever comes; while it lives it never has what wasn’t asked for', () => {
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
    const change: fc.Arbitrary<SessionChange> = fc.oneof(
      { weight: 5, arbitrary: fc.record({ type: fc.constant('updated' as const), id: at.map(String), namespaces }) },
      fc.record({ type: fc.constant('extended' as const), now: at }),
      fc.record({
        type: fc.constant('emitted' as const),
        id: at.map(String),
        name: fc.constantFrom('chainChanged', 'message', 'constructor'),
        chainId: fc.constantFrom('eip155:1', 'eip155:10'),
      }),
      fc.record({ type: fc.constant('timePassed' as const), now: fc.constantFrom(now, now + 2 * week) }),
      fc.record({ type: fc.constant('deleted' as const) }),
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        let state: SessionState = session
        for (const each of changes) {
          const before: SessionState = state
          state = nextSession(before, each)
          if (before.status !== 'active') expect(state).toBe(before)
          if (state.status !== 'active') continue
          expect(sessionFault(state.namespaces)).toBeUndefined()
          expect(JSON.stringify(state.namespaces)).not.toMatch(/eth_sign|message|eip155:10|solana/)
          if (before.status === 'active') expect(state.expiresAt).toBeGreaterThanOrEqual(before.expiresAt)
          expect(nextSession(state, each)).toEqual(state)
        }
      }),
      { numRuns },
    )
  })
})
