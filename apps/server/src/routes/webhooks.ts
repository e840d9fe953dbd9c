import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { InvalidInputError, RateLimitedError } from '../errors/refusals.js'
import { PurchaseReport } from '../onramp/purchaseReport.js'
import { PaymentReport } from '../pay/paymentReport.js'
import type { Services } from '../services.js'
import { WebhookRefusedError } from '../webhooks/refusals.js'
import { verifyWebhook } from '../webhooks/signature.js'
import { readJson, takeJson } from './body.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parseWith } from './parse.js'

const limitBytes = 16 * 1024

const webhookPaths = { onramp: '/v1/webhooks/onramp/:provider', pay: '/v1/webhooks/pay/:exchange' } as const

/** What on-ramps and exchanges report, in signed messages. They are no pages, so no origin and no project id is asked for. */
export function webhooks(services: Services): Hono<Env> {
  const { onramp, payments, projects, purchases } = services
  return new Hono<Env>()
    .post(webhookPaths.onramp, takeJson({ limitBytes }), async (c) => {
      const provider = c.req.param('provider')
      const report = await readSigned({ c, services, secret: onramp.secretOf(provider), schema: PurchaseReport })
      if ((await projects.find(report.projectId)) === null) throw new InvalidInputError({ reasons: [unknownProject] })
      await purchases.report({ provider, report, signal: c.req.raw.signal })
      return c.body(null, 204)
    })
    .post(webhookPaths.pay, takeJson({ limitBytes }), async (c) => {
      const exchangeId = c.req.param('exchange')
      const report = await readSigned({ c, services, secret: payments.secretOf(exchangeId), schema: PaymentReport })
      await payments.report({ exchangeId, report, signal: c.req.raw.signal })
      return c.body(null, 204)
    })
}

const unknownProject = { name: 'projectId', description: "Isn't known here." }

interface ReadSigned<Report> {
  c: Context<Env>
  services: Services
  /** null for an unknown sender */
  secret: string | null
  schema: v.GenericSchema<unknown, Report>
}

async function readSigned<Report>({ c, services, secret, schema }: ReadSigned<Report>): Promise<Report> {
  const { clientKey, now, rateLimit } = services
  const client = clientKey({
    remote: c.env?.incoming?.socket.remoteAddress,
    forwardedFor: c.req.header('x-forwarded-for'),
  })
  const wait = await rateLimit.take({ client, projectId: 'webhooks' })
  if (wait !== null) throw new RateLimitedError({ retryAfterSeconds: wait })
  if (secret === null) throw new WebhookRefusedError()
  const body = await c.req.text()
  const timestamp = c.req.header('foyer-timestamp')
  verifyWebhook({ secret, timestamp, signature: c.req.header('foyer-signature'), body, now: now() })
  return parseWith({ schema, value: readJson(body), whole: 'body' })
}

const name = v.pipe(v.string(), v.maxLength(64))

export const webhookOperations: readonly Operation[] = [
  {
    id: 'reportPurchase',
    method: 'post',
    path: webhookPaths.onramp,
    group: 'On-ramp',
    summary:
      'An on-ramp reports a purchase. Foyer-Timestamp holds seconds since 1970, Foyer-Signature the HMAC-SHA256 of "webhook.{timestamp}.{body}" in hex.',
    access: 'anyone',
    param: v.object({ provider: name }),
    body: PurchaseReport,
    reply: { status: 204, mediaTypes: [] },
  },
  {
    id: 'reportPayment',
    method: 'post',
    path: webhookPaths.pay,
    group: 'Pay',
    summary: 'An exchange reports a payment, signed in the same way.',
    access: 'anyone',
    param: v.object({ exchange: name }),
    body: PaymentReport,
    reply: { status: 204, mediaTypes: [] },
  },
]
