import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WebhookRefusedError } from './refusals.js'
import { signBody, verifyHook0, verifyMeld, verifyWebhook } from './signature.js'

const secret = 'a secret of thirty-two characters'
const now = 1_767_225_600_000
const seconds = now / 1000

interface Signed {
  body: string
  timestamp?: number
  purpose?: string
}

const headersOf = ({ body, timestamp = seconds, purpose = 'webhook' }: Signed): Readonly<Record<string, string>> => ({
  'foyer-timestamp': String(timestamp),
  'foyer-signature': signBody({ secret, purpose, timestamp, body }),
})

interface Check {
  body: string
  headers: Readonly<Record<string, string | undefined>>
  key?: string
}

const check = ({ body, headers, key = secret }: Check) => {
  const message = { header: (name: string) => headers[name], body, url: 'https://foyer.example/', now }
  verifyWebhook({ message, secret: key })
}
const refused = (request: Check) => expect(() => check(request)).toThrow(WebhookRefusedError)

test('a message is taken five minutes around its time, and no second longer', () => {
  const body = '{}'
  for (const off of [-300, 0, 300]) check({ body, headers: headersOf({ body, timestamp: seconds + off }) })
  for (const off of [-301, 301, -1e6]) refused({ body, headers: headersOf({ body, timestamp: seconds + off }) })
})

test('a signature for another use is none', () => {
  refused({ body: '{}', headers: headersOf({ body: '{}', purpose: 'order' }) })
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
      const headers = headersOf({ body })
      check({ body, headers })
      const signature = headers['foyer-signature'] ?? ''
      const digit = signature[flip] === '0' ? '1' : '0'
      const flipped = `${signature.slice(0, flip)}${digit}${signature.slice(flip + 1)}`
      if (other !== body) refused({ body: other, headers })
      if (shift !== 0) refused({ body, headers: { ...headers, 'foyer-timestamp': String(seconds + shift) } })
      refused({ body, headers: { ...headers, 'foyer-signature': flipped } })
      refused({ body, headers, key: `${secret}!` })
    }),
  )
})

test.each([
  ['ours', verifyWebhook, ['foyer-timestamp', 'foyer-signature']],
  ['Coinbase’s', verifyHook0, ['x-hook0-signature', 'x-event-id']],
  ['Meld’s', verifyMeld, ['meld-signature-timestamp', 'meld-signature']],
] as const)('nothing that stands in the headers makes %s throw anything else', (_whose, verify, [first, second]) => {
  const text = fc.option(fc.string(), { nil: undefined })
  const fields = fc.tuple(fc.string(), fc.string(), fc.string()).map(([t, h, v1]) => `t=${t},h=${h},v1=${v1}`)
  fc.assert(
    fc.property(fc.oneof(text, fields), text, (one, other) => {
      const headers: Readonly<Record<string, string | undefined>> = { [first]: one, [second]: other }
      const message = { header: (name: string) => headers[name], body: '', url: 'https://foyer.example/', now }
      expect(() => verify({ message, secret })).toThrow(WebhookRefusedError)
    }),
  )
})

/** The example of Meld's own documents. */
test('a message of Meld is signed as its documents show', () => {
  const body =
    '{"eventType":"WEBHOOK_TEST","eventId":"GDtv8pQgwzc9HuFFBQFrww","timestamp":"2022-05-26T20:23:45.908400Z","accountId":"W9jpQc1HKvwscqMPcLmzUS","profileId":null,"version":"2021-10-27","payload":{"requestId":"7aWW1GXTjWCCtNubzvVX7V"}}'
  const headers: Readonly<Record<string, string>> = {
    'meld-signature': 'O4bN5E0U9s88l2DFc0kjt-0w3LLA3Zkv8hXhafc22Hg=',
    'meld-signature-timestamp': '2022-05-26T20:25:17.682818Z',
  }
  const at = { header: (name: string) => headers[name], body, url: 'https://example.meld.io/webhooks' }
  const message = { ...at, now: Date.parse('2022-05-26T20:25:30Z') }
  verifyMeld({ message, secret: '42m4NMLS34WQ6BbMfo1KFKqMv4hy' })
  expect(() => verifyMeld({ message, secret })).toThrow(WebhookRefusedError)
})
