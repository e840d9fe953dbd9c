import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DeviceDatabase } from './deviceDatabase.js'
import { openDeviceStore } from './deviceStore.js'

/** A database of one record, as a browser's is under a page. */
function memory(record?: unknown) {
  const state = { record, writes: 0 }
  const database: DeviceDatabase = {
    read: async () => state.record,
    async write(next) {
      state.record = next
      state.writes += 1
    },
  }
  return { database, state }
}
const report = () => {}
const ada = { person: 'email:ada@example.com', email: 'ada@example.com', userName: null }

describe('[F20] a device', () => {
  test('is the same when the page is loaded again', async () => {
    const { database } = memory()
    const first = await openDeviceStore({ database, report })
    await first.set({ user: ada })
    const second = await openDeviceStore({ database, report })
    expect(second.get()).toEqual(first.get())
    expect(second.isKept).toBe(true)
  })

  test('forgets, and becomes another', async () => {
    const { database } = memory()
    const store = await openDeviceStore({ database, report })
    const { keys } = store.get()
    await store.set({ user: ada })
    await store.reset()
    expect(store.get()).toMatchObject({ user: null, wallet: null })
    expect(store.get().keys).not.toBe(keys)
    expect((await openDeviceStore({ database, report })).get()).toEqual(store.get())
  })

  test('is a new one where what is stored isn’t what was written', async () => {
    const { database: whole, state } = memory()
    await openDeviceStore({ database: whole, report })
    const readable = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    const record = state.record
    const mutants = fc.oneof(
      fc.anything(),
      fc.record({ version: fc.anything() }).map((part) => Object.assign({}, record, part)),
      fc.constantFrom('keys', 'user', 'wallet', 'ceremony', 'refreshToken').chain((name) =>
        fc
          .anything()
          .filter((value) => value !== null)
          .map((value) => Object.assign({}, record, { [name]: value })),
      ),
      fc.constant(Object.assign({}, record, { keys: readable })),
    )
    await fc.assert(
      fc.asyncProperty(mutants, async (stored) => {
        const { database } = memory(stored)
        const store = await openDeviceStore({ database, report })
        expect(store.get()).toMatchObject({ version: 1, wallet: null })
        expect(store.get().keys.privateKey.extractable).toBe(false)
      }),
      // FOYER_FULL=1: the whole figure of F20.
      { numRuns: process.env.FOYER_FULL ? 100_000 : 200 },
    )
  })

  test.each([
    [
      'keys for another use',
      async () => crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']),
    ],
    [
      'a private key in the public one’s place',
      async ({ privateKey }: CryptoKeyPair) => ({ privateKey, publicKey: privateKey }),
    ],
    ['no keys', async () => ({ privateKey: {}, publicKey: {} })],
  ])('that was stored with %s is a new one', async (_, change) => {
    const { database, state } = memory()
    const { keys } = (await openDeviceStore({ database, report })).get()
    state.record = Object.assign({}, state.record, { user: ada, keys: await change(keys) })
    const store = await openDeviceStore({ database, report })
    expect([store.get().user, store.get().keys.privateKey.usages]).toEqual([null, ['sign']])
  })

  test('is one until the page is left where nothing may be stored', async () => {
    const reported: unknown[] = []
    const database: DeviceDatabase = {
      read: () => Promise.reject(new DOMException('denied', 'SecurityError')),
      write: () => Promise.reject(new DOMException('denied', 'SecurityError')),
    }
    const store = await openDeviceStore({ database, report: (error) => reported.push(error) })
    await store.set({ user: ada })
    expect([store.isKept, store.get().user, reported.length]).toEqual([false, ada, 1])
  })
})

describe('[F20] two tabs of a device', () => {
  const change = (state: { record: unknown }, part: object) => {
    state.record = Object.assign({}, state.record, part)
  }

  test('keep what the other has changed meanwhile', async () => {
    const { database, state } = memory()
    const [one, other] = [await openDeviceStore({ database, report }), await openDeviceStore({ database, report })]
    await one.set({ user: ada })
    expect(other.get().user).toBeNull()
    await other.set({ refreshToken: 'later' })
    expect(other.get()).toMatchObject({ user: ada, refreshToken: 'later' })
    await one.refresh()
    expect(one.get()).toEqual(other.get())
    change(state, { user: { ...ada, email: 'not an address' } })
    await one.refresh()
    expect(one.get()).toEqual(other.get())
  })

  test('take no other device’s record, which one has become that was reset', async () => {
    const { database } = memory()
    const [one, other] = [await openDeviceStore({ database, report }), await openDeviceStore({ database, report })]
    await one.set({ user: ada })
    await other.refresh()
    await one.reset()
    await other.refresh()
    expect([one.get().user, other.get().user]).toEqual([null, ada])
  })
})

test('a device that is given takes the place of what is kept, and is kept', async () => {
  const { database, state } = memory()
  const first = await openDeviceStore({ database, report })
  const given = (await openDeviceStore({ database: memory().database, report })).get()
  expect((await openDeviceStore({ database, report, given })).get()).toBe(given)
  expect([state.record, state.writes]).toEqual([given, 2])
  const { privateKey } = (await openDeviceStore({ database, report })).get().keys
  expect(privateKey).toBe(given.keys.privateKey)
  expect(privateKey).not.toBe(first.get().keys.privateKey)
  expect(state.writes).toBe(2)
})

test('where nothing is kept, nothing is read or written later', async () => {
  let calls = 0
  const refuse = () => {
    calls += 1
    return Promise.reject(new DOMException('denied', 'SecurityError'))
  }
  const store = await openDeviceStore({ database: { read: refuse, write: refuse }, report })
  await store.refresh()
  await store.set({ user: ada })
  await store.reset()
  expect([calls, store.get().user]).toEqual([1, null])
})
