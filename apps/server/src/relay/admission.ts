import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import { figures } from '../budget/figures.js'
import { InvalidKeyError, OriginNotAllowedError } from '../errors/refusals.js'
import { isOriginAllowed } from '../projects/origins.js'
import { ProjectId } from '../projects/project.js'
import { QuotaExceededError } from '../projects/refusals.js'
import type { Services } from '../services.js'
import { type OwnAudience, verifyToken } from './token.js'

/** A client that may have a socket. */
export interface Admitted {
  /** `did:key:z6Mk…`, by which mailboxes know it */
  readonly clientId: string
  /** as `clientKey` returns it, for rate limits */
  readonly client: string
  readonly projectId: string
}

export interface AdmissionParameters {
  services: Pick<Services, 'callers' | 'clientKey' | 'projects' | 'usage'>
  isOwnAudience: OwnAudience
  now: () => number
}

/**
 * Admits a client with a valid token of its own, for an existing project, from one of the project's origins.
 * A client without an `Origin` is no page (a wallet on a phone), so origins aren't checked.
 * @throws RelayTokenError · {@link InvalidKeyError} · {@link OriginNotAllowedError} · RateLimitedError ·
 * {@link QuotaExceededError}
 */
export function createAdmission({
  services: { callers, clientKey, projects, usage },
  isOwnAudience,
  now,
}: AdmissionParameters): (request: IncomingMessage, query: URLSearchParams) => Promise<Admitted> {
  return async ({ headers, socket }, query) => {
    const forwardedFor = headers['x-forwarded-for']
    const client = clientKey({ remote: socket.remoteAddress, forwardedFor: forwardedFor?.toString() })
    const id = query.get('projectId')
    const { origin, host, authorization } = headers
    const isPage = origin !== undefined
    await callers.pay({ client, isPage })
    const project = v.is(ProjectId, id) ? await projects.find(id) : null
    if (project === null) {
      await callers.pay({ client, cost: figures.unknownProjectCost, isPage })
      throw new InvalidKeyError()
    }
    await callers.payFor({ projectId: project.id, isPage })
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
