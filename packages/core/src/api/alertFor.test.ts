import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AlertKey, alertSentences } from '../config/alerts.js'
import { NetworkNotConfiguredError } from '../errors/connection.js'
import { HttpError } from '../errors/http.js'
import { MissingProjectIdError } from '../errors/options.js'
import { enViews } from '../messages/enViews.js'
import { say } from '../messages/say.js'
import { alertFor } from './project.js'

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
