import type { Adapter, Connector } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { localSiwx, type SiwxFactory, type SiwxHost } from '@foyer/core/signin'
import { writeSiwxMessage } from '@foyer/core/siwx'
import { push } from '@foyer/core/view'
import { suggestedSwapTokens } from '@foyer/core/wire'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../test/polyfillDialog.js'
import { acting, addresses, connected, modalKit, type ShownModal, scriptedWallet, showModal } from './test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** Returns the words beside the card. */
const notice = (modal: ShownModal) => modal.parts('snackbar-message').map(({ textContent }) => textContent)

/** The sessions that the browser keeps. */
const sessionsOf = async (host: SiwxHost) => (await localSiwx()(host)) ?? expect.fail('nobody signs in')

test('[S8.1] a sign-in that can’t begin ends the connection, and at Connect the visitor reads why', async () => {
  const siwx: SiwxFactory = async (host) => ({
    ...(await sessionsOf(host)),
    async getSessions() {
      throw new Error('the sessions are gone')
    },
  })
  const kit = modalKit({ siwx })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open({ view: 'ConnectingExternal', connectorId: 'app.northwind' }))
  await waitFor(() => expect(notice(modal)).toEqual(['A problem occurred while trying initialize authentication']))
  await modal.arrived('Connect')
  expect(kit.foyer.account().status).toBe('disconnected')
  // There is nothing to go back to.
  expect(kit.foyer.store.getState().view.history).toHaveLength(1)
})

test('[S8.26] a token that is no longer valid is alerted of as “Session Expired”', async () => {
  const kit = modalKit()
  const modal = await showModal(kit)
  contextOf(kit.foyer).update(() => ({ alert: { key: 'JWT_TOKEN_NOT_VALID' } }))
  await acting(() => kit.foyer.open())
  await modal.arrived('Connect')
  await waitFor(async () => {
    await kit.clock.advance(300)
    expect(modal.part('alert-bar-message').textContent).toBe('Session Expired')
  })
})

/** A connected visitor's modal at a server that swaps; its list of tokens is as the test says. */
async function swapping(tokens: () => Response) {
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const { pathname } = new URL(input)
    if (pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:1'], ws: [] })
    if (pathname === '/v1/convert/tokens') return tokens()
    if (pathname.endsWith('/balance')) return Response.json({ balances: [] })
    if (pathname === '/v1/fungible/price') return Response.json({ fungibles: [] })
    return Response.json({}, { status: 404 })
  })
  const kit = modalKit({ api: 'https://server.test' })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'Account' }))
  await modal.arrived('Account')
  await acting(() => push(kit.foyer, { view: 'Swap' }))
  return { kit, modal }
}

test('[S4.18 S8.6] a swap that can’t be loaded leads back to where the visitor was, who reads why', async () => {
  const { kit, modal } = await swapping(() => Response.json({}, { status: 400 }))
  await waitFor(() => expect(notice(modal)).toEqual(['Failed to initialize swap']))
  await modal.arrived('Account')
  expect(kit.foyer.store.getState().view.history.map(({ view }) => view)).toEqual(['Account'])
})

test('[S8.14] while a wallet’s one-click sign-in is kept the visitor reads “Authenticating...”', async () => {
  const { connector } = scriptedWallet()
  // It signs in the same step, as the kit asks it to.
  const connect: Connector['connect'] = async (request) => {
    const { signIn, network } = request
    if (!signIn || !network) return expect.fail('nobody is asked to sign in')
    const { caipNetworkId: networkId } = network
    const data = { ...(await signIn.message({ networkId })), accountAddress: addresses[0] }
    const signed = { networkId, address: addresses[0], message: writeSiwxMessage(data), signature: 'signed' }
    expect(await signIn.verify(signed)).toBe(true)
    const session = { data, message: signed.message, signature: signed.signature }
    return { ...(await connector.connect(request)), signedIn: [session] }
  }
  let keep = () => {}
  const siwx: SiwxFactory = async (host) => ({
    ...(await sessionsOf(host)),
    setSessions: () =>
      new Promise<void>((resolve) => {
        keep = resolve
      }),
  })
  const adapter: Adapter = {
    family: 'eip155',
    type: 'signing',
    discover({ register }) {
      register({ ...connector, connect })
      return () => {}
    },
    actions: async () => ({ nativeBalance: async () => 1n, verifyMessage: async () => true }),
  }
  const kit = modalKit({ siwx, adapters: [adapter] })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open({ view: 'ConnectingExternal', connectorId: 'app.northwind' }))
  await waitFor(() => expect(notice(modal)).toEqual(['Authenticating...']))
  await acting(keep)
  await waitFor(() => expect(kit.foyer.account().isConnected).toBe(true))
  await waitFor(() => expect(notice(modal)).toEqual([]))
})

test('[S9.16] of a server’s tokens all that are suggested stand above the list, in their order', async () => {
  const listed = ['ZZZ', ...suggestedSwapTokens].reverse().map((symbol, at) => ({
    ...{ symbol, name: symbol, decimals: 18, logoUri: '' },
    address: `eip155:1:0x${String(at + 1).padStart(40, '0')}`,
  }))
  const { kit, modal } = await swapping(() => Response.json({ tokens: listed }))
  await acting(() => push(kit.foyer, { view: 'SwapSelectToken', target: 'toToken' }))
  await waitFor(() =>
    expect(
      [...modal.part('swap-suggested').querySelectorAll('[data-part="chip-label"]')].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual([...suggestedSwapTokens]),
  )
})
