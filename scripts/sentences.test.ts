import { expect, test } from 'vitest'
import {
  catalogues,
  compareSentences,
  missingMailSentences,
  missingSentences,
  missingWalletSentences,
} from './sentences.mjs'

const english = { 'send.title': 'Send', 'send.to': 'To {name}, by {wallet}', 'send.max': 'Max' }

test.each([
  ['the kit', missingSentences],
  ['the wallet’s pages', missingWalletSentences],
  ['mails', missingMailSentences],
])('every language of %s has the sentences of English, with the same placeholders', async (_whose, missing) => {
  const faults = await missing()
  expect(Object.keys(faults)).toEqual(['ar', 'de', 'es', 'zh'])
  // A new English sentence stands alone until it is translated: `npm run check` lists it, and nothing fails.
  for (const [language, { foreign, broken }] of Object.entries(faults))
    expect({ foreign, broken }, language).toEqual({ foreign: [], broken: [] })
})

test('a sentence that isn’t translated yet is missing, and one that English hasn’t is foreign', () => {
  const translated = { 'send.title': 'Senden', 'send.to': '{wallet}: an {name}', 'send.titel': 'Senden' }
  expect(compareSentences({ english, translated })).toEqual({
    missing: ['send.max'],
    foreign: ['send.titel'],
    broken: [],
  })
})

test.each([
  ['no text', 7],
  ['null', null],
  ['empty', ' '],
  ['a placeholder less', 'an {name}'],
  ['another placeholder', 'an {name} mit {walet}'],
  ['a placeholder more', 'an {name} mit {wallet} um {time}'],
])('a sentence that is %s is broken', (_, sentence) => {
  const translated = { ...english, 'send.to': sentence }
  expect(compareSentences({ english, translated })).toEqual({ missing: [], foreign: [], broken: ['send.to'] })
})

/** How a sentence ends, in any script. */
const ending = (sentence: string) => /[.?]$/.exec(sentence.replace(/。$/, '.').replace(/[？؟]$/, '?'))?.[0] ?? ''

/** The width in letters: a Chinese character is as wide as two, a mark above a letter has none. */
const width = (sentence: string) =>
  [...sentence.replace(/\p{M}/gu, '')].reduce(
    (sum, letter) => sum + (/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(letter) ? 2 : 1),
    0,
  )

test.each([
  { of: 'wallet', room: (english: string) => english.length * 1.4 + 5 },
  // A mail has all the room that there is.
  { of: 'mails', room: () => Number.POSITIVE_INFINITY },
])(
  'the sentences of $of are written by the rules of docs/writing.md, in the room that they have',
  async ({ of, room }) => {
    const { english, languages } = (await catalogues())[of] ?? expect.fail(of)
    expect(languages.map(([language]) => language)).toEqual(['ar', 'de', 'es', 'zh'])
    for (const [language, sentences] of [['en', english] as const, ...languages])
      for (const [name, original] of Object.entries(english)) {
        const sentence = sentences[name]
        if (sentence === undefined) continue // listed by `npm run check`, and said in English
        const where = `${language} ${name}`
        expect(sentence, where).not.toMatch(/['"´…!]|^\s|\s$|\s\s|\s[.,:;?]/)
        expect(ending(sentence), where).toBe(ending(original))
        expect(width(sentence), where).toBeLessThanOrEqual(room(original))
      }
  },
)
