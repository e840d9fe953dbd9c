import type { SocialName } from '@foyer/embedded/custody'
import * as v from 'valibot'
import { isOrigin } from '../safeFetch/safeFetchConfig.js'

const Issuer = v.pipe(v.string(), v.check(isOrigin, 'must be an origin such as "https://accounts.google.com"'))
const Text = v.pipe(
  v.string(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(500, 'must have 500 characters at most'),
)

/** An operator's client at a provider that speaks OpenID Connect, as the keeper checks what is stated to it. */
const OpenIdClient = v.strictObject({
  clientId: Text,
  /** the provider's own unless said */
  issuer: v.optional(Issuer),
})

/** The providers that the keeper takes the word of, by name. A provider that isn't named is off. */
export const CheckedSocials = v.strictObject({ google: v.optional(OpenIdClient) })
export type CheckedSocials = v.InferOutput<typeof CheckedSocials>

/** The same for the login server, which exchanges codes besides. */
export const ExchangedSocials = v.strictObject({
  google: v.optional(v.strictObject({ ...OpenIdClient.entries, clientSecret: Text })),
})
export type ExchangedSocials = v.InferOutput<typeof ExchangedSocials>

/** What a provider is asked with, where the operator says nothing else. */
export const socialProviders: Readonly<Record<SocialName, { readonly issuer: string; readonly scope: string }>> = {
  // https://developers.google.com/identity/openid-connect/openid-connect
  google: { issuer: 'https://accounts.google.com', scope: 'openid email profile' },
}
