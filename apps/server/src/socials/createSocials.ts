import type { SocialName } from '@foyer/embedded/custody'
import { createOpenId, type OpenId } from './openId.js'
import { SocialOffError } from './refusals.js'
import { type CheckedSocials, socialProviders } from './socialsConfig.js'

/** The providers that are switched on. */
export interface SocialProviders {
  /** @throws SocialOffError */
  get(provider: SocialName): OpenId
}

export interface CreateSocialProviders {
  /** none if left out */
  readonly socials?: CheckedSocials | undefined
  readonly now: () => number
}

/** Each provider that the operator has a client at. Nothing is asked before somebody logs in by it. */
export function createSocialProviders({ socials = {}, now }: CreateSocialProviders): SocialProviders {
  const { google } = socials
  const openIds = new Map<SocialName, OpenId>()
  if (google) {
    const { clientId, issuer = socialProviders.google.issuer } = google
    openIds.set('google', createOpenId({ issuer, clientId, now }))
  }
  return {
    get(provider) {
      const found = openIds.get(provider)
      if (found === undefined) throw new SocialOffError()
      return found
    },
  }
}
