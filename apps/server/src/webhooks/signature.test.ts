import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WebhookRefusedError } from './refusals.js'
import { signBody, verifyWebhook } from './signature.js'

const secret = 'a secret of thirty-two characters'
const now = 1_767_225_600_000
const seconds = now / 1000

const signed = ({
  body,
  timestamp = seconds,
  purpose = 'webhook',
}: {
  body: string
  timestamp?: number
  purpose?: string
}) => ({
  secret,
  body,
  now,
  timestamp: String(timestamp),
  signature: signBody({ secret, purpose, timestamp, body }),
})

test('a message is taken five minutes around its time, and no second longer', () => {
  for (const off of [-300, 0, 300]) verifyWebhook(signed({ body: '{}', timestamp: seconds + off }))
  for (const off of [-301, 301, -1e6]) {
    expect(() => verifyWebhook(signed({ body: '{}', timestamp: seconds + off }))).toThrow(WebhookRefusedError)
  }
})

test('a signature for another use is none', () => {
  expect(() => verifyWebhook(signed({ body: '{}', purpose: 'order' }))).toThrow(WebhookRefusedError)
})

test('any change of body, time, signature or secret is refused', () => {
  const changes = fc.record({
    body: fc.string(),
    other: fc.string(),
    shift: fc.integer({ min: -200, max: 200 }),
    flip: fc.integer({ min: 0, max: 63 }),
  })
  fc.assert(
    fc.property(changes, ({ body, other, shift, flip }) => {
      const message = signed({ body })
      verifyWebhook(message)
      const digit = message.signature[flip] === '0' ? '1' : '0'
      const wrong = [
        ...(other === body ? [] : [{ body: other }]),
        ...(shift === 0 ? [] : [{ timestamp: String(seconds + shift) }]),
        { signature: `${message.signature.slice(0, flip)}${digit}${message.signature.slice(flip + 1)}` },
        { secret: `${secret}!` },
      ]
      for (const part of wrong) expect(() => verifyWebhook({ ...message, ...part })).toThrow(WebhookRefusedError)
    }),
  )
})

test('nothing that stands in the headers makes it throw anything else', () => {
  fc.assert(
    fc.property(
      fc.option(fc.string(), { nil: undefined }),
      fc.option(fc.string(), { nil: undefined }),
      (timestamp, signature) => {
        expect(() => verifyWebhook({ secret, body: '', now, timestamp, signature })).toThrow(WebhookRefusedError)
      },
    ),
  )
})
