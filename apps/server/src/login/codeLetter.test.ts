import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { codeLetter } from './codeLetter.js'

const kept = (name: string) => fileURLToPath(new URL(`../../examples/mails/${name}`, import.meta.url))

test('the mail with a code is the one that the gallery draws', async () => {
  const { text, html } = codeLetter({
    code: '417093',
    site: 'https://dapp.example',
    minutes: 10,
    browser: 'Firefox on Windows',
  })
  await expect(html).toMatchFileSnapshot(kept('login-code.html'))
  await expect(text).toMatchFileSnapshot(kept('login-code.txt'))
})
