import { encodeBytes, sha256 } from '@foyer/custody/bytes'
import type { SocialName } from '@foyer/custody/person'
import { SignedBody } from '@foyer/custody/signed'
import { Code, IdToken } from '@foyer/custody/social'
import * as v from 'valibot'

/**
 * How what a provider states comes to the two servers: its code is exchanged by the login server for what it signs; or what it signs comes at once;
 * or the keeper exchanges the code for a token by which the account is shown to both; or a relay brings what the visitor has signed on a telephone.
 */
export const socialWays: Readonly<Record<SocialName, 'exchanged' | 'signed' | 'shown' | 'relayed'>> = {
  ...{ google: 'exchanged', apple: 'signed' },
  ...{ github: 'shown', x: 'shown', discord: 'shown', facebook: 'shown', farcaster: 'relayed' },
}

/** Hash, sent to the provider, of what the frame's device alone knows of a login there. @see RFC 7636 §4.2 */
export const challengeOf = async (verifier: string): Promise<string> =>
  encodeBytes(await sha256(new Uint8Array(new TextEncoder().encode(verifier))))

/** Answer of the wallet's window to the frame, under a key that is in neither server: what the provider has handed back, or why there is nothing. */
export const SocialAnswer = v.union([
  v.object({ idToken: IdToken, vouch: SignedBody }),
  v.object({ code: Code, vouch: SignedBody }),
  v.object({ error: v.pipe(v.string(), v.maxLength(100)) }),
])
export type SocialAnswer = v.InferOutput<typeof SocialAnswer>
