import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FoyerButton } from '../button/FoyerButton.js'
import { FoyerProvider } from '../FoyerProvider.js'
import { polyfillDialog } from '../test/polyfillDialog.js'
import { modalKit } from './test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

test('the focus goes to the account button when it has taken the place of the connect button that opened the modal', async () => {
  const { foyer } = modalKit()
  const { container } = render(
    <FoyerProvider foyer={foyer}>
      <nav>
        <a href="/elsewhere">Elsewhere</a>
        <FoyerButton />
      </nav>
    </FoyerProvider>,
  )
  const button = () => container.querySelector<HTMLElement>('nav button')
  await waitFor(() => expect(button()?.textContent).toContain('Connect Wallet'))
  button()?.focus()
  await act(async () => button()?.click())
  const wallet = await waitFor(() => {
    const row = document.querySelector('[data-foyer]')?.shadowRoot?.querySelector<HTMLElement>('[part~="wallet"]')
    if (!row) throw new Error('no wallet yet')
    return row
  })
  wallet.focus()
  await act(async () => wallet.click())
  await waitFor(() => expect(foyer.store.getState().view.open).toBe(false))
  await waitFor(() => expect(button()?.textContent).not.toContain('Connect Wallet'))
  await waitFor(() => expect(document.activeElement).toBe(button()))
})
