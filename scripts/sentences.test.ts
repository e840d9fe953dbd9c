import { expect, test } from 'vitest'
import { compareSentences, missingMailSentences, missingSentences, missingWalletSentences } from './sentences.mjs'

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
