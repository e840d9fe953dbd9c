import { expect, test } from 'vitest'
import { mailboxOf } from './mailboxOf.js'

const other = 'ada@mail.example'

test.each([
  // A tag, at most hosts.
  ['ada+shop@mail.example', other],
  ['email:ada+shop+more@mail.example', `email:${other}`],
  // Gmail reads no dots, and has two names.
  ['a.d.a@gmail.com', 'ada@gmail.com'],
  ['email:a.da+shop.to.day@googlemail.com', 'email:ada@gmail.com'],
  // One mailbox by several names of its host.
  ['ada@me.com', 'ada@icloud.com'],
  ['ada+x@mac.com', 'ada@icloud.com'],
  ['ada@pm.me', 'ada@proton.me'],
  ['a.d-a_@protonmail.com', 'ada@proton.me'],
  ['ada.b@ya.ru', 'ada-b@yandex.ru'],
  ['ada.b@yandex.com.tr', 'ada-b@yandex.ru'],
  ['ada@yandex.ua', 'ada@yandex.ru'],
  // Fastmail takes what stands before a mailbox's own host for a tag.
  ['anything@ada.fastmail.com', 'ada@fastmail.com'],
  ['email:shop@ada.fastmail.fm', 'email:ada@fastmail.fm'],
])('%s is written to as %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
  expect(mailboxOf(mailbox)).toBe(mailbox)
})

test.each([
  other,
  'a.d.a@mail.example',
  'a-d_a@mail.example',
  '+@gmail.com',
  'a.da@gmail.com.mail.example',
  'ada@me.com.mail.example',
  'shop@ada.mail.example',
  'google:1234.5678',
  'github:ada',
])('%s is a mailbox, or an account, as it stands', (address) => {
  expect(mailboxOf(address)).toBe(address)
})

test('a mailbox of nothing but what its host leaves out keeps its name: it is never all of that host’s', () => {
  for (const address of ['...@gmail.com', '--@proton.me']) expect(mailboxOf(address)).toBe(address)
})
