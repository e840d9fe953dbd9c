import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createSealing, SealError, SealingKeys } from './sealing.js'

const keyOf = (name: string, byte: number) => ({ name, bytes: new Uint8Array(32).fill(byte) })
const sealingOf = (...keys: readonly ReturnType<typeof keyOf>[]) =>
  createSealing({ keys, randomBytes }) ?? expect.fail()

describe('[F17] sealing', () => {
  test('what is sealed opens to what it was, and is not in the text', () => {
    const sealing = sealingOf(keyOf('a', 1))
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.string(), (secret, about) => {
        const sealed = sealing.seal({ secret, about })
        expect(sealing.open({ sealed, about })).toEqual(secret)
        expect(sealed.keyName).toBe('a')
        expect(sealing.seal({ secret, about }).text).not.toBe(sealed.text)
      }),
    )
  })

  test('a changed text, another owner, a renamed or a missing key open nothing', () => {
    const sealing = sealingOf(keyOf('a', 1), keyOf('b', 1))
    const sealed = sealing.seal({ secret: new Uint8Array(32).fill(7), about: 'session 1' })
    fc.assert(
      fc.property(fc.nat({ max: 59 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = Buffer.from(sealed.text, 'base64')
        bytes[at] = (bytes[at] ?? 0) ^ change
        const changed = { ...sealed, text: bytes.toString('base64') }
        expect(() => sealing.open({ sealed: changed, about: 'session 1' })).toThrow(SealError)
      }),
    )
    const refused = [
      { sealed, about: 'session 2' },
      { sealed: { ...sealed, keyName: 'b' }, about: 'session 1' },
      { sealed: { ...sealed, keyName: 'c' }, about: 'session 1' },
      { sealed: { ...sealed, text: '' }, about: 'session 1' },
    ]
    for (const each of refused) expect(() => sealing.open(each)).toThrow(SealError)
  })

  test('a new key seals, a former one still opens', () => {
    const secret = new Uint8Array(32).fill(7)
    const before = sealingOf(keyOf('2025', 1)).seal({ secret, about: 'x' })
    const now = sealingOf(keyOf('2026', 2), keyOf('2025', 1))
    expect(now.open({ sealed: before, about: 'x' })).toEqual(secret)
    expect(now.seal({ secret, about: 'x' }).keyName).toBe('2026')
    expect(() => sealingOf(keyOf('2026', 2)).open({ sealed: before, about: 'x' })).toThrow(/SESSION_KEYS/)
  })
})

test('keys are read from one text', () => {
  const base64 = Buffer.alloc(32, 9).toString('base64')
  expect(v.parse(SealingKeys, `2026:${base64}, 2025:${base64}`)).toEqual([keyOf('2026', 9), keyOf('2025', 9)])
  for (const wrong of ['', 'a', `:${base64}`, `a:${base64.slice(4)}`, `a:${base64},a:${base64}`]) {
    expect(v.is(SealingKeys, wrong), wrong).toBe(false)
  }
})
