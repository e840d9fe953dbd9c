import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  base58ToBytes,
  base64ToBytes,
  bytesToBase58,
  bytesToBase64,
  bytesToHex,
  bytesToUtf8,
  hexToBytes,
  isHex32,
  joinBytes,
  utf8ToBytes,
} from './codec.js'
import { InvalidTextError } from './errors.js'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 2_000
const anyBytes = fc.uint8Array({ maxLength: 90 })

describe('round trips', () => {
  test('hex: lower case, two digits a byte, as Node writes it', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const text = bytesToHex(bytes)
        expect(text).toBe(Buffer.from(bytes).toString('hex'))
        expect(hexToBytes(text)).toEqual(bytes)
      }),
      { numRuns },
    )
  })

  test.each(['base64', 'base64url'] as const)('%s, as Node writes it; padding may be missing', (form) => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const text = bytesToBase64(bytes, form)
        expect(text).toBe(Buffer.from(bytes).toString(form))
        expect(base64ToBytes(text, form)).toEqual(bytes)
        expect(base64ToBytes(text.replaceAll('=', ''), form)).toEqual(bytes)
      }),
      { numRuns },
    )
  })

  test('base64 of more bytes than a call takes arguments', () => {
    const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7) % 256)
    expect(base64ToBytes(bytesToBase64(bytes))).toEqual(bytes)
  })

  test('base58', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(base58ToBytes(bytesToBase58(bytes))).toEqual(bytes)
      }),
      { numRuns },
    )
  })

  test('UTF-8, joined', () => {
    expect(bytesToUtf8(joinBytes(utf8ToBytes('0xé✓'), new Uint8Array(), utf8ToBytes('🙂')))).toBe('0xé✓🙂')
  })
})

test('base58 keeps leading zeros; the published examples', () => {
  expect(bytesToBase58(utf8ToBytes('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U')
  expect(bytesToBase58(Uint8Array.of(0, 0, 0x28, 0x7f, 0xb4, 0xcd))).toBe('11233QC4')
  expect(bytesToBase58(new Uint8Array(3))).toBe('111')
})

describe('what isn’t written right is refused, by its form alone', () => {
  test.each([
    ['hex', () => hexToBytes('0a0')],
    ['hex', () => hexToBytes('0A')],
    ['hex', () => hexToBytes('0x0a')],
    ['base64', () => base64ToBytes('AA-_')],
    ['base64', () => base64ToBytes('AAA A')],
    ['base64', () => base64ToBytes('A')],
    ['base64', () => base64ToBytes('AA=')],
    ['base64', () => base64ToBytes('AAAA=')],
    ['base64', () => base64ToBytes('AB==')],
    ['base64url', () => base64ToBytes('AA+/', 'base64url')],
    ['base64url', () => base64ToBytes('AAB', 'base64url')],
    ['base58', () => base58ToBytes('0OIl')],
    ['base58', () => base58ToBytes('2'.repeat(129))],
  ])('%s: %#', (form, read) => {
    expect(read).toThrow(InvalidTextError)
    expect(read).toThrow(`The text isn't written as ${form}.`)
  })

  test('no text makes anything else happen', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        for (const read of [
          hexToBytes,
          base58ToBytes,
          (each: string) => base64ToBytes(each),
          (each: string) => base64ToBytes(each, 'base64url'),
        ]) {
          try {
            expect(read(text)).toBeInstanceOf(Uint8Array)
          } catch (error) {
            expect(error).toBeInstanceOf(InvalidTextError)
          }
        }
      }),
      { numRuns },
    )
  })
})

test('a topic or a key is 64 lower-case hex digits', () => {
  expect(isHex32('ab'.repeat(32))).toBe(true)
  for (const text of ['ab'.repeat(31), 'AB'.repeat(32), `0x${'ab'.repeat(31)}`, `${'ab'.repeat(32)}\n`])
    expect(isHex32(text)).toBe(false)
})
