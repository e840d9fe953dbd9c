import { At, CheckedSocials, Farcaster, OpenIdClient, Text } from '@foyer/service/socials/socialsConfig'
import * as v from 'valibot'

/** The providers that visitors may log in by: as the keeper has them, with what exchanges Google's codes and where Farcaster's relay is. */
export const ExchangedSocials = v.strictObject({
  ...CheckedSocials.entries,
  google: v.optional(v.strictObject({ ...OpenIdClient.entries, clientSecret: Text })),
  farcaster: v.optional(
    v.strictObject({
      ...Farcaster.entries,
      /** where Farcaster's relay is; the real one's unless said */
      relayUrl: v.optional(At),
    }),
  ),
})
export type ExchangedSocials = v.InferOutput<typeof ExchangedSocials>
