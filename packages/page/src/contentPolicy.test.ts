import { expect, test } from 'vitest'
import { contentPolicy, originOf } from './contentPolicy.js'

test('a policy names what a page may have, and nothing else', () => {
  const images = ['blob:', 'https://images.example']
  expect(
    contentPolicy({
      images,
      media: ['https://films.example'],
      connect: ["'self'", 'wss://relay.example'],
      forms: "'self'",
    }),
  ).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https://images.example; " +
      "media-src https://films.example; connect-src 'self' wss://relay.example; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'",
  )
})

test('a page without connections has connect-src ’none’, as an empty list leaves it to the browser', () => {
  expect(contentPolicy({ connect: [], forms: "'none'" })).toContain("; img-src 'self' data:; connect-src 'none'; ")
})

test.each([
  ['http://127.0.0.1:7101/v1?projectId=a', 'http://127.0.0.1:7101'],
  ['ws://relay.example/', 'ws://relay.example'],
  ['https://someone:secret@node.example/key', 'https://node.example'],
])('of %s the policy names %s', (url, origin) => {
  expect(originOf(url)).toBe(origin)
})
