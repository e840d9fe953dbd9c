import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readSigned } from './signedRequest.js'

const secret = 'a secret of thirty-two characters'
const schema = v.object({ id: v.string() })

function signed({ content, purpose = 'order' }: { content: string; purpose?: string | undefined }) {
  const signature = createHmac('sha256', secret).update(`${purpose}.1767225600.${content}`).digest('hex')
  return { [purpose]: content, timestamp: '1767225600', signature }
}
const inBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const read = (parameters: Readonly<Record<string, string>>) =>
  readSigned({ secret, purpose: 'order', schema, parameters })

test('what the server has signed is read', () => {
  expect(read(signed({ content: inBase64({ id: 'a' }) }))).toEqual({ id: 'a' })
})

test('what was signed for something else, or isn’t as agreed, is not', () => {
  expect(read(signed({ content: inBase64({ id: 'a' }), purpose: 'payment' }))).toBeNull()
  expect(read(signed({ content: inBase64({ id: 5 }) }))).toBeNull()
  expect(read(signed({ content: 'no JSON' }))).toBeNull()
})

test('no change of any part gets through, and nothing makes it throw', () => {
  const parts = fc.record({ content: fc.string(), timestamp: fc.string(), signature: fc.string() })
  const good = signed({ content: inBase64({ id: 'a' }) })
  fc.assert(
    fc.property(parts, fc.constantFrom('order', 'timestamp', 'signature'), (part, name) => {
      const { content, timestamp, signature } = part
      expect(read({ order: content, timestamp, signature })).toBeNull()
      const changed = { ...good, [name]: { order: content, timestamp, signature }[name] ?? '' }
      if (changed[name] !== good[name]) expect(read(changed)).toBeNull()
    }),
  )
})
