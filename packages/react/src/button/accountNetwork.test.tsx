import { currentRoute } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createScope } from '../createScope.js'
import { KitProvider } from '../kit.js'
import { createPiece } from '../piece.js'
import { createPlainKit } from '../test/plainKit.js'
import { FoyerButton } from './FoyerButton.js'
import type { Scope } from './scope.js'

afterEach(cleanup)

test('the account button has the network’s before it where the host wants one, until the wallet is on a network that is not configured', async () => {
  const { foyer, wallet } = createPlainKit({
    balance: async () => {
      throw new Error('no network')
    },
  })
  foyer.start()
  const load = () => new Promise<never>(() => {})
  const modal = createPiece({ chunk: 'modal', load, report: contextOf(foyer).report })
  const scope: Scope = { ...createScope({ foyer, prefetch: 'none' }), modal }
  render(
    <KitProvider kit={scope}>
      <FoyerButton network={{ narrow: 'icon', wide: 'full' }} />
    </KitProvider>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Connect Wallet'])
  await act(() => foyer.connect({ connectorId: 'plain.wallet' }))
  const networks = await screen.findByRole('button', { name: 'Network Ethereum' })
  const account = await screen.findByRole('button', { name: 'Account 0xd8…A96045' })
  const pair = networks.closest<HTMLElement>('[data-part="button-pair"]')
  expect({ ...pair?.dataset }).toEqual({ part: 'button-pair', narrow: 'icon', wide: 'full' })
  expect(pair?.contains(account)).toBe(true)
  // It is shown once.
  expect(account.querySelector('[data-part="network-image"], [data-part="account-network"]')).toBeNull()
  fireEvent.click(networks)
  const { view } = foyer.store.getState()
  expect(view.open && currentRoute(view).view).toBe('Networks')
  act(() => foyer.close())
  account.focus()
  act(() => wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' }))
  act(() => foyer.close())
  expect(pair?.querySelectorAll('button')).toHaveLength(1)
  expect(screen.getByRole('button', { name: /^Switch Network Account/ })).toBe(account)
  expect(document.activeElement).toBe(account)
})
