import type { Context, HonoRequest } from 'hono'
import { figures } from '../budget/figures.js'
import {
  NotFoundError,
  OriginNotAllowedError,
  type RateLimitedError,
  UnsupportedContentError,
} from '../errors/refusals.js'
import type { Soon } from '../soon.js'
import type { CommonServices } from './commonServices.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'

/** Whom a request is counted against. */
export const clientOf = (c: Context<Env>, { clientKey }: Pick<CommonServices, 'clientKey'>): string =>
  clientKey(connectionOf(c))

/** Returns a request's addresses, as its connection and its proxies say. */
export const connectionOf = (c: Context<Env>) => ({
  remote: c.env.incoming?.socket.remoteAddress,
  forwardedFor: forwardedForOf(c),
})

/** Returns the header `X-Forwarded-For`: where a port answers, Node has read it already. */
function forwardedForOf({ env: { incoming }, req }: Context<Env>): string | undefined {
  if (incoming?.headers === undefined) return req.header('x-forwarded-for')
  const said = incoming.headers['x-forwarded-for']
  return typeof said === 'object' ? said.join(', ') : said
}

/** Whether a page asks: browsers name a page's origin wherever another origin's server is asked. */
export const isPage = (c: Context<Env>): boolean => c.env.visit.origin !== undefined

interface Pay {
  c: Context<Env>
  services: Pick<CommonServices, 'callers'>
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

interface AdmitWallet {
  c: Context<Env>
  services: Pick<CommonServices, 'walletOrigin'>
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

/** A query in which a second question mark stands for `&`, as AppKit 1.7.6 writes it where a path has a query of its own. */
export function looseQuery(url: HonoRequest['url']): URLSearchParams {
  const [, ...parts] = url.split('#')[0]?.split('?') ?? []
  return new URLSearchParams(parts.join('&'))
}
