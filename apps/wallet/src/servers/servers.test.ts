import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { ceremonyStateCall } from '@foyer/custody/keeperCalls'
import { createSigningKeys } from '@foyer/custody/signed'
import { pollSocialCall } from '@foyer/custody/socialCalls'
import { expect, test } from 'vitest'
import { createServers } from './servers.js'

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
