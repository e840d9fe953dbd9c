import { afterEach, describe, expect, test } from 'vitest'
import { languageOf } from './languages.js'
import { chooseLanguage, type SpokenWindow, say, sayInEnglish, speakTo, spokenLanguage, timeOf } from './say.js'

function windowOf({ languages = [], search = '' }: { languages?: readonly string[]; search?: string }) {
  const documentElement = { lang: 'en', dir: '' }
  return { location: { search }, navigator: { languages }, document: { documentElement } } satisfies SpokenWindow
}

/** Returns a document's attributes once it is spoken to, in a browser and at an address. */
async function spokenIn(of: Parameters<typeof windowOf>[0]) {
  const window = windowOf(of)
  await speakTo(window)
  return window.document.documentElement
}

afterEach(() => speakTo(windowOf({})))

describe('the language', () => {
  test('is a mail’s, where its link says so', async () => {
    const window = windowOf({ languages: ['en'] })
    await speakTo({ ...window, location: { search: '', hash: '#secret.ar' } })
    expect(window.document.documentElement).toEqual({ lang: 'ar', dir: 'rtl' })
  })

  test('of mails is chosen before anything is drawn', () => {
    chooseLanguage(windowOf({ languages: ['en'], search: '?lang=ar' }))
    expect([spokenLanguage(), say('approve.reject')]).toEqual(['ar', 'Reject'])
  })

  test.each([
    [['de-AT', 'en'], 'de', 'ltr', 'Ablehnen'],
    [['es-419'], 'es', 'ltr', 'Rechazar'],
    [['fr', 'ar-EG', 'de'], 'ar', 'rtl', 'رفض'],
    [['zh-CN'], 'zh-Hans', 'ltr', '拒绝'],
    [['en-GB', 'de'], 'en', 'ltr', 'Reject'],
    [['fr'], 'en', 'ltr', 'Reject'],
    [[], 'en', 'ltr', 'Reject'],
  ])('is the first of the browser’s that there is: %j', async (languages, lang, dir, reject) => {
    expect(await spokenIn({ languages })).toEqual({ lang, dir })
    expect(say('approve.reject')).toBe(reject)
  })

  test('is the one that the page around names, before the browser’s', async () => {
    expect(await spokenIn({ languages: ['es'], search: '?projectId=p&lang=ar' })).toEqual({ lang: 'ar', dir: 'rtl' })
    expect(await spokenIn({ languages: ['es'], search: '?lang=xx' })).toEqual({ lang: 'es', dir: 'ltr' })
  })

  test('stays as it is where the sentences can’t be fetched, which is reported', async () => {
    const reported: unknown[] = []
    const failure = new Error('offline')
    const german = languageOf(['de'])
    const { load } = german
    Object.assign(german, { load: () => Promise.reject(failure) })
    const window = windowOf({ languages: ['de'] })
    await speakTo(window, (error) => reported.push(error)).finally(() => Object.assign(german, { load }))
    expect([say('approve.reject'), window.document.documentElement.lang, reported]).toEqual(['Reject', 'en', [failure]])
  })
})

test('a sentence that a language hasn’t is said in English', async () => {
  const german = languageOf(['de'])
  const { load } = german
  Object.assign(german, { load: async () => ({ 'approve.reject': 'Ablehnen' }) })
  await speakTo(windowOf({ languages: ['de'] })).finally(() => Object.assign(german, { load }))
  expect([say('approve.reject'), say('approve.warnings')]).toEqual(['Ablehnen', 'Warnings'])
})

test('[S5.32] an application reads English, whatever the visitor reads', async () => {
  await spokenIn({ languages: ['de'] })
  expect(say('error.codeWrong')).toBe('Falscher Code')
  expect(sayInEnglish('error.codeWrong')).toBe('Invalid code')
})

test('a time is written to the minute, as the language writes it', async () => {
  await spokenIn({ languages: ['de'] })
  expect(timeOf(1_800_000_000)).toMatch(/^[A-Z][a-z]+, 1\d\. Januar um \d{1,2}:\d{2}$/)
})

test('[F14] a value turns nothing around it: its marks are left out, and in Arabic it stands by itself', async () => {
  expect(say('approve.asks', { site: 'a\u202eb' })).toBe('ab asks')
  await spokenIn({ languages: ['ar'] })
  expect(say('approve.asks', { site: 'a\u2069b' })).toBe('\u2068ab\u2069 يطلب')
})

describe('a wait', () => {
  const again = (seconds: number) => say('error.tooManyCeremonies', { when: { seconds } })

  test.each([
    [0, 'in 1 minute'],
    [60, 'in 1 minute'],
    [61, 'in 2 minutes'],
    [59 * 60, 'in 59 minutes'],
    [59 * 60 + 1, 'in 1 hour'],
    [3_601, 'in 2 hours'],
    [12 * 3_600, 'in 12 hours'],
    [12 * 3_600 + 1, 'tomorrow'],
    [86_400, 'tomorrow'],
  ])('of %s s is written so that it is over by then: %s', (seconds, when) => {
    expect(again(seconds)).toBe(`That was asked for too often. Try again ${when}.`)
  })

  test.each([
    ['de', ['in 20 Minuten', 'in 2 Stunden', 'morgen']],
    ['es', ['dentro de 20 minutos', 'dentro de 2 horas', 'mañana']],
    ['zh', ['20分钟后', '2小时后', '明天']],
    ['ar', ['خلال 20 دقيقة', 'خلال ساعتين', 'غدًا']],
  ])('is written as %s writes it, and to an application in English', async (language, written) => {
    await spokenIn({ languages: [language] })
    for (const [at, seconds] of [20 * 60, 7_200, 86_400].entries()) expect(again(seconds)).toContain(written[at])
    expect(sayInEnglish('error.tooManyCeremonies', { when: { seconds: 1_200 } })).toContain('in 20 minutes')
  })
})
