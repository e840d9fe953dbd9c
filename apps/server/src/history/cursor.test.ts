import { InvalidInputError } from '@foyer/service/errors/refusals'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCursor, parseCursor } from './cursor.js'

const count = fc.maxSafeNat()
const cursor = fc.record({
  reorg: count,
  after: fc.record({
    minedAt: count,
    chainId: fc.stringMatching(/^eip155:\d{1,10}$/),
    blockNumber: count,
    position: fc.nat(2 ** 31 - 1),
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

test.each([
  ['a position that no column holds', [1, 0, 1, 'eip155:1', 1, 2 ** 31]],
  ['a block that no number holds', '[1,0,1,"eip155:1",9007199254740992,0]'],
  ['a network of a zero character', [1, 0, 1, 'eip155:1\0', 1, 0]],
  ['a network of half of a surrogate pair', [2, 'eip155:\ud800', '7']],
  ['no network', [1, 0, 1, 'Ethereum', 1, 0]],
])('%s is refused', (_what, written) => {
  const text = typeof written === 'string' ? written : JSON.stringify(written)
  expect(() => parseCursor(Buffer.from(text).toString('base64url'))).toThrow(InvalidInputError)
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
