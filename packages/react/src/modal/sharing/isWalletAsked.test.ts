import type { ConnectorType, Foyer } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { expect, test, vi } from 'vitest'
import { modalKit, scriptedWallet } from '../test/modalKit.js'
import { isWalletAsked } from './isWalletAsked.js'

/** A kit with a wallet of a type, which agrees to connect and doesn't answer when it's to go elsewhere. */
async function kitOf(type: ConnectorType): Promise<Foyer> {
  const wallet = scriptedWallet()
  wallet.answers.switch = 'hang'
  const { foyer } = modalKit({ wallets: [{ ...wallet, connector: { ...wallet.connector, type } }] })
  foyer.start()
  await contextOf(foyer).controls()
  return foyer
}

test.each([
  ['ANNOUNCED', true],
  ['EXTERNAL', true],
  ['AUTH', false],
] as const)('%s: asked to connect, and to go elsewhere, it may draw: %s', async (type, mayDraw) => {
  const foyer = await kitOf(type)
  const isAsked = () => isWalletAsked(foyer.store.getState())
  const seen: boolean[] = []
  foyer.store.subscribe((state) => seen.push(isWalletAsked(state)))
  await foyer.connect({ connectorId: 'app.northwind' })
  expect(seen.includes(true)).toBe(mayDraw)
  expect(isAsked()).toBe(false)
  const controller = new AbortController()
  const switching = foyer.switchNetwork('eip155:8453', { signal: controller.signal }).catch(() => {})
  await vi.waitFor(() => expect(foyer.store.getState().connection.attempts.switch).toBeDefined())
  expect(isAsked()).toBe(mayDraw)
  controller.abort()
  await switching
  expect(isAsked()).toBe(false)
})
