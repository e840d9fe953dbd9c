import { figures } from '@foyer/service/budget/figures'
import { NotFoundError, OriginNotAllowedError, type RateLimitedError, refuseAt } from '@foyer/service/errors/refusals'
import { readJson } from '@foyer/service/route/body'
import { clientOf, isPage, looseQuery } from '@foyer/service/route/callers'
import type { Env } from '@foyer/service/route/env'
import type { Operation } from '@foyer/service/route/operation'
import { type Soon, whenThere } from '@foyer/service/soon'
import type { Context } from 'hono'
import * as v from 'valibot'
import { InvalidTokenError } from '../admin/refusals.js'
import { isOriginAllowed } from '../projects/origins.js'
import { type Project, ProjectId } from '../projects/project.js'
import { FeatureOffError, InvalidKeyError, QuotaExceededError } from '../projects/refusals.js'
import type { Services } from '../services.js'
import type {} from './ofProject.js'

interface PayMore {
  c: Context<Env>
  services: Pick<Services, 'callers' | 'projectBudget'>
  cost: number
}

/** Takes what a request turns out to cost on top, from its client and its project. @throws {@link RateLimitedError} */
export async function payMore({ c, services: { callers, projectBudget }, cost }: PayMore): Promise<void> {
  if (cost <= 0) return
  const paid = { cost, isPage: isPage(c) }
  await callers.pay({ client: c.env.visit.client, ...paid })
  await projectBudget.pay({ projectId: projectOf(c).id, ...paid })
}

interface Admit {
  c: Context<Env>
  services: Pick<
    Services,
    'adminAccess' | 'adminLimit' | 'callers' | 'clientKey' | 'projectBudget' | 'projects' | 'usage'
  >
  operation: Pick<Operation, 'access' | 'anyOrigin' | 'feature' | 'projectIn'>
}

/** Lets those through who may ask. */
export function admit(request: Admit): Soon<void> {
  if (request.operation.access === 'project') return ofProject(request)
  if (request.operation.access === 'admin') return operatorOnly(request)
}

/**
 * Finds the project of a request and counts the request. A call without an `Origin` comes from no page, so no page's rules
 * apply to it: a project id attributes a request, it isn't a key.
 * @throws {@link InvalidKeyError} · {@link OriginNotAllowedError} · {@link RateLimitedError} · {@link FeatureOffError} ·
 * {@link QuotaExceededError}
 */
function ofProject(request: Admit): Soon<void> {
  const { c, services, operation } = request
  const id = projectIdFrom[operation.projectIn ?? 'query'](c)
  const found = v.is(ProjectId, id) ? services.projects.find(id) : null
  return whenThere(found, (project) => (project === null ? refuseUnknown(request) : letIn(request, project)))
}

/** Guessing ids makes the database look for them. */
async function refuseUnknown({ c, services: { callers } }: Admit): Promise<never> {
  await callers.pay({ client: c.env.visit.client, cost: figures.unknownProjectCost, isPage: isPage(c) })
  throw new InvalidKeyError()
}

function letIn({ c, services: { projectBudget, usage }, operation }: Admit, project: Project): Soon<void> {
  const { anyOrigin = false, feature } = operation
  const { visit } = c.env
  const { origin } = visit
  if (!anyOrigin && origin !== undefined && !isOriginAllowed({ origin, project })) throw new OriginNotAllowedError()
  if (feature !== undefined && project.featuresOff.includes(feature)) throw new FeatureOffError({ feature })
  const paid = projectBudget.pay({ projectId: project.id, cost: visit.cost, isPage: isPage(c) })
  const counted = whenThere(paid, () => usage.take({ project }))
  return whenThere(counted, (renewedInSeconds) => {
    if (renewedInSeconds !== null) throw new QuotaExceededError({ retryAfterSeconds: renewedInSeconds })
    visit.project = project
    visit.projectId = project.id
  })
}

/** Whom an operation of access `project` was admitted for. */
export function projectOf({ env: { visit } }: Context<Env>): Project {
  if (visit.project === undefined) throw new TypeError('No project was admitted here.')
  return visit.project
}

const projectIdFrom = {
  query: (c: Context<Env>) => c.req.query('projectId'),
  looseQuery: (c: Context<Env>) => looseQuery(c.req.url).get('projectId') ?? undefined,
  body: (c: Context<Env>) => projectIdOf(readJson(c.env.visit.body)),
  nowhere: () => undefined,
}

const WithProjectId = v.object({ projectId: v.string() })

function projectIdOf(body: unknown): string | undefined {
  return v.is(WithProjectId, body) ? body.projectId : undefined
}

/** Lets requests with the operator's token through. @throws {@link NotFoundError} where the operator set none · {@link InvalidTokenError} · {@link RateLimitedError} */
async function operatorOnly({ c, services }: Admit): Promise<void> {
  if (services.adminAccess === null) throw new NotFoundError()
  await countAttempt(c, services)
  const [, token] = /^Bearer ([\x21-\x7e]{1,256})$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (token === undefined || !services.adminAccess.isToken(token)) throw new InvalidTokenError()
}

/** Counts a client that sends a token, before the token is checked. */
export async function countAttempt(
  c: Context<Env>,
  services: Pick<Services, 'clientKey' | 'adminLimit'>,
): Promise<void> {
  refuseAt(await services.adminLimit.take({ key: clientOf(c, services) }))
}
