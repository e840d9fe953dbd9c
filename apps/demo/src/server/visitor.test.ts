import { expect, test } from 'vitest'
import { localeOf, themeOf } from './visitor.js'

const visit = (address: string, headers: Record<string, string> = {}) => ({
  query: new URL(address, 'http://dapp.localhost').searchParams,
  headers: new Headers(headers),
})

test.each([
  ['/', {}, 'en'],
  ['/', { 'accept-language': 'fr-CH, de;q=0.7, zh-CN;q=0.9, *;q=0.1' }, 'zh'],
  ['/', { 'accept-language': 'ar-EG,en;q=0' }, 'ar'],
  ['/', { cookie: 'a=1; foyer-demo-locale=es', 'accept-language': 'de' }, 'es'],
  ['/', { cookie: 'foyer-demo-locale=klingon' }, 'en'],
  ['/', { cookie: 'foyer-demo-locale=pseudo' }, 'en'],
  ['/?locale=ar', { cookie: 'foyer-demo-locale=es' }, 'ar'],
  ['/?locale=pseudo', {}, 'pseudo'],
  ['/?locale=<b>', {}, 'en'],
])('%s with %o is written in %s', (address, headers, locale) => {
  expect(localeOf(visit(address, headers))).toBe(locale)
})

test('a theme is remembered, and one that does not exist is the system’s', () => {
  expect(themeOf(visit('/', { cookie: 'foyer-demo-theme=dark' }))).toBe('dark')
  expect(themeOf(visit('/', { cookie: 'foyer-demo-theme=purple' }))).toBe('system')
})
