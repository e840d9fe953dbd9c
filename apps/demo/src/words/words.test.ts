import { expect, test } from 'vitest'
import { allWords } from './allWords.js'
import { fill } from './words.js'

/** Every sentence of a language, by its path. */
const sentences = (words: object): readonly (readonly [path: string, sentence: string])[] =>
  Object.entries(words).flatMap(([group, said]) =>
    Object.entries(said).map(([name, sentence]) => [`${group}.${name}`, String(sentence)] as const),
  )
const places = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const english = new Map(sentences(allWords.en))

test.each(['de', 'es', 'zh', 'ar'] as const)(
  '%s says everything that English says, with the same places, and in words of its own',
  (tag) => {
    const own = sentences(allWords[tag])
    expect(own.map(([path]) => path)).toEqual([...english.keys()])
    const same = own.filter(([path, sentence]) => sentence === english.get(path)).map(([path]) => path)
    for (const [path, sentence] of own) {
      expect(places(sentence), path).toEqual(places(english.get(path) ?? ''))
      expect(sentence, path).not.toMatch(/['"]|\s\s|^\s|\s$/)
    }
    // Names and words that languages share.
    expect(same.filter((path) => !shared.has(path))).toEqual([])
  },
)

const shared = new Set(
  'account.status account.wallet actions.ended headless.qrcode headless.tokens headless.token look.bad look.text1 look.standard look.fontSystem'.split(
    ' ',
  ),
)

test('a value is put into its place, and a place without one stays', () => {
  expect(fill('{name}: {text}', { name: 'Send' })).toBe('Send: {text}')
})
