import { decodeBytes, encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { bindWalletCall, boxUses } from '@foyer/custody/keeperCalls'
import { proveSocialCall } from '@foyer/custody/proveSocialCall'
import { sealBox } from '@foyer/custody/sealedBox'
import { socialHash, vouchFor } from '@foyer/custody/social'
import { createOpenId } from '@foyer/service/socials/openId'
import { createProviderRest } from '@foyer/service/socials/providerRest'
import { chooseAccount, client, googlePage, withProviders } from '@foyer/service-testing/localProviders'
import { type LocalProviders, type ProviderName, providerAccounts, type StatedClaims } from '@foyer/stack'
import { afterEach } from 'vitest'
import { createDevice, type Device, sealPart, signed, site, startWorld, type World } from './keeperWorld.js'

export interface Opened {
  readonly world: World
  readonly google: LocalProviders
}

/** Providers of their own for the tests of a file, and a keeper for each that opens one. @returns what opens one */
export function socialWorlds(): (options?: { states?: (claims: StatedClaims) => StatedClaims }) => Promise<Opened> {
  const startProviders = withProviders()
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  return async ({ states } = {}) => {
    let now = () => 0
    const google = await startProviders({ now: () => now(), states })
    const world = await startWorld({ socials: socialsAt(google) })
    now = world.clock.now
    closing.push(world.close)
    return { world, google }
  }
}

export function socialsAt(providers: LocalProviders) {
  const own = (name: ProviderName) => ({ clientId: client.id, clientSecret: client.secret, at: providers.at(name) })
  return {
    google: { clientId: client.id, issuer: providers.at('google') },
    apple: { clientId: client.id, issuer: providers.at('apple') },
    ...{ github: own('github'), x: own('x'), discord: own('discord'), facebook: own('facebook') },
  }
}

export const person = `google:${providerAccounts[0]?.id}`

interface Proof {
  readonly social: string
  readonly idToken: string
}

/** Returns the provider's statement to a login of a device's, as the login server gets it. */
export async function stated({ world, google }: Opened, of: string, { as = 0 } = {}): Promise<Proof> {
  const [social, verifier] = [newId(), encodeBytes(randomBytes(32))]
  const nonce = await socialHash({ social, device: of })
  const { code } = await chooseAccount({ page: googlePage(google), nonce, verifier, as })
  const [redirectUri = ''] = client.redirectUris
  const openId = createOpenId({
    issuer: google.at('google'),
    clientId: client.id,
    now: world.clock.now,
    rest: createProviderRest({ now: () => 0 }),
  })
  return { social, idToken: await openId.exchange({ code, verifier, redirectUri, clientSecret: client.secret }) }
}

export interface Prove {
  readonly device: Device
  readonly proof: Proof
  readonly browser?: Device | undefined
  /** for whom the proof is sealed */
  readonly sealedFor?: string | undefined
}

export async function payloadOf(
  { world }: Opened,
  { device, proof: { social, idToken }, browser, sealedFor = device.id }: Prove,
) {
  const hash = await socialHash({ social, device: device.id })
  const vouch = browser ? await vouchFor({ keys: browser.keys, hash }) : null
  const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify({ idToken, vouch })))
  const to = decodeBytes(world.secret.publicKeys.sealing)
  const box = await sealBox({ to, use: boxUses.social, of: [social, sealedFor], bytes })
  return { social, provider: 'google', site, key: encodeBytes(device.key), proof: encodeBytes(box) }
}

export const prove = async (opened: Opened, request: Prove) =>
  signed(opened.world, { call: proveSocialCall, keys: request.device.keys, payload: await payloadOf(opened, request) })

/** A first login: the device makes the wallet. */
export async function first(opened: Opened, { browser }: { browser?: Device } = {}) {
  const device = await createDevice()
  const { ceremony } = await prove(opened, { device, proof: await stated(opened, device.id), browser })
  const [wallet, part] = [newId(), randomBytes(32)]
  const payload = { ceremony, wallet, part: await sealPart(opened.world, wallet, part) }
  await signed(opened.world, { call: bindWalletCall, keys: device.keys, payload })
  return { device, ceremony, wallet, part }
}
