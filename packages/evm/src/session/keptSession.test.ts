import { IDBFactory } from 'fake-indexeddb'
import { bytesToHex, hexToBytes } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { type KeepingPage, type KeptSession, keepSession, readSession } from './keptSession.js'

const origin = 'https://game.example'
const name = 'moves eip155:1 0xabc '
const grant = { context: '0x0010', delegationManager: `0x${'d1'.repeat(20)}`, expiresAt: 1_900_000_000 } as const

const browser = (): KeepingPage => ({ indexedDB: new IDBFactory(), origin })
const session = (granted: KeptSession['granted'] = grant): KeptSession => ({
  privateKey: generatePrivateKey(),
  granted,
})

/** Reads the record of a session's name in the browser's database, or puts one there. */
async function record({ indexedDB }: KeepingPage, of: string, put?: unknown): Promise<unknown> {
  const ended = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve) => request.addEventListener('success', () => resolve(request.result)))
  const opening = indexedDB.open('foyer-sessions', 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('sessions'))
  const database = await ended(opening)
  const store = database.transaction('sessions', 'readwrite').objectStore('sessions')
  if (put !== undefined) await ended(store.put(put, of))
  const found = await ended(store.get(of))
  database.close()
  return found
}

const refused = (page: KeepingPage, of = name) =>
  readSession(page, of).then(
    () => 'read',
    (error: unknown) => [Object(error).code, Object(error).facts?.why],
  )

test('a session is read as it was kept, its key is in no byte of the record, and what opens it can’t be taken out of the browser', async () => {
  const page = browser()
  const kept = session()
  await keepSession(page, name, kept)
  expect(await readSession(page, name)).toEqual(kept)
  const found = Object(await record(page, name))
  expect([found.sealing.extractable, found.sealing.usages]).toEqual([false, ['encrypt', 'decrypt']])
  await expect(crypto.subtle.exportKey('raw', found.sealing)).rejects.toThrow('not extractable')
  const bytes = bytesToHex(found.sealed)
  for (const text of [kept.privateKey.slice(2), bytesToHex(new TextEncoder().encode(kept.privateKey)).slice(2)])
    expect(bytes).not.toContain(text)
  // Kept anew it is sealed anew, also where nothing was granted yet.
  await keepSession(page, name, { ...kept, granted: undefined })
  const again = Object(await record(page, name))
  expect([bytesToHex(again.iv) === bytesToHex(found.iv), await readSession(page, name)]).toEqual([
    false,
    { ...kept, granted: undefined },
  ])
})

test('there is none where none was kept', async () => {
  expect(await readSession(browser(), name)).toBeUndefined()
})

test('what was sealed for another account, network, session or site opens nothing, also with its key', async () => {
  const page = browser()
  await keepSession(page, name, session())
  const found = await record(page, name)
  for (const other of ['moves eip155:1 0xdef ', 'moves eip155:10 0xabc ', 'bets eip155:1 0xabc ']) {
    await record(page, other, found)
    expect(await refused(page, other)).toEqual(['session_not_kept', 'foreign'])
  }
  const elsewhere = { ...browser(), origin: 'https://other.example' }
  await record(elsewhere, name, found)
  expect(await refused(elsewhere)).toEqual(['session_not_kept', 'foreign'])
})

test.each<[string, string, (found: ReturnType<typeof Object>) => unknown]>([
  ['a bit is changed', 'foreign', (found) => ({ ...found, sealed: changed(found.sealed) })],
  ['it is cut', 'foreign', (found) => ({ ...found, sealed: found.sealed.slice(1) })],
  ['its start is another', 'foreign', (found) => ({ ...found, iv: changed(found.iv) })],
  ['its start is empty', 'foreign', (found) => ({ ...found, iv: new Uint8Array() })],
  ['it is text', 'broken', () => 'session'],
  ['it is nothing', 'broken', () => null],
  ['its key is none', 'broken', (found) => ({ ...found, sealing: {} })],
  ['what was granted is no text', 'broken', (found) => ({ ...found, granted: { ...grant, context: 7 } })],
  [
    'what was granted is huge',
    'broken',
    (found) => ({ ...found, granted: { ...grant, context: `0x${'00'.repeat(65_536)}` } }),
  ],
  ['its manager is none', 'broken', (found) => ({ ...found, granted: { ...grant, delegationManager: '0x' } })],
])('[F20] a record is refused by name where %s', async (_, why, change) => {
  const page = browser()
  await keepSession(page, name, session())
  await record(page, name, change(Object(await record(page, name))))
  expect(await refused(page)).toEqual(['session_not_kept', why])
  // What is kept next is whole again.
  const next = session()
  await keepSession(page, name, next)
  expect(await readSession(page, name)).toEqual(next)
})

test('[F20] what is sealed as it should be, and is no key, is refused by name', async () => {
  const page = browser()
  for (const privateKey of ['0x12', `0x${'zz'.repeat(32)}`, `0x${'11'.repeat(33)}`] as const) {
    await keepSession(page, name, { privateKey, granted: undefined })
    expect(await refused(page)).toEqual(['session_not_kept', 'broken'])
  }
})

test('a browser without storage is said to have none', async () => {
  const blocked = new DOMException('Denied', 'SecurityError')
  const page: KeepingPage = {
    origin,
    get indexedDB(): globalThis.IDBFactory {
      throw blocked
    },
  }
  const wanted = { code: 'session_not_kept', facts: { why: 'storage' }, cause: blocked }
  await expect(readSession(page, name)).rejects.toMatchObject(wanted)
  await expect(keepSession(page, name, session())).rejects.toMatchObject(wanted)
})

function changed(bytes: Uint8Array): Uint8Array {
  const copy = hexToBytes(bytesToHex(bytes))
  copy[0] = (copy[0] ?? 0) ^ 1
  return copy
}
