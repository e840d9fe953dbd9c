import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { type Soon, whenThere } from '../soon.js'
import type { CommonServices } from './commonServices.js'
import { headOf, isOwnPage, preflight } from './crossOrigin.js'
import type { Env, Visit } from './env.js'

/** The interval at which a node that has to refuse says so. */
const saidEveryMs = 1_000

interface Attend {
  services: Pick<CommonServices, 'log' | 'metrics' | 'now' | 'requestId'>
  fetch: Hono<Env>['fetch']
}

/**
 * Stands around the routes, not among them: a chain of handlers costs a cached answer more than what they do. Gives each request an id, which the
 * answer carries, answers what browsers ask before a page may ask, and writes one line about each: its route's pattern, never its path,
 * query, body or sender. The id is always the server's own, since a client's could hold anything. What is refused because the node bears no
 * more is counted, and said once a second: writing a line about each would be most of the work that is left to do.
 * @see F28
 */
export function attend({
  services,
  fetch,
}: Attend): (request: Request, env?: Partial<Env['Bindings']>) => Soon<Response> {
  const { log, metrics, now, requestId } = services
  const sayRefused = countRefused(services)
  return (request, { incoming, outgoing } = {}) => {
    const startedAt = now()
    const headers = incoming?.headers
    const origin = headers === undefined ? (request.headers.get('origin') ?? undefined) : headers.origin
    const visit = begin({ requestId: requestId(), path: getPath(request), origin })
    const isPreflight = request.method === 'OPTIONS' && !isOwnPage(visit.path)
    const answer = isPreflight
      ? new Response(null, { status: 204, headers: { ...visit.head, ...preflight } })
      : fetch(request, { incoming, outgoing, visit })
    return whenThere(answer, (answered) => {
      const { route, chainId } = visit
      const facts = { method: request.method, route, status: answered.status, ms: now() - startedAt }
      metrics.answered(facts)
      if (visit.isTooMuch) sayRefused()
      else log.info({ requestId: visit.requestId, ...facts, project: visit.projectId, chainId }, 'answered')
      return answered
    })
  }
}

function begin(known: Pick<Visit, 'requestId' | 'path' | 'origin'>): Visit {
  return {
    requestId: known.requestId,
    path: known.path,
    origin: known.origin,
    head: headOf(known),
    route: '/*',
    client: '',
    cost: 0,
    projectId: undefined,
    body: '',
    chainId: undefined,
    isTooMuch: false,
  }
}

function countRefused({ log, now }: Pick<CommonServices, 'log' | 'now'>): () => void {
  let count = 0
  let saidAt = Number.NEGATIVE_INFINITY
  return () => {
    count += 1
    if (now() - saidAt < saidEveryMs) return
    log.warn({ refused: count }, 'more was asked than this node bears')
    count = 0
    saidAt = now()
  }
}
