import { currentRoute, type Foyer } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { german } from '@foyer/core/messages'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import { createScope } from '../createScope.js'
import { KitProvider } from '../kit.js'
import { Overlay } from '../Overlay.js'
import { createPiece } from '../piece.js'
import { createPlainKit } from '../test/plainKit.js'
import { CustomButton, type CustomButtonProps } from './CustomButton.js'
import type { ModalCode, Scope } from './scope.js'
import type { FoyerButtonState } from './useFoyerButton.js'

afterEach(cleanup)
const connectorId = 'plain.wallet'

/** A host's own button, and what it is drawn from at the moment. */
function show(foyer: Foyer, load: () => Promise<ModalCode> = () => new Promise(() => {})): () => FoyerButtonState {
  let last: FoyerButtonState | undefined
  const scope: Scope = {
    ...createScope({ foyer, prefetch: 'visible' }),
    modal: createPiece({ chunk: 'modal', load, report: contextOf(foyer).report }),
  }
  foyer.start()
  render(
    <KitProvider kit={scope}>
      <CustomButton>
        {(button) => {
          last = button
          const { account, network, label, notice, buttonProps, networkProps } = button
          return (
            <>
              <button {...networkProps}>{network?.name ?? 'none'}</button>
              <button {...buttonProps}>{account?.shortAddress ?? label}</button>
              {notice ? <p role="alert">{notice}</p> : null}
            </>
          )
        }}
      </CustomButton>
      <Overlay />
    </KitProvider>,
  )
  return () => {
    if (!last) throw new Error('nothing was drawn')
    return last
  }
}
const viewOf = (foyer: Foyer) => {
  const { view } = foyer.store.getState()
  return view.open ? currentRoute(view).view : undefined
}

test('[S2.12 S2.14] a button that a host draws opens the connect view and closes it, fetches the modal ahead, says so to assistive technology', async () => {
  const { foyer } = createPlainKit({ locale: german })
  const load = vi.fn(() => new Promise<ModalCode>(() => {}))
  const now = show(foyer, load)
  expect(now()).toMatchObject({ connected: false, busy: false, open: false, account: undefined, unsupported: false })
  expect(now().network).toMatchObject({ id: 1, caipNetworkId: 'eip155:1', name: 'Ethereum' })
  const button = screen.getByRole('button', { name: 'Wallet verbinden' })
  expect(button.getAttribute('aria-haspopup')).toBe('dialog')
  fireEvent.pointerEnter(button)
  expect(load).toHaveBeenCalledTimes(1)
  expect(viewOf(foyer)).toBeUndefined()
  fireEvent.click(button)
  expect(viewOf(foyer)).toBe('Connect')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(button.getAttribute('aria-busy')).toBe('true') // its code is on the way
  fireEvent.click(button)
  expect(viewOf(foyer)).toBeUndefined()
  fireEvent.click(screen.getByRole('button', { name: 'Ethereum' }))
  expect(viewOf(foyer)).toBe('Networks')
  expect(contextOf(foyer).events.get()?.data).toEqual({ event: 'CLICK_NETWORKS' })
  act(() => now().close())
  act(() => now().openConnect())
  expect(viewOf(foyer)).toBe('Connect')
})

test('[S2.13 S4.8 S9.43] connected, it knows what the account button shows, and leads out of a network that is not configured', async () => {
  const chainImages = { 'eip155:1': 'https://pictures.example/1.png' }
  const { foyer, wallet } = createPlainKit({ chainImages })
  const now = show(foyer)
  const { go } = wallet.wait()
  let connected: Promise<unknown> = Promise.resolve()
  await act(async () => {
    connected = foyer.connect({ connectorId })
    await vi.waitFor(() => expect(foyer.account().status).toBe('connecting'))
  })
  expect(now()).toMatchObject({ connecting: true, busy: true, label: 'Connecting...' })
  go()
  await act(() => connected)
  await waitFor(() => expect(now().account?.balance).toBe('0.312 ETH'))
  expect(now()).toMatchObject({ connected: true, busy: false, label: 'Account 0xd8…A96045' })
  expect(now().account).toMatchObject({
    name: undefined,
    shortAddress: '0xd8…A96045',
    address: foyer.account().address,
  })
  const drawn = new DOMParser().parseFromString(
    decodeURIComponent(now().account?.avatar.split(',')[1] ?? ''),
    'text/xml',
  )
  expect(drawn.querySelectorAll('circle')).toHaveLength(3)
  expect(now().network?.image).toBeUndefined() // of another origin, and nothing was opened yet
  act(() => now().openAccount())
  expect(viewOf(foyer)).toBe('Account')
  expect(now().network?.image).toBe('https://pictures.example/1.png')
  act(() => wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:999' }))
  act(() => foyer.close())
  expect(now()).toMatchObject({ unsupported: true, network: undefined, label: 'Switch Network' })
  fireEvent.click(screen.getByRole('button', { name: '0xd8…A96045' }))
  expect(viewOf(foyer)).toBe('UnsupportedChain')
})

test('[F30] it says that the modal could not be fetched once it was pressed, and not before; once it was pressed again, to load the page anew', async () => {
  const { foyer } = createPlainKit()
  show(foyer, () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  const button = screen.getByRole('button', { name: 'Connect Wallet' })
  await act(async () => button.focus())
  expect(screen.queryByRole('alert')).toBeNull()
  const press = async () => {
    await act(async () => fireEvent.click(button))
    return screen.getByRole('alert').textContent
  }
  expect(await press()).toBe('This part could not be loaded. Check your connection.')
  expect(await press()).toBe('This part could not be loaded. Check your connection. Reload the page.')
})

test('what it is drawn from is typed', () => {
  expectTypeOf<Parameters<CustomButtonProps['children']>>().toEqualTypeOf<[button: FoyerButtonState]>()
  expectTypeOf<FoyerButtonState['buttonProps']>().toExtend<ComponentProps<'button'>>()
})
