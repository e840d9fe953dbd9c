import type { KeyValueStorage } from '@foyer/core'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createCiphers } from '../protocol/cipher/ciphers.js'
import { bytesToHex } from '../protocol/codec.js'
import { clientSeed, createRecords, guardStorage } from './records.js'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 2_000

const Session = v.object({ topic: v.string(), expiresAt: v.number(), peer: v.optional(v.string()) })
const sessionsOf = { name: 'sessions', version: 1, schema: Session }
const key = 'walletconnect/sessions/1'

const storageOf = (entries: Map<string, string>): KeyValueStorage => ({
  getItem: (name) => entries.get(name) ?? null,
  setItem: (name, value) => void entries.set(name, value),
  removeItem: (name) => void entries.delete(name),
})
const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

const bookOver = (storage: KeyValueStorage | undefined) => {
  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  return { book: createRecords({ storage: guardStorage({ storage, report }), report }), reported }
}

test('what one page writes the next one reads, in the order in which it came', () => {
  const storage = storageOf(new Map())
  const first = bookOver(storage).book.open(sessionsOf)
  first.set('b', { topic: 'b', expiresAt: 1 })
  first.set('a', { topic: 'a', expiresAt: 2, peer: 'Wallet' })
  first.set('c', { topic: 'c', expiresAt: 3 })
  first.set('b', { topic: 'b', expiresAt: 4 })
  first.delete('c')
  const next = bookOver(storage).book.open(sessionsOf)
  expect(next.all()).toEqual(first.all())
  expect(next.all().map(([id]) => id)).toEqual(['b', 'a'])
  expect(next.get('b')).toEqual({ topic: 'b', expiresAt: 4 })
  expect(next.get('c')).toBeUndefined()
})

test('[F20] a bad entry costs none of the others, and is reported once', () => {
  const stored = JSON.stringify([
    ['a', { topic: 'a', expiresAt: 1 }],
    ['b', { topic: 'b', expiresAt: 'soon' }],
    'c',
    ['d'],
    [4, { topic: 'd', expiresAt: 1 }],
    ['__proto__', { topic: 'p', expiresAt: 1 }],
  ])
  const { book, reported } = bookOver(storageOf(new Map([[key, stored]])))
  expect(
    book
      .open(sessionsOf)
      .all()
      .map(([id]) => id),
  ).toEqual(['a', '__proto__'])
  expect(reported).toMatchObject([{ code: 'unreadable_records', facts: { kind: 'sessions' } }])
})

test('[F20 W10] what can’t be read isn’t repeated in the error', () => {
  const secret = 'f'.repeat(64)
  const { book, reported } = bookOver(storageOf(new Map([[key, `${secret} not json`]])))
  expect(book.open(sessionsOf).all()).toEqual([])
  const [error] = reported
  expect(error).toBeInstanceOf(Error)
  expect(`${error}${JSON.stringify(error)}${error instanceof Error ? error.cause : ''}`).not.toContain('ffff')
})

test('[F20] another version’s records are left alone', () => {
  const newer = '{"in":"another way"}'
  const entries = new Map([['walletconnect/sessions/2', newer]])
  const { book, reported } = bookOver(storageOf(entries))
  const sessions = book.open(sessionsOf)
  expect(sessions.all()).toEqual([])
  sessions.set('a', { topic: 'a', expiresAt: 1 })
  expect(entries.get('walletconnect/sessions/2')).toBe(newer)
  expect(reported).toEqual([])
})

test.each([
  ['blocked', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ['full', { getItem: () => null, setItem: refuse, removeItem: () => {} }],
])('[F20] with storage that is %s the page goes on by itself, and that is reported once', (_name, storage) => {
  const { book, reported } = bookOver(storage)
  const sessions = book.open(sessionsOf)
  sessions.set('a', { topic: 'a', expiresAt: 1 })
  sessions.set('b', { topic: 'b', expiresAt: 1 })
  sessions.delete('a')
  expect(sessions.all()).toHaveLength(1)
  expect(book.openTexts({ name: 'seen', most: 2 }).add('x')).toBe(true)
  expect(reported).toMatchObject([{ code: 'storage', cause: expect.any(DOMException) }])
})

test('without any storage nothing is reported', () => {
  const { book, reported } = bookOver(undefined)
  const sessions = book.open(sessionsOf)
  sessions.set('a', { topic: 'a', expiresAt: 1 })
  expect(sessions.all()).toHaveLength(1)
  expect(reported).toEqual([])
})

test('[F20] storage that is cleared under a living page is filled again', () => {
  const entries = new Map<string, string>()
  const sessions = bookOver(storageOf(entries)).book.open(sessionsOf)
  sessions.set('a', { topic: 'a', expiresAt: 1 })
  entries.clear()
  expect(sessions.get('a')).toBeDefined()
  sessions.set('b', { topic: 'b', expiresAt: 1 })
  expect(bookOver(storageOf(entries)).book.open(sessionsOf).all()).toHaveLength(2)
})

test('[W7] texts are known again after a reload, the newest of them', () => {
  const entries = new Map<string, string>()
  const seenOf = { name: 'seen', most: 3 }
  const seen = bookOver(storageOf(entries)).book.openTexts(seenOf)
  expect(['a', 'b', 'a', 'c', 'd'].map((text) => seen.add(text))).toEqual([true, true, false, true, true])
  const next = bookOver(storageOf(entries)).book.openTexts(seenOf)
  expect(['b', 'c', 'd'].map((text) => next.add(text))).toEqual([false, false, false])
  expect(next.add('a')).toBe(true)
  expect(next.add('b')).toBe(true)
})

test('the client’s seed is drawn once', () => {
  const ciphers = createCiphers({ crypto })
  const entries = new Map<string, string>()
  const seedOf = (relay = '') => {
    const records = createRecords({ storage: storageOf(entries), relay, report: () => undefined })
    return clientSeed({ records, ciphers })
  }
  const seed = seedOf()
  expect(seed).toHaveLength(32)
  expect(seedOf()).toEqual(seed)
  expect(seedOf('wss://another/')).not.toEqual(seed)
  // One that can't be read is drawn anew: nothing is lost with it.
  entries.set('walletconnect/seed/1', `[["client","${bytesToHex(seed).slice(2)}"]]`)
  expect(seedOf()).not.toEqual(seed)
})

test(`[F20] ${numRuns.toLocaleString('en')} corrupt storages start clean and never throw`, () => {
  const session = fc.record({ topic: fc.string({ maxLength: 8 }), expiresAt: fc.integer() })
  const entry = fc.oneof(fc.tuple(fc.string({ maxLength: 8 }), session), fc.json({ maxDepth: 3 }).map(parsed))
  const whole = fc.array(entry, { maxLength: 8 }).map((each) => JSON.stringify(each))
  const cut = fc
    .tuple(whole, fc.nat(), fc.string({ maxLength: 3 }))
    .map(([text, at, more]) => text.slice(0, at % (text.length + 1)) + more)
  const text = fc.oneof(whole, cut, fc.json(), fc.string(), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(text, (stored) => {
      const entries = new Map([[key, stored]])
      const { book, reported } = bookOver(storageOf(entries))
      const sessions = book.open(sessionsOf)
      for (const [, value] of sessions.all()) expect(v.is(Session, value)).toBe(true)
      expect(reported.length).toBeLessThanOrEqual(1)
      sessions.set('new', { topic: 'new', expiresAt: 1 })
      const next = bookOver(storageOf(entries))
      expect(next.book.open(sessionsOf).all()).toEqual(sessions.all())
      expect(next.reported).toEqual([])
    }),
    { numRuns },
  )
})

const parsed = (text: string): unknown => JSON.parse(text)
