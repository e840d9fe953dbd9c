import type { SocialName } from '@foyer/custody/person'
import * as v from 'valibot'

/** The URL of a provider or a node. */
export const At = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:\/\/[^\s?#]+[^\s?#/]$/.test(text),
    'must be an address such as "https://accounts.google.com"',
  ),
)
/** A client's id at a provider, or its secret. */
export const Text = v.pipe(
  v.string(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(500, 'must have 500 characters at most'),
)

/** An operator's client at a provider that speaks OpenID Connect, as what is stated to it is checked. */
export const OpenIdClient = v.strictObject({
  clientId: Text,
  /** the provider's own unless said */
  issuer: v.optional(At),
})

/** An operator's client at any other: both servers ask it by its secret. */
const OAuthClient = v.strictObject({
  clientId: Text,
  clientSecret: Text,
  /** where its pages and its servers are; the provider's own unless said */
  at: v.optional(At),
})
export type OAuthClient = v.InferOutput<typeof OAuthClient>

/** The address of the real one. @see https://docs.farcaster.xyz/reference/contracts/deployments */
export const idRegistry = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'

export const Farcaster = v.strictObject({
  /** a node of OP Mainnet, where Farcaster keeps who its accounts are */
  rpcUrl: At,
  /** the registry's address there; the real one's unless said */
  idRegistry: v.optional(v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i, 'must be an address'))),
})
export type Farcaster = v.InferOutput<typeof Farcaster>

const oauth = v.optional(OAuthClient)

/** The providers that the keeper takes the word of, by name. A provider that isn't named is off. */
export const CheckedSocials = v.strictObject({
  ...{ google: v.optional(OpenIdClient), apple: v.optional(OpenIdClient) },
  ...{ github: oauth, x: oauth, discord: oauth, facebook: oauth, farcaster: v.optional(Farcaster) },
} satisfies Record<SocialName, v.GenericSchema>)
export type CheckedSocials = v.InferOutput<typeof CheckedSocials>

/** The issuers of those that speak OpenID Connect, where the operator says nothing else. */
export const issuers = {
  google: 'https://accounts.google.com', // https://developers.google.com/identity/openid-connect/openid-connect
  apple: 'https://appleid.apple.com', // https://developer.apple.com/documentation/signinwithapplerestapi
} as const

/** Returns the address that providers lead back to: this one of the wallet's page, to the letter. */
export const redirectUriOf = ({ origin }: { readonly origin: string }): string => `${origin}/social`
