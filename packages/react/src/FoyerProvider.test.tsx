import { english } from '@foyer/core/messages'
import { push } from '@foyer/core/view'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { FoyerButton } from './button/FoyerButton.js'
import { FoyerModal } from './FoyerModal.js'
import { FoyerProvider } from './FoyerProvider.js'
import { createPlainKit } from './test/plainKit.js'

// jsdom knows dialogs, but not how to open them above the page.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})
afterAll(() => {
  Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal')
  Reflect.deleteProperty(HTMLDialogElement.prototype, 'close')
})
afterEach(cleanup)

const hosts = () => document.querySelectorAll('body [data-foyer]')

test('the provider starts its kit after mount and stops it when it goes', () => {
  const { foyer, listeners } = createPlainKit()
  const { unmount } = render(<FoyerProvider foyer={foyer} />)
  expect(foyer.store.getState().started).toBe(true)
  expect(listeners()).toBe(1)
  unmount()
  expect(foyer.store.getState().started).toBe(false)
  expect(listeners()).toBe(0)
})

test('pressing the button fetches the modal and shows it; it is there from then on, and goes with the provider', async () => {
  const { foyer, page } = createPlainKit()
  const { unmount } = render(page({ children: <FoyerButton /> }))
  expect(hosts()).toHaveLength(0)
  fireEvent.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  await waitFor(() => expect(hosts()).toHaveLength(1))
  act(() => foyer.close())
  expect(hosts()).toHaveLength(1)
  unmount()
  expect(hosts()).toHaveLength(0)
})

/** A kit whose modal is on its way, and stays there. */
const onASlowLine = () => {
  const { foyer, page } = createPlainKit({ locale: { ...english, load: () => new Promise(() => {}) } })
  render(page({ children: <FoyerButton /> }))
  fireEvent.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  const outline = () => document.querySelector<HTMLElement>('[data-part="outline"]')
  return { foyer, outline }
}

test('while the modal is on its way its title stands there, and a cross that closes it', () => {
  const { foyer, outline } = onASlowLine()
  expect(outline()?.dataset.title).toBe('Connect Wallet')
  fireEvent.click(screen.getByLabelText('Close'))
  expect(foyer.store.getState().view.open).toBe(false)
  expect(outline()).toBeNull()
})

test('the Escape key closes what is on its way, and no other key does', () => {
  const { foyer, outline } = onASlowLine()
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(outline()).not.toBeNull()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(foyer.store.getState().view.open).toBe(false)
  expect(outline()).toBeNull()
})

test('what opens another view than Connect doesn’t say “Connect Wallet” meanwhile', () => {
  const { foyer, outline } = onASlowLine()
  act(() => foyer.open({ view: 'Networks' }))
  expect(outline()?.dataset.title).toBeUndefined()
})

test('two kits on one page show a modal each', async () => {
  const kits = [createPlainKit({ projectId: 'one' }), createPlainKit({ projectId: 'two' })]
  render(kits.map(({ foyer }) => <FoyerProvider key={foyer.options.projectId} foyer={foyer} />))
  act(() => kits[0]?.foyer.open())
  await waitFor(() => expect(hosts()).toHaveLength(1))
  act(() => kits[1]?.foyer.open())
  await waitFor(() => expect(hosts()).toHaveLength(2))
})

test('[S2.17] an embedded modal stands where the page puts it, open; the provider shows none, and closing goes home', async () => {
  const { foyer, page } = createPlainKit({ enableEmbedded: true })
  render(
    page({
      children: (
        <aside data-testid="place">
          <FoyerModal />
        </aside>
      ),
    }),
  )
  await waitFor(() => expect(screen.getByTestId('place').querySelectorAll('[data-foyer]')).toHaveLength(1))
  expect(hosts()).toHaveLength(1)
  await waitFor(() => expect(foyer.store.getState().view.open).toBe(true))
  act(() => push(foyer, { view: 'WhatIsAWallet' }))
  act(() => foyer.close())
  expect(foyer.store.getState().view).toMatchObject({ open: true, history: [{ view: 'Connect' }] })
})

test('the place of an embedded modal draws nothing in a kit that is not embedded', () => {
  const { page } = createPlainKit()
  const { container } = render(page({ children: <FoyerModal /> }))
  expect(container.innerHTML).toBe('')
})

test('the state of a kit is told to nobody who has gone', () => {
  const { foyer, page } = createPlainKit()
  const complaint = vi.spyOn(console, 'error')
  const { unmount } = render(page({ children: <FoyerButton /> }))
  unmount()
  foyer.setTheme({ mode: 'dark' })
  foyer.open()
  expect(complaint).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
