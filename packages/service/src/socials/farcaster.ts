import { type FarcasterSignature, nonceOf } from '@foyer/custody/social'
import { readFarcasterMessage } from './farcasterMessage.js'
import type { ProviderRest } from './providerRest.js'
import { type Farcaster, idRegistry, redirectUriOf } from './socialsConfig.js'
import type { StatedAccount } from './statedAccount.js'

/** Logins at Farcaster, by what the owner of an account has signed. @see FIP-11 */
export interface FarcasterLogin {
  /** Whose account signed it, by this server's own check. @throws SocialRefusedError · ProviderAwayError · ProviderBusyError */
  read(signed: FarcasterSignature & { readonly hash: string }): Promise<StatedAccount>
}

export interface CreateFarcaster extends Farcaster {
  /** of the wallet's page */
  readonly origin: string
  readonly now: () => number
  /** of the chain's node, without which no one logs in */
  readonly rest: ProviderRest
}

/** The wallet's page as a message names it. */
export const pageOf = ({ origin }: Pick<CreateFarcaster, 'origin'>) => ({
  domain: new URL(origin).host,
  uri: redirectUriOf({ origin }),
})

export function createFarcaster({
  origin,
  now,
  rest,
  rpcUrl,
  idRegistry: registry = idRegistry,
}: CreateFarcaster): FarcasterLogin {
  return {
    async read({ message, signature, hash }) {
      const expected = { ...pageOf({ origin }), nonce: nonceOf(hash) }
      const fid = await readFarcasterMessage({ message, signature, expected, now: now(), rest, rpcUrl, registry })
      return { subject: fid, email: null, userName: null }
    },
  }
}
