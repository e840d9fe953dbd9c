import type { Context } from 'hono'
import * as v from 'valibot'
import { InvalidInputError } from '../errors/refusals.js'
import { PurchaseReport } from '../onramp/purchaseReport.js'
import { PaymentReport } from '../pay/paymentReport.js'
import { WebhookRefusedError } from '../webhooks/refusals.js'
import { verifyWebhook } from '../webhooks/signature.js'
import { readJson } from './body.js'
import type { Env } from './env.js'
import { parseWith } from './parse.js'
import { route } from './route.js'

const name = v.pipe(v.string(), v.maxLength(64))

const shared = {
  method: 'post',
  access: 'anyone',
  limitBytes: 16 * 1024,
  reply: { status: 204, mediaTypes: [] },
} as const

/** What on-ramps and exchanges report, in signed messages. They are no pages, so no origin and no project id is asked for. */
export const webhooks = [
  route(
    {
      ...shared,
      id: 'reportPurchase',
      cost: 5,
      path: '/v1/webhooks/onramp/:provider',
      group: 'On-ramp',
      summary:
        'An on-ramp reports a purchase. Foyer-Timestamp holds seconds since 1970, Foyer-Signature the HMAC-SHA256 of "webhook.{timestamp}.{body}" in hex.',
      takes: { param: v.object({ provider: name }) },
      reads: { body: PurchaseReport },
    },
    async ({ c, services: { now, onramp, projects, purchases }, param: { provider }, signal }) => {
      const report = await readSigned({ c, now: now(), secret: onramp.secretOf(provider), schema: PurchaseReport })
      if ((await projects.find(report.projectId)) === null) throw new InvalidInputError({ reasons: [unknownProject] })
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
      summary: 'An exchange reports a payment, signed in the same way.',
      takes: { param: v.object({ exchange: name }) },
      reads: { body: PaymentReport },
    },
    async ({ c, services: { now, payments }, param: { exchange: exchangeId }, signal }) => {
      const report = await readSigned({ c, now: now(), secret: payments.secretOf(exchangeId), schema: PaymentReport })
      await payments.report({ exchangeId, report, signal })
      return undefined
    },
  ),
]

const unknownProject = { name: 'projectId', description: "Isn't known here." }

interface ReadSigned<Report> {
  readonly c: Context<Env>
  /** milliseconds since 1970 */
  readonly now: number
  /** null for an unknown sender */
  readonly secret: string | null
  readonly schema: v.GenericSchema<unknown, Report>
}

async function readSigned<Report>({ c, now, secret, schema }: ReadSigned<Report>): Promise<Report> {
  if (secret === null) throw new WebhookRefusedError()
  const { body } = c.var
  const timestamp = c.req.header('foyer-timestamp')
  verifyWebhook({ secret, timestamp, signature: c.req.header('foyer-signature'), body, now })
  return parseWith({ schema, value: readJson(body), whole: 'body' })
}
