import type { SocialName } from '@foyer/custody/person'
import { createFarcaster, type FarcasterLogin } from './farcaster.js'
import { createOAuth, type OAuth } from './oauth.js'
import { createOpenId, type OpenId } from './openId.js'
import { createProviderRest, type ProviderRest } from './providerRest.js'
import { SocialOffError } from './refusals.js'
import { type CheckedSocials, issuers } from './socialsConfig.js'

/** One that is switched on: what it states of an account is signed by it, shown by a token, or signed by the account's owner. */
export type SocialProvider = { readonly rest: ProviderRest } & (
  | { readonly kind: 'openId'; readonly openId: OpenId }
  | { readonly kind: 'oauth'; readonly oauth: OAuth }
  | { readonly kind: 'farcaster'; readonly farcaster: FarcasterLogin }
)

export type SocialProviders = ReturnType<typeof createSocialProviders>

interface CreateSocialProviders {
  readonly socials?: CheckedSocials | undefined
  readonly now: () => number
  readonly origin: string
}

/** Makes each provider that the operator has a client at. Nothing is asked before somebody logs in by it. */
export function createSocialProviders({ socials = {}, now, origin }: CreateSocialProviders) {
  const made = new Map<SocialName, SocialProvider>()
  for (const name of ['google', 'apple'] as const) {
    const client = socials[name]
    if (!client) continue
    const { clientId, issuer = issuers[name] } = client
    const rest = createProviderRest({ now })
    const openId = createOpenId({ issuer, clientId, now, rest, saysByWord: name === 'apple' })
    made.set(name, { kind: 'openId', rest, openId })
  }
  for (const name of ['github', 'x', 'discord', 'facebook'] as const) {
    const client = socials[name]
    if (!client) continue
    const rest = createProviderRest({ now })
    made.set(name, { kind: 'oauth', rest, oauth: createOAuth({ name, client, rest }) })
  }
  if (socials.farcaster) {
    const rest = createProviderRest({ now })
    const farcaster = createFarcaster({ ...socials.farcaster, origin, now, rest })
    made.set('farcaster', { kind: 'farcaster', rest, farcaster })
  }
  return {
    names: [...made.keys()],
    /** @throws SocialOffError */
    get(provider: SocialName): SocialProvider {
      const found = made.get(provider)
      if (found === undefined) throw new SocialOffError()
      return found
    },
  }
}
