import { type FarcasterSignature, nonceOf } from '@foyer/custody/social'
import { askProvider } from '@foyer/service/socials/askProvider'
import { type CreateFarcaster, pageOf } from '@foyer/service/socials/farcaster'
import { ProviderAwayError } from '@foyer/service/socials/refusals'
import { shownName } from '@foyer/service/socials/statedAccount'
import * as v from 'valibot'

/** A relay brings what the owner of an account at Farcaster has signed on a telephone. @see FIP-11 */
export interface FarcasterRelay {
  /** Opens a channel of the relay's for one login. @throws ProviderAwayError · ProviderBusyError */
  open(request: {
    /** of the login and its device */
    readonly hash: string
    readonly expiresAt: Date
  }): Promise<{ readonly url: string; readonly channel: string }>
  /**
   * Reads a channel's answer, unread; null as long as there is none. The relay says it once.
   * @throws SocialRefusedError for a channel that is over · ProviderAwayError · ProviderBusyError
   */
  poll(request: {
    readonly channel: string
  }): Promise<(FarcasterSignature & { readonly userName: string | null }) | null>
}

export interface CreateFarcasterRelay extends Pick<CreateFarcaster, 'origin' | 'now' | 'rest'> {
  /** the real one's unless said */
  readonly relayUrl?: string | undefined
}

/** @see https://docs.farcaster.xyz/auth-kit/client/app/client */
const realRelay = 'https://relay.farcaster.xyz'

const Opened = v.object({
  channelToken: v.pipe(v.string(), v.regex(/^[\w-]{8,128}$/)),
  url: v.pipe(v.string(), v.url(), v.maxLength(1_000)),
  nonce: v.string(),
})

const Status = v.variant('state', [
  v.object({ state: v.literal('pending') }),
  v.object({
    state: v.literal('completed'),
    message: v.pipe(v.string(), v.minLength(1), v.maxLength(2_048)),
    signature: v.pipe(v.string(), v.maxLength(2_600), v.regex(/^0x(?:[0-9a-fA-F]{2})+$/)),
    username: v.nullish(v.unknown()),
  }),
])

export function createFarcasterRelay({
  origin,
  now,
  rest,
  relayUrl = realRelay,
}: CreateFarcasterRelay): FarcasterRelay {
  const { domain, uri: siweUri } = pageOf({ origin })
  return {
    async open({ hash, expiresAt }) {
      const nonce = nonceOf(hash)
      const expirationTime = expiresAt.toISOString()
      const opened = await askProvider({
        rest,
        url: `${relayUrl}/v1/channel`,
        json: { siweUri, domain, nonce, notBefore: new Date(now()).toISOString(), expirationTime },
        schema: Opened,
        statuses: [201],
      })
      // What a telephone is led to is shown as a code and opened: nothing but a page.
      if (opened.nonce !== nonce || !/^https?:$/.test(new URL(opened.url).protocol)) throw new ProviderAwayError({})
      return { url: opened.url, channel: opened.channelToken }
    },
    async poll({ channel }) {
      const status = await askProvider({
        rest,
        url: `${relayUrl}/v1/channel/status`,
        authorization: `Bearer ${channel}`,
        schema: Status,
        statuses: [200, 202],
      })
      if (status.state === 'pending') return null
      const { message, signature, username } = status
      return { message, signature, userName: shownName(username) }
    },
  }
}
