import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import { InvalidKeyError, OriginNotAllowedError, RateLimitedError } from '../errors/refusals.js'
import { isOriginAllowed } from '../projects/origins.js'
import { ProjectId } from '../projects/project.js'
import { QuotaExceededError } from '../projects/refusals.js'
import type { Services } from '../services.js'
import type { OwnAudience } from './audience.js'
import { verifyToken } from './verifyToken.js'

/** Who is let in. */
export interface Admitted {
  /** `did:key:z6Mk…`: whose mailbox copies these are */
  readonly clientId: string
  /** whom limits count, as `clientKey` gives it */
  readonly client: string
  readonly projectId: string
}

export interface AdmissionParameters {
  services: Pick<Services, 'clientKey' | 'projects' | 'rateLimit' | 'usage'>
  isOwnAudience: OwnAudience
  now: () => number
}

/**
 * Decides who may have a socket: a client whose token is its own, in the name of a project, from one of its origins.
 * A client without an `Origin` is no page (a wallet on a phone), so no page's rules apply.
 * @throws RelayTokenError · {@link InvalidKeyError} · {@link OriginNotAllowedError} · {@link RateLimitedError} ·
 * {@link QuotaExceededError}
 */
export function createAdmission({
  services: { clientKey, projects, rateLimit, usage },
  isOwnAudience,
  now,
}: AdmissionParameters): (request: IncomingMessage, query: URLSearchParams) => Promise<Admitted> {
  return async ({ headers, socket }, query) => {
    const forwardedFor = headers['x-forwarded-for']
    const client = clientKey({ remote: socket.remoteAddress, forwardedFor: forwardedFor?.toString() })
    const id = query.get('projectId')
    const project = v.is(ProjectId, id) ? await projects.find(id) : null
    const retryAfterSeconds = await rateLimit.take({ client, projectId: project?.id ?? null })
    if (retryAfterSeconds !== null) throw new RateLimitedError({ retryAfterSeconds })
    if (project === null) throw new InvalidKeyError()
    const { origin, host, authorization } = headers
    if (origin !== undefined && !isOriginAllowed({ origin, project })) throw new OriginNotAllowedError()
    const clientId = verifyToken({
      token: query.get('auth') ?? /^Bearer (.+)$/i.exec(authorization ?? '')?.[1],
      isOwnAudience: (aud) => isOwnAudience(aud, { host }),
      now: now(),
    })
    const renewedInSeconds = await usage.take({ project })
    if (renewedInSeconds !== null) throw new QuotaExceededError({ retryAfterSeconds: renewedInSeconds })
    return { clientId, client, projectId: project.id }
  }
}
