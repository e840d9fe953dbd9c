import type { SocialProvider } from '@foyer/core'
import type { Route } from '@foyer/core/view'

/** The view in which a login begins: by e-mail, or by a provider's account. */
export function loginRoute(by: 'email' | SocialProvider): Route {
  if (by === 'email') return { view: 'EmailLogin' }
  return by === 'farcaster' ? { view: 'ConnectingFarcaster' } : { view: 'ConnectingSocial', provider: by }
}
