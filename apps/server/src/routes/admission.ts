import type { Context, HonoRequest } from 'hono'
import * as v from 'valibot'
import { InvalidTokenError } from '../admin/refusals.js'
import { figures } from '../budget/figures.js'
import {
  InvalidKeyError,
  NotFoundError,
  OriginNotAllowedError,
  type RateLimitedError,
  refuseAt,
  UnsupportedContentError,
} from '../errors/refusals.js'
import { isOriginAllowed } from '../projects/origins.js'
import { type Project, ProjectId } from '../projects/project.js'
import { FeatureOffError, QuotaExceededError } from '../projects/refusals.js'
import type { Services } from '../services.js'
import { type Soon, whenThere } from '../soon.js'
import { readJson } from './body.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'

/** Whom a request is counted against. */
export function clientOf(c: Context<Env>, { clientKey }: Pick<Services, 'clientKey'>): string {
  return clientKey({
    remote: c.env.incoming?.socket.remoteAddress,
    forwardedFor: forwardedForOf(c),
  })
}

/** Where a port answers, Node has read it already. */
function forwardedForOf({ env: { incoming }, req }: Context<Env>): string | undefined {
  if (incoming?.headers === undefined) return req.header('x-forwarded-for')
  const said = incoming.headers['x-forwarded-for']
  return typeof said === 'object' ? said.join(', ') : said
}

/** The address that a request comes from, whole. */
export function addressOf(c: Context<Env>, { clientAddress }: Pick<Services, 'clientAddress'>): string {
  return clientAddress({
    remote: c.env.incoming?.socket.remoteAddress,
    forwardedFor: forwardedForOf(c),
  })
}

/** Whether a page asks: browsers name a page's origin wherever another origin's server is asked. */
export const isPage = (c: Context<Env>): boolean => c.env.visit.origin !== undefined

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
export function payAsClient({ c, services, operation: { access, cost = 1 }, limitBytes }: Pay): Soon<void> {
  const price = cost + (limitBytes === undefined ? 0 : Math.floor(bytesOf({ c, limitBytes }) / figures.bytesPerUnit))
  const { visit } = c.env
  visit.cost = price
  return services.callers.pay({ client: visit.client, cost: price, isPage: access !== 'project' || isPage(c) })
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
  await callers.pay({ client: c.env.visit.client, ...paid })
  await callers.payFor({ projectId: projectOf(c).id, ...paid })
}

interface Admit {
  c: Context<Env>
  services: Pick<Services, 'adminAccess' | 'adminLimit' | 'callers' | 'clientKey' | 'projects' | 'usage'>
  operation: Pick<Operation, 'access' | 'anyOrigin' | 'feature' | 'projectIn'>
}

interface AdmitWallet {
  c: Context<Env>
  services: Pick<Services, 'walletOrigin'>
}

/**
 * Lets the wallet's own page through, as a browser says that it asks: from its origin, of its origin, with JSON. A page of another origin can say none
 * of the three, and gets no answer that it could read.
 * @throws {@link NotFoundError} where the operator set up no wallet · {@link OriginNotAllowedError} · UnsupportedContentError
 */
export function admitWallet({ c, services: { walletOrigin } }: AdmitWallet): void {
  if (walletOrigin === null) throw new NotFoundError()
  const isSame = c.env.visit.origin === walletOrigin && c.req.header('sec-fetch-site') === 'same-origin'
  if (!isSame) throw new OriginNotAllowedError()
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new UnsupportedContentError()
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

function letIn({ c, services: { callers, usage }, operation }: Admit, project: Project): Soon<void> {
  const { anyOrigin = false, feature } = operation
  const { visit } = c.env
  const { origin } = visit
  if (!anyOrigin && origin !== undefined && !isOriginAllowed({ origin, project })) throw new OriginNotAllowedError()
  if (feature !== undefined && project.featuresOff.includes(feature)) throw new FeatureOffError({ feature })
  const paid = callers.payFor({ projectId: project.id, cost: visit.cost, isPage: isPage(c) })
  const counted = whenThere(paid, () => usage.take({ project }))
  return whenThere(counted, (renewedInSeconds) => {
    if (renewedInSeconds !== null) throw new QuotaExceededError({ retryAfterSeconds: renewedInSeconds })
    visit.project = project
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
  refuseAt(await services.adminLimit.take({ key: clientOf(c, services) }))
}
