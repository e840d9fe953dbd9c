import { describe, expect, test } from 'vitest'
import { closingDecision, openingRoute } from './modal.js'
import type { Route } from './viewState.js'

const networks: Route = { view: 'Networks' }
const facts = { connected: false, manualPairing: false, hasAdapters: true, mobile: false } as const

describe('openingRoute', () => {
  test.each([
    ['manual pairing', { manualPairing: true }, 'ConnectingWalletConnectBasic'],
    ['manual pairing on a phone', { manualPairing: true, mobile: true }, 'AllWallets'],
    [
      'manual pairing, whatever is asked for',
      { manualPairing: true, requested: networks, connected: true },
      'ConnectingWalletConnectBasic',
    ],
    ['no adapters', { hasAdapters: false }, 'ConnectingWalletConnectBasic'],
    ['no adapters on a phone', { hasAdapters: false, mobile: true, requested: networks }, 'AllWallets'],
  ] as const)('[S2.11] %s: %o opens %s', (_, given, view) => {
    expect(openingRoute({ ...facts, ...given })).toEqual({ view })
  })

  test('[S2.11 S2.13] without adapters, an address opens the account', () => {
    expect(openingRoute({ ...facts, hasAdapters: false, connected: true })).toEqual({ view: 'Account' })
  })

  test('[S2.12] what is asked for is shown, connected or not', () => {
    expect(openingRoute({ ...facts, requested: networks })).toBe(networks)
    expect(openingRoute({ ...facts, requested: networks, connected: true })).toBe(networks)
  })

  test('[S2.13] else the account of who is connected', () => {
    expect(openingRoute({ ...facts, connected: true })).toEqual({ view: 'Account' })
  })

  test('[S2.14] else the connect view', () => {
    expect(openingRoute(facts)).toEqual({ view: 'Connect' })
  })
})

describe('closingDecision', () => {
  const closing = { route: networks, connected: true, embedded: false, mustSignIn: false } as const
  test.each(['close-button', 'backdrop', 'escape', 'host'] as const)('closes by %s', (reason) => {
    expect(closingDecision({ ...closing, reason })).toBe('close')
  })

  test.each(['close-button', 'backdrop', 'escape'] as const)('[S4.20] UnsupportedChain only shakes by %s', (reason) => {
    const route: Route = { view: 'UnsupportedChain' }
    expect(closingDecision({ ...closing, route, reason })).toBe('shake')
    expect(closingDecision({ ...closing, route, reason, embedded: true })).toBe('shake')
    expect(closingDecision({ ...closing, route, reason: 'host' })).toBe('close')
  })

  test.each(['close-button', 'backdrop', 'escape'] as const)(
    '[S2.18] a sign-in that is required shakes by %s',
    (reason) => {
      for (const view of ['SIWXSignMessage', 'ConnectingSiwe'] as const) {
        const required = { ...closing, mustSignIn: true, route: { view } }
        expect(closingDecision({ ...required, reason })).toBe('shake')
        expect(closingDecision({ ...required, reason: 'host' })).toBe('close')
        expect(closingDecision({ ...required, mustSignIn: false, reason })).toBe('close')
      }
      expect(closingDecision({ ...closing, mustSignIn: true, reason })).toBe('close')
    },
  )

  test.each(['close-button', 'host'] as const)('[S2.17] an embedded modal goes home by %s', (reason) => {
    const embedded = { ...closing, reason, embedded: true }
    expect(closingDecision(embedded)).toEqual({ goTo: { view: 'Account' } })
    expect(closingDecision({ ...embedded, connected: false })).toEqual({ goTo: { view: 'Connect' } })
  })
})
