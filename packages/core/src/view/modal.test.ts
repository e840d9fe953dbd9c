import { describe, expect, test } from 'vitest'
import { contextOf } from '../context.js'
import type { NoParams } from '../state/viewParams.js'
import type { Route } from '../state/viewState.js'
import { fakeKit } from '../test/fakeKit.js'
import { openingRoute } from './connecting.js'
import { closingDecision } from './modal.js'
import { addViews, isHeld, viewRoomOf } from './views.js'

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
  const closing = { isHeld: false, connected: true, embedded: false } as const
  test.each(['close-button', 'backdrop', 'escape', 'host'] as const)('closes by %s', (reason) => {
    expect(closingDecision({ ...closing, reason })).toBe('close')
  })

  test.each(['close-button', 'backdrop', 'escape'] as const)(
    '[S4.20] a view that holds only shakes by %s',
    (reason) => {
      expect(closingDecision({ ...closing, isHeld: true, reason })).toBe('shake')
      expect(closingDecision({ ...closing, isHeld: true, reason, embedded: true })).toBe('shake')
      expect(closingDecision({ ...closing, isHeld: true, reason: 'host' })).toBe('close')
    },
  )

  test.each(['close-button', 'host'] as const)('[S2.17] an embedded modal goes home by %s', (reason) => {
    const embedded = { ...closing, reason, embedded: true }
    expect(closingDecision(embedded)).toEqual({ goTo: { view: 'Account' } })
    expect(closingDecision({ ...embedded, connected: false })).toEqual({ goTo: { view: 'Connect' } })
  })
})

describe('which views hold', () => {
  const siwx = {
    createMessage: () => Promise.reject(new Error('unused')),
    addSession: async () => {},
    revokeSession: async () => {},
    setSessions: async () => {},
    getSessions: async () => [],
  }
  async function holds({ route, mustSignIn = false }: { readonly route: Route; readonly mustSignIn?: boolean }) {
    const { foyer } = fakeKit({ siwx })
    foyer.start()
    foyer.open(route)
    await (await contextOf(foyer).controls()).connection()
    contextOf(foyer).update(() => ({ mustSignIn }))
    return isHeld(contextOf(foyer), foyer.store.getState())
  }

  test('[S4.20] UnsupportedChain, unless it is for a feature', async () => {
    expect(await holds({ route: { view: 'UnsupportedChain' } })).toBe(true)
    expect(await holds({ route: { view: 'UnsupportedChain', reason: 'swap' } })).toBe(false)
  })

  test.each(['SIWXSignMessage', 'ConnectingSiwe'] as const)(
    '[S2.18] %s, where signing in is required',
    async (view) => {
      expect(await holds({ route: { view }, mustSignIn: true })).toBe(true)
      expect(await holds({ route: { view } })).toBe(false)
    },
  )

  test('no other, whatever is required', async () => {
    expect(await holds({ route: networks, mustSignIn: true })).toBe(false)
  })
})

describe('the views that a package adds', () => {
  const room = { views: { ReceiptOfTest: { isHeld: () => true } } }

  test('[S2.16] have rules as the own ones have: one that holds can’t be closed by the visitor', async () => {
    const { foyer } = fakeKit()
    addViews(contextOf(foyer), room)
    foyer.start()
    foyer.open({ view: 'ReceiptOfTest' })
    await contextOf(foyer).controls()
    for (const reason of ['close-button', 'backdrop', 'escape'] as const) foyer.close(reason)
    expect(foyer.store.getState().view).toMatchObject({ open: true, shakes: 3 })
    foyer.close()
    expect(foyer.store.getState().view.open).toBe(false)
  })

  test('one that is there stays what it is', () => {
    const kit = contextOf(fakeKit().foyer)
    addViews(kit, room)
    const other = { views: { OtherOfTest: {}, ReceiptOfTest: {} } }
    addViews(kit, other)
    expect(viewRoomOf(kit, 'OtherOfTest')).toBe(other)
    expect(viewRoomOf(kit, 'ReceiptOfTest')).toBe(room)
  })
})

declare module '@foyer/core' {
  interface ViewParams {
    ReceiptOfTest: NoParams
    OtherOfTest: NoParams
  }
}
