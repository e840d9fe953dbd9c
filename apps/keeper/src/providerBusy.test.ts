import { decodeBytes, encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { boxUses } from '@foyer/custody/keeperCalls'
import { proveSocialCall } from '@foyer/custody/proveSocialCall'
import { sealBox } from '@foyer/custody/sealedBox'
import { socialHash, verifierOf } from '@foyer/custody/social'
import { createOAuth } from '@foyer/service/socials/oauth'
import { createProviderRest } from '@foyer/service/socials/providerRest'
import { chooseAccount, client, withProviders } from '@foyer/service-testing/localProviders'
import { afterEach, expect, test } from 'vitest'
import { askSigned, createDevice, type Device, site, startWorld } from './test/keeperWorld.js'

const startProviders = withProviders()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open() {
  let limit: { readonly path: string; readonly retryAfter: string } | undefined
  const asked: string[] = []
  const providers = await startProviders({
    signs: false,
    limits(request) {
      const { pathname } = new URL(request.url)
      if (/\/authorize$/.test(pathname)) return undefined // a visitor's own browser
      asked.push(pathname)
      if (pathname !== limit?.path) return undefined
      return new Response(null, { status: 429, headers: { 'retry-after': limit.retryAfter } })
    },
  })
  const at = (name: 'github' | 'discord') => ({
    clientId: client.id,
    clientSecret: client.secret,
    at: providers.at(name),
  })
  const socials = { github: at('github'), discord: at('discord') }
  const world = await startWorld({ socials })
  closing.push(world.close)
  /** A login at a provider, of which the keeper is shown the code, from an address. */
  async function prove(device: Device, provider: 'github' | 'discord', from: string) {
    const [social, secret] = [newId(), encodeBytes(randomBytes(32))]
    const verifier = await verifierOf({ secret, hash: await socialHash({ social, device: device.id }) })
    const page = await createOAuth({
      name: provider,
      client: socials[provider],
      rest: createProviderRest({ now: () => 0 }),
    }).authorizeAt()
    const { code } = await chooseAccount({ page, nonce: '', verifier })
    const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify({ code, secret, vouch: null })))
    const to = decodeBytes(world.secret.publicKeys.sealing)
    const box = await sealBox({ to, use: boxUses.social, of: [social, device.id], bytes })
    const payload = { social, provider, site, key: encodeBytes(device.key), proof: encodeBytes(box) }
    const answer = await askSigned(world.from(from), { call: proveSocialCall, keys: device.keys, payload })
    const retryAfter = answer.headers.get('retry-after')
    return answer.ok ? 'proved' : `${answer.status} ${(await answer.json()).error.code} ${retryAfter}`
  }
  const limitTo = (next: typeof limit) => {
    limit = next
  }
  return { world, asked, prove, limitTo }
}

const [here, elsewhere] = ['192.0.2.1', '198.51.100.1']

test('[F22] the keeper asks a provider nothing until the provider’s limit is over, and others as before', async () => {
  const { world, asked, prove, limitTo } = await open()
  const device = await createDevice()
  limitTo({ path: '/github/login/oauth/access_token', retryAfter: '60' })
  expect(await prove(device, 'github', here)).toBe('503 provider_busy 60')
  const before = asked.length
  // A network begins twenty an hour: what is refused for the provider takes none of them.
  for (let count = 0; count < 25; count += 1)
    expect(await prove(device, 'github', `198.51.100.${count}`)).toBe('503 provider_busy 60')
  expect(asked).toHaveLength(before)
  expect(await prove(device, 'discord', here)).toBe('proved')
  limitTo(undefined)
  world.clock.pass(59_999)
  expect(await prove(device, 'github', elsewhere)).toBe('503 provider_busy 1')
  world.clock.pass(1)
  expect(await prove(device, 'github', elsewhere)).toBe('proved')
})

test('[F2] an account whose own limit is used up stops the network alone that showed it', async () => {
  const { prove, limitTo } = await open()
  limitTo({ path: '/discord/api/v10/users/@me', retryAfter: '3600' })
  expect(await prove(await createDevice(), 'discord', here)).toBe('503 provider_busy 3600')
  limitTo(undefined)
  expect(await prove(await createDevice(), 'discord', here)).toBe('503 provider_busy 3600')
  expect(await prove(await createDevice(), 'discord', elsewhere)).toBe('proved')
})
