import type { SocialName } from '@foyer/custody/person'
import { verifierOf } from '@foyer/custody/social'
import { challengeOf } from '@foyer/login/socialWindow'
import { addressIn, hashOf, type WindowAddress } from '../exchange/letters.js'

/** Where the window is, and to where the provider leads back. */
export const socialPath = '/social'

export interface SocialAddress {
  readonly origin: string
  /** BCP 47 */
  readonly language: string
  readonly address: WindowAddress
  /** Of the login and its device, see `socialHash`. */
  readonly hash: string
  /** The secret that the frame's device alone knows. */
  readonly secret: string
}

/** The address that the application opens. What is in its fragment reaches no server. */
export async function socialAddress({ origin, language, address, hash, secret }: SocialAddress): Promise<string> {
  const challenge = await challengeOf(await verifierOf({ secret, hash }))
  return `${origin}${socialPath}?lang=${language}${hashOf(address)}.${hash}.${challenge}`
}

/** A login that the window is to see through. */
export interface AskedSocial {
  readonly address: WindowAddress
  readonly hash: string
  readonly challenge: string
  /** The page that was left for this one, where no window could be opened; its origin is still to be checked. */
  readonly back: string | null
}

/** Reads the fragment of {@link socialAddress}; undefined for any other. */
export function askedIn(fragment: string): AskedSocial | undefined {
  const [, , hash = '', challenge = '', back = ''] = fragment.slice(1).split('.')
  const address = addressIn(fragment)
  const isWhole = [address.id, address.key, hash, challenge].every((part) => /^[\w-]{22,43}$/.test(part))
  return isWhole ? { address, hash, challenge, back: addressOf(back) } : undefined
}

/** Returns the `state` that the provider hands back: by this the window knows its own login again. */
export const stateOf = ({ address: { id }, hash }: Pick<AskedSocial, 'address' | 'hash'>): string => `${id}.${hash}`

/** Returns the address at which the provider is asked. @see OpenID Connect Core 1.0 §3.1.2.1, RFC 7636 §4.3 */
export function authorizeAddress({
  provider,
  asked,
  origin,
  authorize,
  clientId,
  scope,
}: {
  readonly provider: SocialName
  readonly asked: AskedSocial
  readonly origin: string
  /** The provider's page. */
  readonly authorize: string
  readonly clientId: string
  readonly scope: string
}): string {
  const url = new URL(authorize)
  const query = {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: `${origin}${socialPath}`, scope },
    ...{ state: stateOf(asked), nonce: asked.hash },
    ...{ code_challenge: asked.challenge, code_challenge_method: 'S256' },
    // Apple states it at once, in a form that it has the browser post: an address is too short for it.
    ...(provider === 'apple' && { response_type: 'code id_token', response_mode: 'form_post' }),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** A page's address as it stands in the fragment; null for anything else. */
function addressOf(encoded: string): string | null {
  try {
    const text = decodeURIComponent(encoded)
    return URL.canParse(text) ? text : null
  } catch {
    return null // it isn't encoded as the application writes it
  }
}
