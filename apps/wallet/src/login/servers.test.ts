import { ceremonyStateCall, createSigningKeys, encodeBytes, newId, randomBytes } from '@foyer/embedded/custody'
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
