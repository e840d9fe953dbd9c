import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidInputError } from '../errors/refusals.js'
import { formatCursor, parseCursor } from './cursor.js'

const count = fc.maxSafeNat()
const cursor = fc.record({
  reorg: count,
  after: fc.record({
    minedAt: count,
    chainId: fc.stringMatching(/^eip155:\d{1,10}$/),
    blockNumber: count,
    position: count,
  }),
})

test('[S7.5] what is handed back is what was handed out, and fits where it is taken', () => {
  fc.assert(
    fc.property(cursor, (one) => {
      const text = formatCursor(one)
      expect(text).toMatch(/^[\w-]{1,512}$/)
      expect(parseCursor(text)).toEqual(one)
    }),
  )
})

test('anything else is refused by its field, and nothing else is thrown', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.anything().map((value) => Buffer.from(JSON.stringify(value) ?? '').toString('base64url')),
    fc
      .array(fc.oneof(fc.integer(), fc.string()))
      .map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
  )
  fc.assert(
    fc.property(anything, (text) => {
      try {
        parseCursor(text)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidInputError)
        expect(error).toMatchObject({ reasons: [{ name: 'cursor' }] })
      }
    }),
  )
})
