import { readFile } from 'node:fs/promises'
import type { Clock } from '@foyer/service/clock'
import { Agent } from 'undici'
import * as v from 'valibot'
import { exchange } from '../provider/exchange.js'
import { ProviderError } from '../provider/ProviderError.js'

/** The keys that sign requests to a bucket. */
export interface BucketCredentials {
  readonly accessKey: string
  readonly secretKey: string
  /** of a role, whose keys hold for some hours */
  readonly sessionToken?: string | undefined
}

/** The source of the credentials: as they are, or asked for again before they end. */
export type CredentialsConfig =
  | (BucketCredentials & { readonly kind: 'key' })
  /** the role of a container (ECS) or a pod (EKS Pod Identity) */
  | {
      readonly kind: 'container'
      readonly url: string
      readonly token: string | undefined
      readonly tokenFile: string | undefined
    }
  /** the role of a service account (IRSA) */
  | { readonly kind: 'webIdentity'; readonly url: string; readonly role: string; readonly tokenFile: string }

/** They are renewed so long before they end; where that fails, those that still hold are used. */
const aheadMs = 5 * 60_000
const mostBytes = 64 * 1024
const name = 'PICTURES_URL'

const Ends = v.union([
  v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse)),
  v.pipe(
    v.number(),
    v.transform((seconds) => seconds * 1_000),
  ),
])
const keys = { AccessKeyId: v.string(), SecretAccessKey: v.string(), Expiration: Ends }
const OfContainer = v.pipe(
  v.object({ ...keys, Token: v.string() }),
  v.transform(({ Token: SessionToken, ...rest }) => ({ ...rest, SessionToken })),
)
const OfRole = v.pipe(
  v.object({
    AssumeRoleWithWebIdentityResponse: v.object({
      AssumeRoleWithWebIdentityResult: v.object({ Credentials: v.object({ ...keys, SessionToken: v.string() }) }),
    }),
  }),
  v.transform((answer) => answer.AssumeRoleWithWebIdentityResponse.AssumeRoleWithWebIdentityResult.Credentials),
)

/**
 * Makes what gives the credentials of the moment.
 * @returns throws ProviderError, or what reading a file throws, where there are none
 * @see "Container credential provider" and "Assume role credential provider" in the reference of the AWS SDKs
 */
export function createBucketCredentials({ config, now }: { config: CredentialsConfig; now: Clock['now'] }) {
  const dispatcher = new Agent({ connections: 2, maxResponseSize: mostBytes })
  let known: (BucketCredentials & { readonly endsAt: number }) | null = null
  return async (signal: AbortSignal): Promise<BucketCredentials> => {
    if (config.kind === 'key') return config
    if (known !== null && known.endsAt - now() > aheadMs) return known
    try {
      const asked = config.kind === 'container' ? await questionOf(config) : await roleQuestionOf(config)
      const answer = await exchange({ name, dispatcher, signal, now, ...asked })
      const parsed = v.safeParse(config.kind === 'container' ? OfContainer : OfRole, answer)
      if (!parsed.success) throw new ProviderError({ code: 'not_understood', provider: name })
      const {
        AccessKeyId: accessKey,
        SecretAccessKey: secretKey,
        SessionToken: sessionToken,
        Expiration,
      } = parsed.output
      known = { accessKey, secretKey, sessionToken, endsAt: Expiration }
    } catch (error) {
      if (known === null || known.endsAt <= now()) throw error
    }
    return known
  }
}

/** Tokens in files are replaced while the server runs. */
const tokenIn = async (file: string) => (await readFile(file, 'utf8')).trim()

async function questionOf({ url, token, tokenFile }: CredentialsConfig & { kind: 'container' }) {
  const authorization = tokenFile === undefined ? token : await tokenIn(tokenFile)
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  return { method: 'GET' as const, url: new URL(url), headers }
}

async function roleQuestionOf({ url, role, tokenFile }: CredentialsConfig & { kind: 'webIdentity' }) {
  const asked = new URL(url)
  const query = {
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: role,
    RoleSessionName: 'foyer',
    WebIdentityToken: await tokenIn(tokenFile),
  }
  for (const [key, value] of Object.entries(query)) asked.searchParams.set(key, value)
  return { method: 'POST' as const, url: asked, headers: {} }
}
