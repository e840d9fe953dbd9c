import fc from 'fast-check'
import { expect, test } from 'vitest'
import { en } from './en.js'
import { pseudo, pseudoText } from './pseudo.js'

test('is readable, accented, in brackets, and its placeholders stand', () => {
  expect(pseudoText('Continue in {wallet}')).toBe('[Çóñţíñúé íñ {wallet} ~~~~~~~~]')
})

test('every letter of English is another one', () => {
  const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const [, written = ''] = /^\[(\S+) ~+\]$/.exec(pseudoText(alphabet)) ?? []
  expect(new Set(written).size).toBe(52)
  expect(written).not.toMatch(/[a-zA-Z]/)
})

test('is at least 40 % longer, whatever the sentence', async () => {
  const sentences = new Map(Object.entries((await pseudo.load?.()) ?? {}))
  for (const [key, sentence] of Object.entries(en)) {
    expect(sentences.get(key)?.length, key).toBeGreaterThanOrEqual(sentence.length * 1.4)
  }
})

test('keeps every placeholder of any text', () => {
  const text = fc.array(fc.oneof(fc.string(), fc.stringMatching(/^\{[a-z]{1,8}\}$/))).map((parts) => parts.join(''))
  const placeholders = (sentence: string) => sentence.match(/\{\w+\}/g) ?? []
  fc.assert(
    fc.property(text, (sentence) => {
      expect(placeholders(pseudoText(sentence))).toEqual(placeholders(sentence))
    }),
  )
})
