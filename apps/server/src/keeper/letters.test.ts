import { expect, test } from 'vitest'
import { writeMail } from './letters.js'

const about = { site: 'https://dapp.example', browser: 'Firefox on Linux', place: null, opensAt: null } as const

test.each([
  ['en', 'https://wallet.example/confirm#secret'],
  ['ar', 'https://wallet.example/confirm#secret.ar'],
  ['zh', 'https://wallet.example/confirm#secret.zh-Hans'],
] as const)('the page that a mail in %s leads to goes on in its language', (language, href) => {
  const asked = { ...about, email: 'ada@example.com', language }
  const mail = writeMail({ about: asked, is: 'confirm', link: 'secret', walletOrigin: 'https://wallet.example' })
  expect(mail?.html).toContain(`href="${href}"`)
  expect(mail?.text).toContain(href)
})
