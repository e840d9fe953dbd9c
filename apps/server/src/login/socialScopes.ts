import type { SocialName } from '@foyer/custody/person'

/** Scopes that each is asked for: who somebody is, and where they are written to. */
export const scopes: Readonly<Record<Exclude<SocialName, 'farcaster'>, string>> = {
  google: 'openid email profile',
  apple: 'email', // the name that it gives besides is signed by no one
  github: 'read:user user:email',
  x: 'users.read tweet.read users.email', // users.read counts with tweet.read alone
  discord: 'identify email',
  facebook: 'openid email public_profile', // with openid alone it counts the verifier
}
