import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { enViews } from '../catalogue/enViews.js'
import { type AlertKey, alertSentences } from '../errors/alerts.js'
import { NetworkNotConfiguredError } from '../errors/connection.js'
import { HttpError } from '../errors/http.js'
import { MissingProjectIdError } from '../errors/options.js'
import { say } from '../messages/say.js'
import { alertFor, originAlert } from './project.js'

const sentence = (key: AlertKey | undefined) => (key ? say(enViews, alertSentences[key].short) : undefined)

describe('server replies', () => {
  test.each([
    ['Unauthorized: origin not allowed', 'INVALID_APP_CONFIGURATION'],
    ['Unauthorized: invalid key', 'INVALID_PROJECT_ID'],
    ['JWT validation error: JWT Token is not yet valid', 'JWT_TOKEN_NOT_VALID'],
    ['Authorization error: Project ID is missing', 'PROJECT_ID_NOT_CONFIGURED'],
  ] as const)('[S8.29] "%s" raises %s, however it comes', (text, key) => {
    const body = JSON.stringify({ status: 'FAILED', reasons: [{ name: 'x', description: text }] })
    for (const error of [
      text,
      new Error(text),
      new Error(`WebSocket closed: 3000 (${text})`),
      new Error('outer', { cause: { message: text } }),
      new HttpError({ status: 401, body }),
      { error: { message: text } },
    ]) {
      expect(alertFor(error)).toBe(key)
    }
  })

  test('[S8.27] an invalid key is an invalid project id', () => {
    expect(alertFor('Unauthorized: invalid key')).toBe('INVALID_PROJECT_ID')
  })

  test('[S8.22] an origin that is not allowed, and an event refused with 403, are an invalid configuration', () => {
    const refused = new HttpError({ status: 403, body: '', context: { call: 'sendEvent' } })
    expect(alertFor(refused)).toBe('INVALID_APP_CONFIGURATION')
    expect(sentence(alertFor(refused))).toBe('Invalid App Configuration')
    expect(sentence(alertFor('Unauthorized: origin not allowed'))).toBe('Invalid App Configuration')
    expect(alertFor(new HttpError({ status: 403, body: '', context: { call: 'balance' } }))).toBeUndefined()
    expect(alertFor(new HttpError({ status: 500, body: '', context: { call: 'sendEvent' } }))).toBeUndefined()
  })
})

describe('the kit’s own', () => {
  test.each([
    ['IFRAME_LOAD_FAILED', 'Network Error - Could not load embedded wallet'],
    ['IFRAME_REQUEST_TIMEOUT', 'Embedded Wallet Request Timed Out'],
  ] as const)('[S8.23 S8.24] %s says "%s"', (key, words) => {
    expect(sentence(key)).toBe(words)
  })

  test('[S8.28] a missing project id', () => {
    expect(alertFor(new MissingProjectIdError())).toBe('PROJECT_ID_NOT_CONFIGURED')
    expect(sentence('PROJECT_ID_NOT_CONFIGURED')).toBe('Project ID Not Configured')
  })

  test('[S8.21] a network that is not configured', () => {
    const error = new NetworkNotConfiguredError({ networkId: 'eip155:5', configured: ['eip155:1'] })
    expect(alertFor(error)).toBe('SWITCH_NETWORK_NOT_FOUND')
    expect(sentence(alertFor(error))).toBe('Network Not Found')
  })
})

test('anything else raises none, and nothing throws', () => {
  expect(alertFor(new Error('boom'))).toBeUndefined()
  expect(alertFor({ code: 'missing_project_id' })).toBeUndefined()
  fc.assert(
    fc.property(fc.anything(), (error) => {
      expect(alertFor(error)).toBeUndefined()
    }),
  )
})

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
