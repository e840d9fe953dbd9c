import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { ceremonyStateCall } from '@foyer/custody/keeperCalls'
import { createSigningKeys } from '@foyer/custody/signed'
import { pollSocialCall } from '@foyer/login/socialCalls'
import { afterEach, expect, test, vi } from 'vitest'
import { openBrowser } from './openBrowser.js'
import { createServers, RefusedError } from './servers.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A keeper whose first nonces are over by the time that they are used. */
async function keeperWith({ overNonces }: { readonly overNonces: number }) {
  const keys = await createSigningKeys()
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const path = String(url)
    if (path.endsWith('/nonce')) return Response.json({ nonce: encodeBytes(randomBytes(32)) })
    asked.push(JSON.parse(String(init?.body)).nonce)
    if (asked.length > overNonces) return Response.json({ status: 'waiting' })
    return Response.json({ error: { code: 'signature_refused' } }, { status: 401 })
  }
  const servers = createServers({ fetch, keys: () => keys })
  return { asked, state: () => servers.signed(ceremonyStateCall, { ceremony: newId(), known: null }) }
}

test('a computer that slept between the nonce and its use asks again, with another', async () => {
  const { asked, state } = await keeperWith({ overNonces: 1 })
  expect(await state()).toEqual({ status: 'waiting' })
  expect(new Set(asked).size).toBe(2)
})

test('what is refused again is refused', async () => {
  const { asked, state } = await keeperWith({ overNonces: 9 })
  await expect(state()).rejects.toMatchObject({ refusal: 'signature_refused' })
  expect(asked).toHaveLength(2)
})

/** A server that gives a nonce with each answer. */
async function givingServer() {
  const keys = await createSigningKeys()
  const asked: string[] = []
  const nonces = Array.from({ length: 6 }, () => encodeBytes(randomBytes(32)))
  const time = { now: 0 }
  const used: string[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const path = String(url)
    asked.push(path)
    const next = nonces[asked.length] ?? ''
    if (path.endsWith('/nonce')) return Response.json({ nonce: next })
    used.push(JSON.parse(String(init?.body)).nonce)
    return Response.json({ status: 'waiting', said: null }, { headers: { 'x-next-nonce': next } })
  }
  const servers = createServers({ fetch, keys: () => keys, now: () => time.now })
  const state = () => servers.signed(ceremonyStateCall, { ceremony: newId(), known: null })
  const calls = () => asked.map((path) => path.split('/').at(-1))
  return { servers, state, calls, nonces, used, time }
}

test('a call is signed over the nonce that the answer before has brought, each server’s over its own and once', async () => {
  const { servers, state, calls, nonces, used } = await givingServer()
  await state()
  await servers.signed(pollSocialCall, { social: newId() })
  await state()
  expect(calls()).toEqual(['nonce', 'state', 'nonce', 'poll', 'state'])
  expect(used).toEqual([nonces[1], nonces[3], nonces[2]])
})

test('a nonce that is over, or will be on its way, is not tried', async () => {
  const { state, calls, nonces, used, time } = await givingServer()
  await state()
  time.now = 44_999
  await state()
  time.now += 45_000
  await state()
  expect(calls()).toEqual(['nonce', 'state', 'state', 'nonce', 'state'])
  expect(used).toEqual([nonces[1], nonces[2], nonces[4]])
})

test('a nonce is taken as fresh by how long ago it came, whatever the hour is', async () => {
  const { state, calls, time } = await givingServer()
  time.now = 1_900_000_000_000
  await state()
  time.now += 44_999
  await state()
  expect(calls()).toEqual(['nonce', 'state', 'state'])
})

test.each([
  ['0', 0],
  ['7', 7_000],
  ['1800', 1_800_000],
  ['999999', 999_999_000],
  ['1000000', undefined],
  ['', undefined],
  ['a7', undefined],
  ['7a', undefined],
  ['-1', undefined],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  [null, undefined],
])('a refusal that may be asked again after %j is so after %j ms', (retryAfter, ms) => {
  expect(new RefusedError({ refusal: 'too_many_codes', retryAfter })).toMatchObject({
    ...{ retryAfterMs: ms, sentence: 'error.tooManyCodes', values: { seconds: ms === undefined ? '60' : retryAfter } },
  })
})

test('a refusal that this page doesn’t know is said as a service that can’t be reached, also by a name that every object has', () => {
  for (const refusal of ['unlisted', 'toString', 'constructor'])
    expect(new RefusedError({ refusal, retryAfter: null })).toMatchObject({ refusal, sentence: 'error.unreachable' })
})

/** A server that answers each call so. */
async function serverOf(answer: (init: RequestInit | undefined) => Response | Promise<Response>) {
  const keys = await createSigningKeys()
  const asked: { path: string; headers: Headers; init: RequestInit | undefined }[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    asked.push({ path: String(url), headers: new Headers(init?.headers), init })
    return answer(init)
  }
  return { servers: createServers({ fetch, keys: () => keys }), asked }
}

test('what is asked says that it is JSON, and its access token where there is one', async () => {
  const nonce = encodeBytes(randomBytes(32))
  const { servers, asked } = await serverOf(() => Response.json({ nonce, status: 'waiting' }))
  const state = (token?: string) => servers.signed(ceremonyStateCall, { ceremony: newId(), known: null }, { token })
  await state('secret')
  await state()
  expect(asked.map(({ headers }) => headers.get('content-type'))).toEqual(Array(4).fill('application/json'))
  // A nonce needs none.
  expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Bearer secret', null, null])
  expect(asked.every(({ init }) => init?.method === 'POST')).toBe(true)
})

test('a refusal that isn’t the server’s own word is told by its status', async () => {
  for (const body of ['<html>', '{"error":{}}', '']) {
    const { servers } = await serverOf(() => new Response(body, { status: 502 }))
    await expect(servers.plain(ceremonyStateCall, undefined)).rejects.toMatchObject({ refusal: 'http_502' })
  }
})

test('an answer that isn’t what the call has is a service that can’t be reached', async () => {
  const { servers } = await serverOf(() => Response.json({ status: 'moon' }))
  await expect(servers.plain(ceremonyStateCall, {})).rejects.toMatchObject({ sentence: 'error.unreachable' })
})

test('who leaves while the nonce is waited for waits no longer', async () => {
  const { servers, asked } = await serverOf(
    (init) => new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  )
  const leaving = new AbortController()
  const { signal } = leaving
  const state = servers.signed(ceremonyStateCall, { ceremony: newId(), known: null }, { signal })
  const said = expect(state).rejects.toMatchObject({ sentence: 'error.unreachable' })
  await expect.poll(() => asked.length).toBe(1)
  leaving.abort()
  await said
})

test('[F20] a browser whose storage is blocked asks by a key that it has for the time, and says so', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const blocked = new DOMException('Storage is blocked.', 'SecurityError')
  const signedBy: string[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    if (!String(url).endsWith('/nonce')) signedBy.push(JSON.parse(String(init?.body)).key)
    return Response.json({ nonce: encodeBytes(randomBytes(32)), status: 'waiting' })
  }
  vi.stubGlobal('window', {
    get indexedDB() {
      throw blocked
    },
    fetch,
  })
  const { servers, keys } = await openBrowser()
  await servers.signed(ceremonyStateCall, { ceremony: newId(), known: null })
  const { publicKey } = keys()
  expect(signedBy).toEqual([encodeBytes(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))])
  expect(warned.mock.calls).toEqual([[blocked]])
})
