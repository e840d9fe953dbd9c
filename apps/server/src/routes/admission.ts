import type { Context, HonoRequest } from 'hono'
import * as v from 'valibot'
import { InvalidTokenError } from '../admin/refusals.js'
import { figures } from '../budget/figures.js'
import { InvalidKeyError, NotFoundError, OriginNotAllowedError, RateLimitedError } from '../errors/refusals.js'
import { isOriginAllowed } from '../projects/origins.js'
import { ProjectId } from '../projects/project.js'
import { FeatureOffError, QuotaExceededError } from '../projects/refusals.js'
import type { Services } from '../services.js'
import { readJson } from './body.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'

/** Whom a request is counted against. */
export function clientOf(c: Context<Env>, { clientKey }: Pick<Services, 'clientKey'>): string {
  return clientKey({
    remote: c.env?.incoming?.socket.remoteAddress,
    forwardedFor: c.req.header('x-forwarded-for'),
  })
}

/** The address that a request comes from, whole. */
export function addressOf(c: Context<Env>, { clientAddress }: Pick<Services, 'clientAddress'>): string {
  return clientAddress({
    remote: c.env?.incoming?.socket.remoteAddress,
    forwardedFor: c.req.header('x-forwarded-for'),
  })
}

/** Whether a page asks: browsers name a page's origin wherever another origin's server is asked. */
export const isPage = (c: Context<Env>): boolean => c.req.header('origin') !== undefined

interface Pay {
  c: Context<Env>
  services: Pick<Services, 'callers'>
  operation: Pick<Operation, 'access' | 'cost'>
  /** of its body; none where it takes none */
  limitBytes?: number | undefined
}

/**
 * Takes what a request costs from its client, before work is done for it: the call, and the bytes of its body before they are received. Pictures
 * and other calls of `anyone` come without an origin from pages, too.
 * @throws {@link RateLimitedError}
 */
export async function payAsClient({ c, services, operation: { access, cost = 1 }, limitBytes }: Pay): Promise<void> {
  const price = cost + (limitBytes === undefined ? 0 : Math.floor(bytesOf({ c, limitBytes }) / figures.bytesPerUnit))
  c.set('cost', price)
  await services.callers.pay({ client: c.get('client'), cost: price, isPage: access !== 'project' || isPage(c) })
}

/** As they are announced, which the port holds them to; as many as may come, where they aren't. */
function bytesOf({ c, limitBytes }: { c: Context<Env>; limitBytes: number }): number {
  const announced = Number(c.req.header('content-length') ?? limitBytes)
  return announced <= limitBytes ? announced : limitBytes
}

interface PayMore {
  c: Context<Env>
  services: Pick<Services, 'callers'>
  cost: number
}

/** Takes what a request turns out to cost on top, from its client and its project. @throws {@link RateLimitedError} */
export async function payMore({ c, services: { callers }, cost }: PayMore): Promise<void> {
  if (cost <= 0) return
  const paid = { cost, isPage: isPage(c) }
  await callers.pay({ client: c.get('client'), ...paid })
  await callers.payFor({ projectId: c.get('project').id, ...paid })
}

interface Admit {
  c: Context<Env>
  services: Pick<Services, 'adminAccess' | 'adminLimit' | 'callers' | 'clientKey' | 'projects' | 'usage'>
  operation: Pick<Operation, 'access' | 'anyOrigin' | 'feature' | 'projectIn'>
}

/** Lets those through who may ask. */
export async function admit(request: Admit): Promise<void> {
  if (request.operation.access === 'admin') return operatorOnly(request)
  if (request.operation.access === 'project') return ofProject(request)
}

/**
 * Finds the project of a request and counts the request. A call without an `Origin` comes from no page, so no page's rules
 * apply to it: a project id attributes a request, it isn't a key.
 * @throws {@link InvalidKeyError} · {@link OriginNotAllowedError} · {@link RateLimitedError} · {@link FeatureOffError} ·
 * {@link QuotaExceededError}
 */
async function ofProject({ c, services: { callers, projects, usage }, operation }: Admit): Promise<void> {
  const { anyOrigin = false, feature, projectIn = 'query' } = operation
  const id = projectIdFrom[projectIn](c)
  const project = v.is(ProjectId, id) ? await projects.find(id) : null
  if (project === null) {
    // Guessing ids makes the database look for them.
    await callers.pay({ client: c.get('client'), cost: figures.unknownProjectCost, isPage: isPage(c) })
    throw new InvalidKeyError()
  }
  const origin = c.req.header('origin')
  if (!anyOrigin && origin !== undefined && !isOriginAllowed({ origin, project })) throw new OriginNotAllowedError()
  if (feature !== undefined && project.featuresOff.includes(feature)) throw new FeatureOffError({ feature })
  await callers.payFor({ projectId: project.id, cost: c.get('cost'), isPage: isPage(c) })
  const renewedInSeconds = await usage.take({ project })
  if (renewedInSeconds !== null) throw new QuotaExceededError({ retryAfterSeconds: renewedInSeconds })
  c.set('project', project)
}

const projectIdFrom = {
  query: (c: Context<Env>) => c.req.query('projectId'),
  looseQuery: (c: Context<Env>) => looseQuery(c.req.url).get('projectId') ?? undefined,
  body: (c: Context<Env>) => projectIdOf(readJson(c.get('body'))),
}

/** A query in which a second question mark stands for `&`, as AppKit 1.7.6 writes it where a path has a query of its own. */
export function looseQuery(url: HonoRequest['url']): URLSearchParams {
  const [, ...parts] = url.split('#')[0]?.split('?') ?? []
  return new URLSearchParams(parts.join('&'))
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
  const retryAfterSeconds = await services.adminLimit.take({ key: clientOf(c, services) })
  if (retryAfterSeconds !== null) throw new RateLimitedError({ retryAfterSeconds })
}
