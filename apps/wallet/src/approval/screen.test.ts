import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { speakTo } from '../messages/say.js'
import { ApprovalScreen } from './ApprovalScreen.js'
import type { WaitingApproval } from './approvals.js'

const speak = (language: string) =>
  speakTo({
    location: { search: '' },
    navigator: { languages: [language] },
    document: { documentElement: { lang: '', dir: '' } },
  })

afterEach(() => speak('en'))

const approval: WaitingApproval = {
  id: 1,
  site: 'https://dapp.example',
  shown: {
    title: 'Sign typed data',
    act: 'Sign',
    facts: [{ label: 'What', value: 'Mail' }],
    tree: {
      label: 'What is signed',
      fields: [{ name: 'Message', fields: [{ name: 'contents', value: 'A cup of coffee. '.repeat(20) }] }],
    },
    warnings: [],
    isDeliberate: false,
  },
  payloads: [],
  signer: { family: 'eip155', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  hashes: ['h'],
}

const nothing = () => {}
const answers = { onApprove: nothing, onLimit: nothing, onReject: nothing }
const drawn = (more: Partial<WaitingApproval['shown']> = {}) => {
  const shown = { ...approval.shown, ...more }
  return renderToString(
    createElement(ApprovalScreen, { approval: { ...approval, shown }, more: 0, shownIn: 'frame', ...answers }),
  )
}

test('[F13] typed data is a region that the keyboard scrolls, and each field stands below its structure', () => {
  const html = drawn()
  expect(html).toMatch(/<section class="content" tabindex="0" aria-labelledby="(.+?)"><ul class="fields">/i)
  expect(html).toMatch(/Message<\/bdi> <ul class="fields"><li><bdi class="field-name">contents<\/bdi> <details>/)
  expect(html).toContain('All 340 letters')
})

test('in the place of an allowance without a limit one may be set, which is all that the account has at first', () => {
  const limit = { label: 'Allow at most', unit: 'DUSD', decimals: 6, usual: '10000' }
  const html = drawn({ limit })
  for (const part of ['Allow at most', 'value="10000"', '<bdi>DUSD</bdi>', 'Set the limit'])
    expect(html).toContain(part)
  expect(drawn()).not.toContain('Set the limit')
})

test('the screen speaks the document’s language', async () => {
  await speak('de')
  const html = drawn()
  for (const sentence of ['dapp.example fragt an', 'Ablehnen', 'Alle 340 Zeichen']) expect(html).toContain(sentence)
})
