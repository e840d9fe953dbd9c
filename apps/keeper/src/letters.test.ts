import { expect, test } from 'vitest'
import { writeMail } from './letters.js'

const sites = { walletOrigin: 'https://wallet.example', siteName: 'dapp.example' }
const about = { browser: 'Firefox on Linux', place: null, opensAt: null } as const

const ofAda = { email: 'ada@example.com', language: 'en' } as const

test('each mail has what it is about: its link and digits, the day of a wait, and where it was asked for as far as that is known', () => {
  const opensAt = new Date(1_700_000_000_000)
  const write = (is: Parameters<typeof writeMail>[0]['is'], link: string | null, more: object = {}) =>
    writeMail({ about: { ...about, ...ofAda, opensAt, ...more }, is, link, ...sites })
  const [confirm, held, released] = [write('confirm', 'one'), write('held', 'two'), write('released', null)]
  const digits = 'four digits'
  expect(confirm?.text).toMatch(/Confirm:?\s+https:\/\/wallet\.example\/confirm#one/)
  expect(held?.text).toMatch(/See or cancel it:?\s+https:\/\/wallet\.example\/confirm#two/)
  expect([confirm, held, released].map((mail) => mail?.text.includes(digits))).toEqual([true, false, false])
  expect(held?.subject).toBe('Someone is signing in: your wallet opens there on 14 November 2023 22:13 UTC')
  expect(released?.text).not.toContain('/confirm#')
  expect(released?.text).not.toContain('Near')
  const near = write('released', 'three', { place: 'Vienna' })?.text
  expect(near).toContain('Near: Vienna')
  expect(near).toContain('A device near Vienna was confirmed')
  expect(near).toContain('the link works for 30 days')
  expect(confirm?.text).toContain('The link works for 20 minutes.')
  expect(held?.text).toContain('Every device on which your wallet is open can cancel it, too.')
  for (const mail of [confirm, held, released])
    expect(mail?.text).toContain('Site: dapp.\u200cexample\nBrowser: Firefox on Linux')
  expect(near).toMatch(/sign it out:?\s+https:\/\/wallet\.example\/confirm#three/)
  expect(released?.text).toContain(
    'A device was confirmed for your wallet, and has had access to it since 14 November 2023',
  )
  const wait = write('held', 'two', { place: 'Vienna' })?.text
  expect(wait).toContain('Near: Vienna')
  expect(wait).toContain('A new device was confirmed for your wallet. It opens there on 14 November 2023')
  for (const mail of [confirm, held]) expect(mail?.text).not.toContain('/dashboard')
  expect(write('released', 'three', { email: null })).toBeNull()
  expect(near).toMatch(/devices:?\s+https:\/\/wallet\.example\/dashboard#devices/)
})

test.each([
  ['en', 'https://wallet.example/confirm#secret'],
  ['ar', 'https://wallet.example/confirm#secret.ar'],
  ['zh', 'https://wallet.example/confirm#secret.zh-Hans'],
] as const)('the page that a mail in %s leads to goes on in its language', (language, href) => {
  const asked = { ...about, email: 'ada@example.com', language }
  const mail = writeMail({ about: asked, is: 'confirm', link: 'secret', ...sites })
  expect(mail?.html).toContain(`href="${href}"`)
  expect(mail?.text).toContain(href)
})
