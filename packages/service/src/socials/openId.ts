import { longestIdToken } from '@foyer/custody/social'
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as v from 'valibot'
import { askProvider } from './askProvider.js'
import type { ProviderRest } from './providerRest.js'
import { ProviderAwayError, ProviderBusyError, SocialRefusedError } from './refusals.js'
import { type StatedAccount, shownName, verifiedAddress } from './statedAccount.js'

interface Exchange {
  readonly code: string
  readonly verifier: string
  readonly redirectUri: string
  readonly clientSecret: string
}

interface OpenIdParameters {
  readonly issuer: string
  readonly clientId: string
  readonly now: () => number
  readonly rest: ProviderRest
  /** It states by a word what OpenID Connect states by a boolean: Apple. */
  readonly saysByWord?: boolean | undefined
}

/** Signed with a key of the provider's own: what is signed with a shared secret, or not at all, states nothing. @see RFC 8725 §3.1 */
const algorithms = ['RS256', 'ES256']
/** The age that a statement may have, and the difference of the clocks, in seconds. */
const [oldest, apart] = [600, 60]
const discoveredForMs = 3_600_000

const Url = v.pipe(v.string(), v.url(), v.maxLength(2_048))
const Discovery = v.object({
  issuer: v.string(),
  authorization_endpoint: Url,
  token_endpoint: Url,
  jwks_uri: Url,
})
type Discovery = v.InferOutput<typeof Discovery>

const Tokens = v.object({ id_token: v.pipe(v.string(), v.maxLength(longestIdToken)) })

const Claims = v.object({
  sub: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,255}$/)),
  nonce: v.string(),
  aud: v.string(), // of several clients' at once none is
  azp: v.optional(v.string()),
  email: v.optional(v.string()),
  email_verified: v.optional(v.unknown()),
  name: v.optional(v.unknown()),
})

export type OpenId = ReturnType<typeof createOpenId>

/** Creates a provider that speaks OpenID Connect, asked by its own published addresses. @see OpenID Connect Core 1.0 §3.1.3.7, Discovery 1.0 §4 */
export function createOpenId({ issuer, clientId, now, rest, saysByWord = false }: OpenIdParameters) {
  let known: { readonly found: Promise<Found>; readonly until: number } | undefined
  const discover = (): Promise<Found> => {
    if (known !== undefined && known.until > now()) return known.found
    const found = find({ issuer, rest })
    known = { found, until: now() + discoveredForMs }
    found.catch(() => {
      if (known?.found === found) known = undefined // the next asks again
    })
    return found
  }
  return {
    /** The address of its page. @throws ProviderAwayError · ProviderBusyError */
    authorizeAt: async (): Promise<string> => (await discover()).at.authorization_endpoint,
    /** Gets what it states in exchange for a code, unread. @throws SocialRefusedError · ProviderAwayError · ProviderBusyError */
    async exchange({ code, verifier, redirectUri, clientSecret }: Exchange): Promise<string> {
      const { at } = await discover()
      const form = {
        ...{ grant_type: 'authorization_code', code, code_verifier: verifier },
        ...{ redirect_uri: redirectUri, client_id: clientId, client_secret: clientSecret },
      }
      return (await askProvider({ rest, url: at.token_endpoint, form, schema: Tokens })).id_token
    },
    /**
     * Reads what it states: by its own keys, of this client, of the login that the nonce is of, a few minutes old at most, with a verified address.
     * @throws SocialRefusedError · EmailUnverifiedError · ProviderAwayError · ProviderBusyError
     */
    async read({ idToken, nonce }: { readonly idToken: string; readonly nonce: string }): Promise<StatedAccount> {
      const { keys } = await discover()
      const claims = await claimsOf({ idToken, keys, issuer, clientId, now })
      if (claims.nonce !== nonce) throw new SocialRefusedError({})
      if (claims.azp !== undefined && claims.azp !== clientId) throw new SocialRefusedError({})
      const isVerified = claims.email_verified === true || (saysByWord && claims.email_verified === 'true')
      const email = verifiedAddress(claims.email, isVerified)
      return { subject: claims.sub, email, userName: shownName(claims.name) }
    },
  }
}

interface Found {
  readonly at: Discovery
  readonly keys: JWTVerifyGetKey
}

async function find({ issuer, rest }: Pick<OpenIdParameters, 'issuer' | 'rest'>): Promise<Found> {
  const at = await askProvider({ rest, url: `${issuer}/.well-known/openid-configuration`, schema: Discovery })
  // Discovery 1.0 §4.3: a document of another issuer isn't this one's.
  if (at.issuer !== issuer) throw new ProviderAwayError({})
  const options = {
    timeoutDuration: 5_000,
    async [customFetch](...asked: Parameters<typeof fetch>) {
      rest.refuse()
      const answer = await fetch(...asked)
      await rest.heed(answer)
      return answer
    },
  }
  return { at, keys: createRemoteJWKSet(new URL(at.jwks_uri), options) }
}

interface ClaimsOf extends Pick<OpenIdParameters, 'issuer' | 'clientId' | 'now'> {
  readonly idToken: string
  readonly keys: JWTVerifyGetKey
}

async function claimsOf({ idToken, keys, issuer, clientId, now }: ClaimsOf) {
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      ...{ algorithms, issuer, audience: clientId },
      ...{ currentDate: new Date(now()), clockTolerance: apart, maxTokenAge: oldest },
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    })
    return v.parse(Claims, payload)
  } catch (cause) {
    if (cause instanceof ProviderBusyError) throw cause
    // A key set that can't be had, or read, says nothing of the statement.
    const isAway =
      cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid || cause instanceof TypeError
    throw isAway || isPlain(cause) ? new ProviderAwayError({ cause }) : new SocialRefusedError({ cause })
  }
}

/** Recognizes what jose throws where the key set was answered with another status. */
const isPlain = (cause: unknown): boolean => cause instanceof errors.JOSEError && cause.code === 'ERR_JOSE_GENERIC'
