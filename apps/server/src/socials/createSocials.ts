import type { SocialName } from '@foyer/embedded/custody'
import { createOAuth, type OAuth } from './oauth.js'
import { createOpenId, type OpenId } from './openId.js'
import { SocialOffError } from './refusals.js'
import { type CheckedSocials, type ExchangedSocials, issuers } from './socialsConfig.js'

/** One that is switched on: what it states of an account is signed by it, or shown by a token. */
export type SocialProvider =
  | { readonly kind: 'openId'; readonly openId: OpenId }
  | { readonly kind: 'oauth'; readonly oauth: OAuth }

/** The providers that are switched on. */
export interface SocialProviders {
  /** @throws SocialOffError */
  get(provider: SocialName): SocialProvider
}

export interface CreateSocialProviders {
  /** none if left out */
  readonly socials?: CheckedSocials | ExchangedSocials | undefined
  readonly now: () => number
}

/** Each provider that the operator has a client at. Nothing is asked before somebody logs in by it. */
export function createSocialProviders({ socials = {}, now }: CreateSocialProviders): SocialProviders {
  const made = new Map<SocialName, SocialProvider>()
  for (const name of ['google', 'apple'] as const) {
    const client = socials[name]
    if (!client) continue
    const { clientId, issuer = issuers[name] } = client
    const openId = createOpenId({ issuer, clientId, now, saysByWord: name === 'apple' })
    made.set(name, { kind: 'openId', openId })
  }
  for (const name of ['github', 'x', 'discord', 'facebook'] as const) {
    const client = socials[name]
    if (client) made.set(name, { kind: 'oauth', oauth: createOAuth({ name, client }) })
  }
  return {
    get(provider) {
      const found = made.get(provider)
      if (found === undefined) throw new SocialOffError()
      return found
    },
  }
}
