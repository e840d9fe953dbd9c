import type { HonoRequest, MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { InvalidKeyError, OriginNotAllowedError, RateLimitedError } from '../errors/refusals.js'
import type { ProjectFeature } from '../projects/features.js'
import { isOriginAllowed } from '../projects/origins.js'
import { ProjectId } from '../projects/project.js'
import { FeatureOffError, QuotaExceededError } from '../projects/refusals.js'
import type { Services } from '../services.js'
import { readJson } from './body.js'
import { clientOf } from './clientOf.js'
import type { Env } from './env.js'

export interface AuthorizeParameters {
  services: Pick<Services, 'projects' | 'rateLimit' | 'clientKey' | 'usage'>
  /** whether only pages of the project's origins are allowed */
  origins: 'own' | 'any'
  /** where the project's id is; for `body` a `takeJson` comes first, so that the body has a limit */
  projectIdIn?: 'query' | 'looseQuery' | 'body' | undefined
  /** the switch that a project may have turned off */
  feature?: ProjectFeature | undefined
}

/**
 * Finds the project of a request and counts the request. A call without an `Origin` comes from no page, so no page's rules
 * apply to it: a project id attributes a request, it isn't a key.
 * @throws {@link InvalidKeyError} · {@link OriginNotAllowedError} · {@link RateLimitedError} · {@link FeatureOffError} ·
 * {@link QuotaExceededError}
 */
export function authorize({
  services,
  origins,
  projectIdIn = 'query',
  feature,
}: AuthorizeParameters): MiddlewareHandler<Env> {
  const { projects, rateLimit, usage } = services
  return async (c, next) => {
    const client = clientOf(c, services)
    const id = await projectIdFrom[projectIdIn](c.req)
    const project = v.is(ProjectId, id) ? await projects.find(id) : null
    const retryAfterSeconds = await rateLimit.take({ client, projectId: project?.id ?? null })
    if (retryAfterSeconds !== null) throw new RateLimitedError({ retryAfterSeconds })
    if (project === null) throw new InvalidKeyError()
    const origin = c.req.header('origin')
    if (origins === 'own' && origin !== undefined && !isOriginAllowed({ origin, project })) {
      throw new OriginNotAllowedError()
    }
    if (feature !== undefined && project.featuresOff.includes(feature)) throw new FeatureOffError({ feature })
    const renewedInSeconds = await usage.take({ project })
    if (renewedInSeconds !== null) throw new QuotaExceededError({ retryAfterSeconds: renewedInSeconds })
    c.set('project', project)
    c.set('client', client)
    await next()
  }
}

const projectIdFrom = {
  query: async (request: HonoRequest) => request.query('projectId'),
  looseQuery: async (request: HonoRequest) => looseQuery(request.url).get('projectId') ?? undefined,
  body: async (request: HonoRequest) => projectIdOf(readJson(await request.text())),
}

/** A query in which a second question mark stands for `&`, as AppKit 1.7.6 writes it where a path has a query of its own. */
export function looseQuery(url: string): URLSearchParams {
  const [, ...parts] = url.split('#')[0]?.split('?') ?? []
  return new URLSearchParams(parts.join('&'))
}

const WithProjectId = v.object({ projectId: v.string() })

function projectIdOf(body: unknown): string | undefined {
  return v.is(WithProjectId, body) ? body.projectId : undefined
}
