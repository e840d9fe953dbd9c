import type { IncomingMessage } from 'node:http'
import type { Budget } from '@foyer/service/budget/budget'
import { networkOf } from '@foyer/service/budget/clientAddress'
import { figures } from '@foyer/service/budget/figures'
import { OriginNotAllowedError, RateLimitedError } from '@foyer/service/errors/refusals'
import type { CommonServices } from '@foyer/service/route/commonServices'
import * as v from 'valibot'
import type { FairRate } from '../owners/fairRate.js'
import { isOriginAllowed } from '../projects/origins.js'
import { ProjectId } from '../projects/project.js'
import type { Projects } from '../projects/projects.js'
import { InvalidKeyError, QuotaExceededError } from '../projects/refusals.js'
import type { Usage } from '../projects/usage.js'
import type { CountedSocket, SocketCounts } from './socketCounts.js'
import { type OwnAudience, verifyToken } from './token.js'

/** A client that may have a socket. */
export interface Admitted {
  /** `did:key:z6Mk…`, by which mailboxes know it */
  readonly clientId: string
  /** as `clientKey` returns it, for budgets */
  readonly client: string
  /** as `networkOf` returns it, for shares */
  readonly network: string
  readonly projectId: string
  /** undefined for what is no page */
  readonly origin: string | undefined
  /** to be released when its socket is closed */
  readonly counted: CountedSocket
}

export interface Admission {
  /**
   * Admits a client with a valid token of its own, for an existing project, from one of the project's origins.
   * A client without an `Origin` is no page (a wallet on a phone), so origins aren't checked.
   * @throws RelayTokenError · {@link InvalidKeyError} · {@link OriginNotAllowedError} · {@link RateLimitedError} ·
   * OverloadedError · {@link QuotaExceededError}
   */
  admit(request: IncomingMessage, query: URLSearchParams): Promise<Admitted>
  /** Whether a client that was admitted still would be: its project may have gone, or its origin been taken from the project. */
  isStillAllowed(client: Pick<Admitted, 'projectId' | 'origin'>): Promise<boolean>
}

/** The services that admit a socket: the server's budgets, projects and quotas. */
export interface RelayServices extends Pick<CommonServices, 'callers' | 'clientKey'> {
  readonly projects: Projects
  readonly usage: Usage
}

export interface AdmissionParameters {
  services: RelayServices
  /** of sockets that a client opens */
  handshakes: Budget
  /** of sockets that are opened in a project's name */
  projectHandshakes: FairRate
  counts: SocketCounts
  isOwnAudience: OwnAudience
  now: () => number
}

export function createAdmission(parameters: AdmissionParameters): Admission {
  const { services, handshakes, counts } = parameters
  const { clientKey, projects } = services
  return {
    async admit(request, query) {
      const { headers, socket } = request
      const forwardedFor = headers['x-forwarded-for']
      const client = clientKey({ remote: socket.remoteAddress, forwardedFor: forwardedFor?.toString() })
      // What this node counts by itself comes first: it costs nothing to refuse.
      const wait = await handshakes.take({ key: client })
      if (wait !== null) throw new RateLimitedError({ retryAfterSeconds: wait })
      const counted = counts.take(client)
      try {
        const { clientId, projectId } = await authenticate({ ...parameters, request, query, client, counted })
        return { clientId, projectId, client, network: networkOf(client), counted, origin: headers.origin }
      } catch (error) {
        counted.release()
        throw error
      }
    },
    async isStillAllowed({ projectId, origin }) {
      const project = await projects.find(projectId)
      return project !== null && (origin === undefined || isOriginAllowed({ origin, project }))
    },
  }
}

interface Authenticate extends AdmissionParameters {
  readonly request: IncomingMessage
  readonly query: URLSearchParams
  readonly client: string
  readonly counted: CountedSocket
}

async function authenticate({
  services: { callers, projects, usage },
  projectHandshakes,
  isOwnAudience,
  now,
  request: { headers },
  query,
  client,
  counted,
}: Authenticate): Promise<Pick<Admitted, 'clientId' | 'projectId'>> {
  const { origin, host, authorization } = headers
  const isPage = origin !== undefined
  await callers.pay({ client, isPage })
  const id = query.get('projectId')
  const project = v.is(ProjectId, id) ? await projects.find(id) : null
  if (project === null) {
    await callers.pay({ client, cost: figures.unknownProjectCost, isPage })
    throw new InvalidKeyError()
  }
  const wait = projectHandshakes.take({ from: project.id, network: networkOf(client), cost: 1 })
  if (wait !== null) throw new RateLimitedError({ retryAfterSeconds: wait })
  if (origin !== undefined && !isOriginAllowed({ origin, project })) throw new OriginNotAllowedError()
  const clientId = await verifyToken({
    token: query.get('auth') ?? /^Bearer (.+)$/i.exec(authorization ?? '')?.[1],
    isOwnAudience: (aud) => isOwnAudience(aud, { host }),
    now: now(),
  })
  counted.ofProject(project.id)
  const renewedInSeconds = await usage.take({ project })
  if (renewedInSeconds !== null) throw new QuotaExceededError({ retryAfterSeconds: renewedInSeconds })
  return { clientId, projectId: project.id }
}
