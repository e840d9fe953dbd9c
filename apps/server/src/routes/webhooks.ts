import { InvalidInputError } from '@foyer/service/errors/refusals'
import type { Env } from '@foyer/service/route/env'
import { parseWith } from '@foyer/service/route/parse'
import type { Context } from 'hono'
import * as v from 'valibot'
import { PurchaseReport } from '../onramp/purchases.js'
import { PaymentReport } from '../pay/outcomes.js'
import type { Services } from '../services.js'
import type { WebhookMessage } from '../webhooks/signature.js'
import { route } from './route.js'

const name = v.pipe(v.string(), v.maxLength(64))

const shared = {
  method: 'post',
  access: 'anyone',
  limitBytes: 16 * 1024,
  status: 204,
} as const

/** Reports of on-ramps and exchanges, in signed messages. They are no pages, so no origin and no project id is asked for. */
export const webhooks = [
  route(
    {
      ...shared,
      id: 'reportPurchase',
      cost: 5,
      path: '/v1/webhooks/onramp/:provider',
      group: 'On-ramp',
      summary:
        'An on-ramp reports a purchase. Foyer-Timestamp holds seconds since 1970, Foyer-Signature the HMAC-SHA256 of "webhook.{timestamp}.{body}" in hex; Meld writes and signs in its own way.',
      params: v.object({ provider: name }),
      body: PurchaseReport,
      readsBody: true,
    },
    async ({ c, services, params: { provider }, signal }) => {
      const { onramp, projects, purchases } = services
      const said = await onramp.readReport({ provider, message: messageOf({ c, services }), signal })
      if (said === undefined) return undefined
      const report = parseWith({ schema: PurchaseReport, value: said, whole: 'body' })
      if ((await projects.find(report.projectId)) === null) throw new InvalidInputError(unknownProject)
      await purchases.report({ provider, report, signal })
      return undefined
    },
  ),
  route(
    {
      ...shared,
      id: 'reportPayment',
      cost: 5,
      path: '/v1/webhooks/pay/:exchange',
      group: 'Pay',
      summary: 'An exchange reports a payment, signed in the same way; Coinbase by X-Hook0-Signature.',
      params: v.object({ exchange: name }),
      body: PaymentReport,
      readsBody: true,
    },
    async ({ c, services, params: { exchange: exchangeId }, signal }) => {
      const { payments } = services
      const said = payments.readReport({ exchangeId, message: messageOf({ c, services }) })
      if (said === undefined) return undefined
      const report = parseWith({ schema: PaymentReport, value: said, whole: 'body' })
      await payments.report({ exchangeId, report, signal })
      return undefined
    },
  ),
]

const unknownProject = { name: 'projectId', description: "Isn't known here." }

/** The address is the one that senders know, in front of all proxies. */
function messageOf({ c, services: { now, publicUrl } }: MessageOf): WebhookMessage {
  const { pathname } = new URL(c.req.url)
  const url = publicUrl === undefined ? c.req.url : `${publicUrl.replace(/\/$/, '')}${pathname}`
  return { header: (name) => c.req.header(name), body: c.env.visit.body, url, now: now() }
}

interface MessageOf {
  readonly c: Context<Env>
  readonly services: Services
}
