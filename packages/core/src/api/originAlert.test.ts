import { describe, expect, test } from 'vitest'
import { originAlert } from './project.js'

const allowedOrigins = ['https://dapp.example', 'https://*.dapp.example', 'https://app-*.preview.example']

describe('[S5.5] no alert', () => {
  test.each([
    // the project's own
    'https://dapp.example',
    'https://www.dapp.example',
    'https://a.b.dapp.example',
    'https://app-42.preview.example',
    // local, preview hosts, the mobile wallet's pages
    'http://localhost:3000',
    'http://localhost:5173',
    'https://branch.pages.dev',
    'https://my-dapp.vercel.app',
    'https://a1b2.ngrok-free.app',
    'https://secure-mobile.walletconnect.com',
    'https://secure-mobile.walletconnect.org',
  ])('for %s', (origin) => {
    expect(originAlert({ origin, allowedOrigins })).toBeUndefined()
  })
})

describe('[S5.6] the alert INVALID_APP_CONFIGURATION', () => {
  test.each([
    'https://evil.example',
    'https://evildapp.example',
    'https://dapp.example.evil.example',
    'http://dapp.example',
    'https://app-42.preview.example.evil.example',
    'https://localhost:3000',
    'http://localhost.evil.example:3000',
    'https://pages.dev',
    'https://branch.pages.dev.evil.example',
    'http://my-dapp.vercel.app',
    'https://vercel.app',
    'https://secure-mobile.walletconnect.com.evil.example',
    'https://secure.walletconnect.com',
    'null',
    '',
  ])('for %j', (origin) => {
    expect(originAlert({ origin, allowedOrigins })).toBe('INVALID_APP_CONFIGURATION')
  })

  test('for a project without a list, but for the quiet origins', () => {
    expect(originAlert({ origin: 'https://dapp.example', allowedOrigins: [] })).toBe('INVALID_APP_CONFIGURATION')
    expect(originAlert({ origin: 'http://localhost:3000', allowedOrigins: [] })).toBeUndefined()
  })

  test('not for an origin whose name is listed in another form', () => {
    const listed = ['https://bücher.example', 'https://Shop.example:443/']
    for (const origin of ['https://xn--bcher-kva.example', 'https://shop.example']) {
      expect(originAlert({ origin, allowedOrigins: listed })).toBeUndefined()
    }
  })

  test('a pattern’s parts may not overlap, and a long one ends', () => {
    expect(originAlert({ origin: 'https://aba', allowedOrigins: ['https://ab*ba'] })).toBeDefined()
    const pattern = `https://${'a*'.repeat(2000)}b`
    expect(originAlert({ origin: `https://${'a'.repeat(4000)}c`, allowedOrigins: [pattern] })).toBeDefined()
  })
})
