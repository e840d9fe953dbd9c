import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filmUrl, imageUrl, linkUrl } from './urls.js'

test.each([
  ['https://wallet.example/a.png', true],
  ['http://wallet.localhost:1234/a.png', true],
  [' data:image/svg+xml;base64,AAAA\n', true],
  ['DATA:image/png;base64,AAAA', true],
  ['data:text/html,<script>', false],
  ['blob:https://dapp.example/1', false],
  ['javascript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['/relative.png', false],
  ['', false],
])('a picture at %j: %s', (src, shown) => expect(imageUrl(src) !== undefined).toBe(shown))

test.each([
  ['https://films.example/a.mp4', true],
  ['data:image/svg+xml;base64,AAAA', false],
  ['data:video/mp4;base64,AAAA', false],
  ['blob:https://dapp.example/1', false],
  ['javascript:alert(1)', false],
])('[F29] a film at %j: %s', (src, plays) => expect(filmUrl(src) !== undefined).toBe(plays))

test.each([
  ['https://wallet.example', true],
  ['mailto:ada@dapp.example', true],
  ['/terms', true],
  ['javascript:alert(1)', false],
  [' \u0001javascript:alert(1)', false],
  ['java\tscript:alert(1)', false],
  ['data:text/html,x', false],
  ['vbscript:x', false],
  ['intent://x#Intent;scheme=https;end', false],
  ['wallet://wc', false],
])('[F29] a link to %j: %s', (href, leads) => expect(linkUrl(href) !== undefined).toBe(leads))

test('[F29] nothing that is let through means a scheme of another kind to a browser', () => {
  const scheme = fc.constantFrom(
    'javascript:',
    'JaVaScript:',
    'data:text/html,',
    'https://',
    '//',
    'intent:',
    ' \t',
    '\u0000',
    '',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(scheme, fc.string())), (pieces) => {
      const href = pieces.join('')
      const let_ = linkUrl(href)
      if (let_ !== undefined)
        expect(['http:', 'https:', 'mailto:']).toContain(new URL(let_, 'https://dapp.example').protocol)
      const image = imageUrl(href)
      if (image !== undefined) expect(new URL(image).protocol).toMatch(/^(https?|data):$/)
    }),
  )
})
