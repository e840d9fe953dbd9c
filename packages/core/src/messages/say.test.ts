import fc from 'fast-check'
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import ar from '../catalogue/ar.json'
import { button } from '../catalogue/en/button.js'
import { enViews, network } from '../catalogue/enViews.js'
import { arabic } from '../catalogue/locales.js'
import type { Placeholder, PlainSentenceKey } from '../catalogue/sentences.js'
import { MissingValueError, say } from './say.js'

afterEach(() => vi.unstubAllEnvs())

test('a sentence is said with its values', () => {
  expect(say(enViews, 'connect.continue', { wallet: 'Northwind' })).toBe('Continue in Northwind')
  expect(say(network, 'network.title')).toBe('Choose Network')
  expect(say(button, 'button.account', { name: 7 })).toBe('Account 7')
})

test('a sentence that a language hasn’t is said by its key', () => {
  expect(say({}, 'connect.title')).toBe('connect.title')
})

test('a value that is missing or has another name doesn’t compile', () => {
  expectTypeOf<Placeholder<'alert.adapterMissingMore'>>().toEqualTypeOf<'network' | 'family'>()
  expectTypeOf<Placeholder<'connect.title'>>().toEqualTypeOf<never>()
  expectTypeOf<'connect.continue'>().not.toExtend<PlainSentenceKey>()
  expectTypeOf<'error.unknown'>().toExtend<PlainSentenceKey>()
  expectTypeOf(say<'connect.title'>).parameters.toExtend<[object, 'connect.title']>()
  expectTypeOf(say<'connect.continue'>)
    .parameter(2)
    .toEqualTypeOf<Readonly<Record<'wallet', string | number>>>()
})

test('a missing value is a typed error while developing and leaves a gap in production', () => {
  const incomplete: unknown[] = [enViews, 'connect.continue', {}]
  expect(() => Reflect.apply(say, undefined, incomplete)).toThrow(MissingValueError)
  expect(() => Reflect.apply(say, undefined, incomplete)).toThrow(
    expect.objectContaining({ code: 'missing_value', facts: { key: 'connect.continue', placeholder: 'wallet' } }),
  )
  vi.stubEnv('NODE_ENV', 'production')
  expect(Reflect.apply(say, undefined, incomplete)).toBe('Continue in ')
})

test('from right to left each value is isolated', () => {
  expect(say(ar, 'connect.continue', { wallet: 'Northwind' })).toBe('تابع في \u2068Northwind\u2069')
  expect(say(arabic.button, 'button.network', { name: 'Base' })).toBe('الشبكة \u2068Base\u2069')
  expect(say(enViews, 'connect.continue', { wallet: 'محفظة' })).toBe('Continue in \u2068محفظة\u2069')
})

test('a value can’t break out of its isolate or turn the sentence around', () => {
  const name = 'Good\u202egnp.\u2069\u2066 Wallet\u0000\n\u200f'
  expect(say(enViews, 'connect.continue', { wallet: name })).toBe('Continue in Goodgnp. Wallet')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (wallet) => {
      const [, inside, ...rest] = say(ar, 'connect.continue', { wallet }).split(/[\u2068\u2069]/)
      expect(rest).toEqual([''])
      expect(inside).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

test('a value is put in as it is: braces and dollars in it mean nothing', () => {
  for (const wallet of ['{name}', '{wallet}', '$&', '$1', 'constructor']) {
    expect(say(enViews, 'connect.continue', { wallet })).toBe(`Continue in ${wallet}`)
  }
})
