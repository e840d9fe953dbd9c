import { describe, expect, test } from 'vitest'
import { pseudoText } from '../catalogue/locales.js'
import { english as all } from '../catalogue/sentences.js'
import { arabic, chinese, english, german, type Locale, spanish } from './index.js'

// docs/writing.md as far as a machine can read it.

/** Whether a sentence describes requests: in the voice of a wallet's pages, which say it too; in lists of facts, not in rows of one width. */
const isOfPages = (key: string) => key.startsWith('request.')

const entries = Object.entries(all).filter(([key]) => !isOfPages(key))
const translated: readonly Locale[] = [arabic, german, spanish, chinese]

/** Loads a language's sentences. One that it lacks yet is English, and listed by `npm run check`: these rules are not for that. */
async function written(locale: Locale): Promise<Map<string, string>> {
  if (!locale.load) return new Map(entries)
  const standingIn = new Map<string, string>(Object.entries(english.button))
  const sentences = Object.entries(await locale.load())
  return new Map(sentences.filter(([key, sentence]) => sentence !== standingIn.get(key) && !isOfPages(key)))
}

/** The sentences that a language has, each with its key and the English one. */
const pairs = async (locale: Locale) => {
  const sentences = await written(locale)
  return entries.flatMap(([key, original]) => {
    const sentence = sentences.get(key)
    return sentence === undefined ? [] : [{ key, original, sentence }]
  })
}

/** Without what isn't the sentence's own: placeholders, and code between backticks. */
const ownWords = (sentence: string) => sentence.replace(/`[^`]*`|\{\w+\}/g, ' ')

/** Returns the end of a sentence: `.`, `?`, `...`, or nothing, as a label does. */
const ending = (sentence: string) =>
  /(?:\.{3}|[.?])$/.exec(sentence.replace(/。$/, '.').replace(/[？؟]$/, '?'))?.[0] ?? ''

/** The width in letters: a Chinese character is as wide as two, a mark above a letter has none. */
function width(sentence: string): number {
  const letters = [...sentence.replace(/\p{M}/gu, '')]
  return letters.reduce((sum, letter) => sum + (/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(letter) ? 2 : 1), 0)
}

describe.each([english, ...translated])('$tag', (locale) => {
  test('has one apostrophe, one way to write three dots, and single spaces within', async () => {
    for (const [key, sentence] of await written(locale)) {
      expect(ownWords(sentence), key).not.toMatch(/['"´…]|\.{4}/)
      expect(sentence, key).not.toMatch(/^\s|\s$|\s\s|\s[.,:;?]/)
    }
  })

  test('has no word that a screen of 320 px would break', async () => {
    for (const [key, sentence] of await written(locale)) {
      const words = ownWords(sentence).split(/[\s-]|(?<=\p{Script=Han})/u)
      expect(Math.max(...words.map(width)), key).toBeLessThanOrEqual(20)
    }
  })
})

/** The sentences in columns, at 320 px as many abreast as there are: a word that is too long would be broken. */
const columns: readonly { readonly keys: readonly string[]; readonly most: number }[] = [
  { keys: ['account.buy', 'account.swap', 'account.receive', 'account.send'], most: 8 },
  { keys: ['account.tokens', 'account.nfts', 'account.activity'], most: 10 },
  { keys: ['pairing.browser', 'pairing.mobile', 'pairing.web', 'pairing.desktop'], most: 10 },
]

describe.each(translated)('$tag', (locale) => {
  test('ends each sentence as English does: a label without a full stop, a question with its mark', async () => {
    for (const { key, original, sentence } of await pairs(locale)) expect(ending(sentence), key).toBe(ending(original))
  })

  test('is no longer than the words for tests, whose layout is measured at 320 px', async () => {
    for (const { key, original, sentence } of await pairs(locale))
      expect(width(sentence), key).toBeLessThanOrEqual(pseudoText(original).length)
  })
})

test('in Arabic an amount is read from left to right with its unit', async () => {
  const amounts = [...(await written(arabic))].filter(([, sentence]) => sentence.includes('{amount} {symbol}'))
  expect(amounts.length).toBeGreaterThan(0)
  for (const [key, sentence] of amounts) expect(sentence, key).toContain('\u2066{amount} {symbol}\u2069')
})

test.each([english, ...translated])('$tag has short words where several stand in columns', async (locale) => {
  const sentences = await written(locale)
  for (const { keys, most } of columns)
    for (const key of keys)
      expect(Math.max(...(sentences.get(key) ?? '').split(/[\s-]/).map(width)), key).toBeLessThanOrEqual(most)
})

/** Labels with capitals within: they are those of the product that Foyer stands in for, letter by letter. */
const titled = [
  ...['account.balanceUnavailable', 'account.explorer', 'activity.none', 'alert.adapterMissing'],
  ...['alert.frameLoad', 'alert.frameTimeout'],
  ...['alert.invalidAppConfiguration', 'alert.invalidProjectId', 'alert.networkNotFound'],
  ...['alert.projectIdNotConfigured', 'alert.sessionExpired', 'alert.unverifiedDomain'],
  ...['button.connect', 'button.selectNetwork'],
  ...[
    'button.switchNetwork',
    'button.unknownNetwork',
    'connect.allWallets',
    'connect.privacy',
    'connect.selectChainFor',
  ],
  ...[
    'connect.terms',
    'connect.title',
    'family.eip155',
    'help.android',
    'help.chrome',
    'help.ios',
    'help.notDetected',
    'login.approve',
    'login.confirmCurrent',
    'login.confirmNew',
    'login.create',
    'login.editEmail',
    'network.switchTitle',
  ],
  ...['network.title', 'network.unsupportedTitle', 'nfts.explorer', 'pairing.scan', 'send.stepAddAddress'],
  ...['send.stepAddAmount', 'send.stepIncorrectValue', 'send.stepInsufficientFunds', 'send.stepInvalidAddress'],
  ...['send.stepSelectToken', 'signIn.smartAccount', 'signIn.title', 'wallets.none'],
]

test('English has a capital at the start of a sentence alone, but for names and the labels that stand fast', () => {
  const within = entries.filter(([, sentence]) =>
    /(?<![.:?] )(?<!^)\b(?!NFTs?\b|QR\b|ID\b|WalletConnect\b|Farcaster\b|Safe\b|Permit2\b)[A-Z]/.test(
      ownWords(sentence),
    ),
  )
  expect(within.map(([key]) => key).sort()).toEqual(titled)
})

test('English says could not and cannot, but for three labels that stand fast', () => {
  const short = entries.filter(([, sentence]) => /n’t\b|’(?:re|ll|ve|m|d)\b/.test(sentence)).map(([key]) => key)
  expect(short.sort()).toEqual(['connect.noSuchWallet', 'login.noWallet', 'network.unsupported'])
})

test('German is polite, and short where nobody needs to be addressed', async () => {
  for (const [key, sentence] of await written(german)) expect(sentence, key).not.toMatch(/\b(?:du|dich|dir|dein\w*)\b/i)
})

test('Spanish says tú, and opens what it asks', async () => {
  for (const [key, sentence] of await written(spanish)) {
    expect(sentence, key).not.toMatch(/\b(?:usted(?:es)?|vos|vosotros)\b/i)
    expect(sentence.includes('?'), key).toBe(sentence.includes('¿'))
  }
})

test('Chinese addresses nobody, has its own marks, and a space between characters and Latin words', async () => {
  for (const [key, sentence] of await written(chinese)) {
    expect(sentence, key).not.toMatch(/[你您]/)
    expect(sentence.replace(/\.{3}$/, ''), key).not.toMatch(/[,;:?!](?!\S*`)|\.(?!\d)/)
    expect(sentence, key).not.toMatch(/\p{Script=Han}[\w{`(]|[\w}`)]\p{Script=Han}/u)
  }
})
