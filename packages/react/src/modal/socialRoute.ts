import type { SocialProvider } from '@foyer/core'
import type { Route } from '@foyer/core/view'

/** The view in which a login by a provider's account goes on. */
export const socialRoute = (provider: SocialProvider): Route =>
  provider === 'farcaster' ? { view: 'ConnectingFarcaster' } : { view: 'ConnectingSocial', provider }
