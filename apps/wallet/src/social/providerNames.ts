import type { SocialName } from '@foyer/embedded/custody'

/** How each provider writes its name. */
export const providerNames: Readonly<Record<SocialName, string>> = {
  ...{ google: 'Google', apple: 'Apple', github: 'GitHub' },
  ...{ x: 'X', discord: 'Discord', facebook: 'Facebook', farcaster: 'Farcaster' },
}
