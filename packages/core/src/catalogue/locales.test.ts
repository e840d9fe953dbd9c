import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arabic, chinese, english, german, type Locale, pseudo, spanish } from '../messages/index.js'
import { button } from './en/button.js'
import { pseudoText } from './locales.js'
import { english as all } from './sentences.js'

const locales: readonly Locale[] = [english, pseudo, arabic, chinese, german, spanish]
const entries = Object.entries(all)

/** Everything that a language says, in all its views. */
async function allOf(locale: Locale): Promise<Map<string, string>> {
  return new Map(Object.entries((await locale.load?.()) ?? all))
}

const placeholders = (sentence: string | undefined) =>
  [...(sentence ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe.each(locales)('$tag', (locale) => {
  test('has at once what the buttons say, the same as in the whole, and nothing that a button leaves out', async () => {
    expect(Object.keys(locale.button).sort()).toEqual(Object.keys(button).sort())
    expect(Object.fromEntries(await allOf(locale))).toMatchObject(locale.button)
  })
})

test('a key is named after its room', () => {
  const views = [
    'account',
    'alert',
    'button',
    'connect',
    'error',
    'help',
    'network',
    'pairing',
    'receipt',
    'shell',
    'wallets',
  ]
  const features = [
    'activity',
    'approvals',
    'family',
    'headline',
    'login',
    'names',
    'nfts',
    'onramp',
    'pay',
    'preview',
    'receive',
    'request',
    'send',
    'signIn',
    'smartSessions',
    'swap',
  ]
  for (const [key] of entries) expect([...views, ...features]).toContain(key.split('.')[0])
})

test('every language says its own direction', () => {
  expect(locales.map(({ tag, direction }) => [tag, direction])).toEqual([
    ['en', 'ltr'],
    ['en-XA', 'ltr'],
    ['ar', 'rtl'],
    ['zh-Hans', 'ltr'],
    ['de', 'ltr'],
    ['es', 'ltr'],
  ])
})

test('Arabic is translated: each sentence has Arabic letters', async () => {
  const standingIn = new Map<string, string>(Object.entries(english.button))
  // A button's sentence that isn't translated yet is English.
  const translated = [...(await allOf(arabic))].filter(([key, sentence]) => sentence !== standingIn.get(key))
  expect(translated.length).toBeGreaterThan(600)
  // Values and units alone.
  const wordless = ['request.asWritten', 'request.feeAtRate']
  for (const [key, sentence] of translated)
    if (!wordless.includes(key)) expect(sentence, key).toMatch(/\p{Script=Arabic}/u)
})

test('one of something is a sentence of its own in every language, beside that of several', async () => {
  for (const locale of [english, arabic, chinese, german, spanish]) {
    const sentences = await allOf(locale)
    expect(placeholders(sentences.get('wallets.one')), locale.tag).toEqual([])
    expect(placeholders(sentences.get('wallets.count')), locale.tag).toEqual(['count'])
  }
})

test('what an error says to a visitor needs no value, so that it can be shown for any error', () => {
  for (const [key, sentence] of entries) if (key.startsWith('error.')) expect(placeholders(sentence), key).toEqual([])
})

test('no sentence shouts or blames', () => {
  for (const [key, sentence] of entries) expect(sentence, key).not.toMatch(/!|oops|something went wrong|invalid input/i)
})

test('[S5.13 S5.14 S8.4 S8.6 S8.7 S8.8 S8.9 S8.10 S8.11 S8.12 S8.13 S8.17 S8.18 S8.21 S8.22] the specification’s sentences are verbatim', () => {
  expect(all).toMatchObject({
    'activity.failed': 'Failed to fetch transactions',
    'activity.confirm': 'Confirm transaction in your wallet',
    'send.priceFailed': 'Failed to fetch network token price',
    'account.transactionReverted': 'Transaction error',
    'swap.initFailed': 'Failed to initialize swap',
    'swap.allowanceFailed': 'Failed to check allowance',
    'swap.approvalFailed': 'Failed to create approval transaction',
    'swap.transactionFailed': 'Failed to create transaction',
    'swap.approveLimit': 'Approve limit increase in your wallet',
    'swap.confirm': 'Confirm transaction in your wallet',
    'swap.insufficientBalance': 'Insufficient balance',
    'swap.incorrectAmount': 'Incorrect amount',
    'swap.enterValidAmount': 'Please enter a valid amount',
    'network.unsupportedChain': 'Unsupported chain',
    'account.disconnectFailed': 'Failed to disconnect',
    'account.balanceUnavailable': 'Token Balance Unavailable',
    'alert.networkNotFound': 'Network Not Found',
    'alert.invalidAppConfiguration': 'Invalid App Configuration',
    'network.chainNotSupported': 'Chain is not supported',
    'network.unsupported': 'This app doesn’t support your current network. Switch to an available option to continue.',
  })
})

describe('pseudo', () => {
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
    for (const [key, sentence] of entries) {
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
})
