import * as v from 'valibot'
import { askProvider } from './askProvider.js'
import type { ProviderRest } from './providerRest.js'
import { SocialRefusedError } from './refusals.js'
import type { OAuthClient } from './socialsConfig.js'
import { type StatedAccount, shownName, verifiedAddress } from './statedAccount.js'

export type OAuthName = 'github' | 'x' | 'discord' | 'facebook'

interface At {
  /** where its pages are, and where its servers answer */
  readonly pages: string
  readonly api: string
}

interface Asked extends At {
  readonly client: OAuthClient
  readonly rest: ProviderRest
  readonly token: string
  readonly visitor: string
}

interface Shape extends At {
  readonly authorize: string
  readonly tokenAt: (at: At) => string
  /** The client says its secret in a header, and not in the form. */
  readonly isBasic?: boolean
  readonly read: (asked: Asked) => Promise<StatedAccount>
}

const longestToken = 2_048
const Token = v.object({ access_token: v.pipe(v.string(), v.minLength(1), v.maxLength(longestToken)) })
const Id = v.pipe(v.string(), v.regex(/^\d{1,30}$/))
const Name = v.nullish(v.pipe(v.string(), v.maxLength(1_000)))

const basic = ({ clientId, clientSecret }: OAuthClient) =>
  `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`
const bearer = (token: string) => `Bearer ${token}`

/** The requests and answers of each of them. */
const shapes: Readonly<Record<OAuthName, Shape>> = {
  // https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
  github: {
    ...{ pages: 'https://github.com', api: 'https://api.github.com', authorize: '/login/oauth/authorize' },
    tokenAt: ({ pages }) => `${pages}/login/oauth/access_token`,
    read: readGitHub,
  },
  // https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
  x: {
    ...{ pages: 'https://x.com', api: 'https://api.x.com', authorize: '/i/oauth2/authorize', isBasic: true },
    tokenAt: ({ api }) => `${api}/2/oauth2/token`,
    read: readX,
  },
  // https://discord.com/developers/docs/topics/oauth2
  discord: {
    ...{ pages: 'https://discord.com', api: 'https://discord.com', authorize: '/oauth2/authorize' },
    tokenAt: ({ api }) => `${api}/api/oauth2/token`,
    read: readDiscord,
  },
  // https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
  facebook: {
    ...{ pages: 'https://www.facebook.com', api: 'https://graph.facebook.com', authorize: '/v23.0/dialog/oauth' },
    tokenAt: ({ api }) => `${api}/v23.0/oauth/access_token`,
    read: readFacebook,
  },
}

interface CreateOAuth extends Pick<Asked, 'client' | 'rest'> {
  readonly name: OAuthName
}

interface Exchange {
  readonly code: string
  readonly verifier: string
  readonly redirectUri: string
}

export type OAuth = ReturnType<typeof createOAuth>

/** Creates a provider that signs nothing: a code is exchanged for a token, by which it shows the account. */
export function createOAuth({ name, client, rest }: CreateOAuth) {
  const { authorize, tokenAt, isBasic = false, read, ...own } = shapes[name]
  const at = client.at === undefined ? own : { pages: client.at, api: client.at }
  const { clientId, clientSecret } = client
  return {
    /** The address of its page. */
    authorizeAt: async () => at.pages + authorize,
    /** The token that a code stands for. @throws SocialRefusedError · ProviderAwayError · ProviderBusyError */
    async exchange({ code, verifier, redirectUri }: Exchange): Promise<string> {
      const form = {
        ...{ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri },
        ...{ client_id: clientId, ...(!isBasic && { client_secret: clientSecret }) },
      }
      const authorization = isBasic ? basic(client) : undefined
      return (await askProvider({ rest, url: tokenAt(at), form, authorization, schema: Token })).access_token
    },
    /**
     * Whose a token is, where the provider says that it was given to this client.
     * @param request.visitor - who shows it, as `clientKey` gives it
     * @throws SocialRefusedError · EmailUnverifiedError · ProviderAwayError · ProviderBusyError
     */
    read: ({ accessToken: token, visitor }: { readonly accessToken: string; readonly visitor: string }) =>
      read({ ...at, client, rest, token, visitor }),
  }
}

/** @see https://docs.github.com/rest/apps/oauth-applications#check-a-token */
async function readGitHub({ api, client, rest, token, visitor }: Asked): Promise<StatedAccount> {
  const { app, user } = await askProvider({
    rest,
    url: `${api}/applications/${encodeURIComponent(client.clientId)}/token`,
    json: { access_token: token },
    authorization: basic(client),
    schema: v.object({
      app: v.object({ client_id: v.string() }),
      user: v.object({ id: v.pipe(v.number(), v.safeInteger()), login: v.string() }),
    }),
  })
  if (app.client_id !== client.clientId) throw new SocialRefusedError({})
  const emails = await askProvider({
    rest,
    url: `${api}/user/emails`,
    authorization: bearer(token),
    visitor,
    schema: v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() })),
  })
  const { email, verified = false } = emails.find(({ primary }) => primary) ?? {}
  return { subject: String(user.id), email: verifiedAddress(email, verified), userName: shownName(user.login) }
}

/** It doesn't say whose client a token was given to. @see https://docs.x.com/x-api/users/get-my-user */
async function readX({ api, rest, token, visitor }: Asked): Promise<StatedAccount> {
  const { data } = await askProvider({
    rest,
    url: `${api}/2/users/me?user.fields=confirmed_email`,
    authorization: bearer(token),
    visitor,
    schema: v.object({ data: v.object({ id: Id, username: Name, confirmed_email: v.nullish(v.string()) }) }),
  })
  const { id, username, confirmed_email: email } = data
  return { subject: id, email: email ? verifiedAddress(email, true) : null, userName: shownName(username) }
}

/** @see https://discord.com/developers/docs/topics/oauth2#get-current-authorization-information */
async function readDiscord({ api, client, rest, token, visitor }: Asked): Promise<StatedAccount> {
  const authorization = bearer(token)
  const { application } = await askProvider({
    rest,
    url: `${api}/api/v10/oauth2/@me`,
    authorization,
    visitor,
    schema: v.object({ application: v.object({ id: v.string() }) }),
  })
  if (application.id !== client.clientId) throw new SocialRefusedError({})
  const { id, email, verified, ...named } = await askProvider({
    rest,
    url: `${api}/api/v10/users/@me`,
    authorization,
    visitor,
    schema: v.object({
      ...{ id: Id, username: Name, global_name: Name },
      ...{ email: v.nullish(v.string()), verified: v.nullish(v.boolean()) },
    }),
  })
  const userName = shownName(named.global_name ?? named.username)
  return { subject: id, email: email ? verifiedAddress(email, verified === true) : null, userName }
}

/** Its accounts show an address where they have confirmed one. @see https://developers.facebook.com/docs/graph-api/reference/debug_token */
async function readFacebook({ api, client, rest, token, visitor }: Asked): Promise<StatedAccount> {
  const query = { input_token: token, access_token: `${client.clientId}|${client.clientSecret}` }
  const { data } = await askProvider({
    rest,
    url: `${api}/debug_token?${new URLSearchParams(query)}`,
    schema: v.object({
      data: v.object({ app_id: v.optional(v.string()), is_valid: v.boolean(), user_id: v.optional(v.string()) }),
    }),
  })
  if (!data.is_valid || data.app_id !== client.clientId) throw new SocialRefusedError({})
  const { id, name, email } = await askProvider({
    rest,
    url: `${api}/v23.0/me?fields=id,name,email`,
    authorization: bearer(token),
    visitor,
    schema: v.object({ id: Id, name: Name, email: v.nullish(v.string()) }),
  })
  if (id !== data.user_id) throw new SocialRefusedError({})
  return { subject: id, email: email ? verifiedAddress(email, true) : null, userName: shownName(name) }
}
