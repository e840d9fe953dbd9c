import { fileURLToPath } from 'node:url'
import { type EmailChange, writeChange } from '@foyer/keeper/changeMails'
import { writeMail } from '@foyer/keeper/letters'
import type { ChangeMail } from '@foyer/keeper/tables'
import { deletionLetter } from '@foyer/service/mail/deletionLetter'
import { type MailLanguage, mailLanguageOf, mailLanguages, speakMail } from '@foyer/service/mail/mailLanguage'
import { expect, test } from 'vitest'
import { changedLetter, codeLetter } from './codeLetter.js'

const kept = (name: string) => fileURLToPath(new URL(`../../examples/mails/${name}`, import.meta.url))
const [site, siteName] = ['https://dapp.example', 'dapp.example']
const browser = 'Firefox on Windows'
const walletOrigin = 'https://wallet.example'

const keeperLetter = (is: 'confirm' | 'held' | 'released' | 'wrongDigits', language: MailLanguage) => {
  const opensAt = is === 'held' || is === 'released' ? new Date(1_700_000_000_000) : null
  const about = { email: 'ada@mail.example', browser, place: 'Vienna, AT', language, opensAt }
  const link = is === 'wrongDigits' ? null : 'A'.repeat(43)
  return writeMail({ about, is, link, walletOrigin, siteName }) ?? expect.fail()
}

const change = { from: 'ada@mail.example', to: 'lovelace@mail.example' }

const changeLetter = (owes: ChangeMail, language: MailLanguage) => {
  const opensAt = owes === 'changeHeld' ? new Date(1_700_000_000_000) : null
  const none = {
    fromLink: null,
    toLink: null,
    fromCancel: null,
    toCancel: null,
    fromConfirmedAt: null,
    toConfirmedAt: null,
    network: null,
  }
  const row: EmailChange = {
    ...{ ...none, ...change, id: '', person: '', device: '', site, browser, place: 'Vienna, AT', language, opensAt },
    ...{ toMailbox: '', owes, owedAt: null, owedTries: 1, status: 'waiting', endedReason: null },
    ...{ beganAt: new Date(0), expiresAt: new Date(0) },
  }
  const links = owes === 'changed' ? null : { from: 'A'.repeat(43), to: 'B'.repeat(43) }
  return writeChange({ change: row, is: owes, links, side: 'from', walletOrigin, siteName })
}

const deletion = (is: 'deleting' | 'deleted', language: MailLanguage) =>
  deletionLetter({
    ...{
      is,
      at: new Date(1_700_000_000_000),
      siteName: 'wallet.example',
      browser,
      place: 'Vienna, AT',
      language,
      walletOrigin,
    },
    link: is === 'deleting' ? 'A'.repeat(43) : null,
  })

const letters = {
  'login-code': (language: MailLanguage) =>
    codeLetter({ code: '417093', siteName, minutes: 10, browser, language, walletOrigin }),
  'login-change-code': (language: MailLanguage) =>
    codeLetter({ code: '417093', siteName, minutes: 10, browser, language, change, walletOrigin }),
  'login-changed': (language: MailLanguage) => changedLetter({ siteName, browser, language, change, walletOrigin }),
  'keeper-change': (language: MailLanguage) => changeLetter('change', language),
  'keeper-change-held': (language: MailLanguage) => changeLetter('changeHeld', language),
  'keeper-changed': (language: MailLanguage) => changeLetter('changed', language),
  'keeper-confirm': (language: MailLanguage) => keeperLetter('confirm', language),
  'keeper-deleted': (language: MailLanguage) => deletion('deleted', language),
  'keeper-deleting': (language: MailLanguage) => deletion('deleting', language),
  'keeper-held': (language: MailLanguage) => keeperLetter('held', language),
  'keeper-released': (language: MailLanguage) => keeperLetter('released', language),
  'keeper-wrong-digits': (language: MailLanguage) => keeperLetter('wrongDigits', language),
} as const

const all = Object.entries(letters).flatMap(([name, write]) =>
  mailLanguages.map((language) => ({ name, language, write })),
)

test.each(all)('the mail $name in $language is the one that the gallery draws', async ({ name, language, write }) => {
  const { html, text, subject } = write(language)
  const said = { en: 'lang="en" dir="ltr"', ar: 'lang="ar" dir="rtl"', zh: 'lang="zh-Hans" dir="ltr"' }
  const attributes: Readonly<Record<string, string>> = { ...said, de: 'lang="de" dir="ltr"', es: 'lang="es" dir="ltr"' }
  expect(html).toContain(`<html ${attributes[language]}>`)
  expect(html).toContain('<bdi dir="ltr">wallet.example</bdi></p>\n<h1')
  expect(`${subject}${text}${html.split('</style>')[1]}`).not.toMatch(/[{}]/)
  await expect(html).toMatchFileSnapshot(kept(`${name}.${language}.html`))
  await expect(text).toMatchFileSnapshot(kept(`${name}.${language}.txt`))
})

test.each([
  ['de-AT', 'de'],
  ['ZH', 'zh'],
  ['zh-Hant-TW', 'zh'],
  ['fr', 'en'],
  [undefined, 'en'],
])('who reads %s is written to in %s', (wanted, language) => expect(mailLanguageOf(wanted)).toBe(language))

test('beside right-to-left words a value stands by itself, and has no direction of its own', () => {
  expect(speakMail('ar').say('code.title', { site: 'a\u202eb' })).toBe('تسجيل الدخول إلى \u2068ab\u2069')
})
