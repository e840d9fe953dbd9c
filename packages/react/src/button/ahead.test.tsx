import { contextOf } from '@foyer/core/internal'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createScope } from '../createScope.js'
import { KitProvider } from '../kit.js'
import { Overlay } from '../Overlay.js'
import { createPiece } from '../piece.js'
import { createPlainKit } from '../test/plainKit.js'
import { ConnectButton } from './FoyerButton.js'
import type { ModalCode, Prefetch } from './scope.js'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'connection')
})

const PlainModal = (): ReactNode => <p>The modal</p>

const loadPlainModal = async (): Promise<ModalCode> => ({
  ...(await import('../modal/modalCode.js')),
  Modal: PlainModal,
  translated: {},
})

/** A page with a button, in a browser that says what is in view when the test does, and is idle at once. */
function show(prefetch: Prefetch = 'visible', children: ReactNode = <ConnectButton />) {
  const watching: ((entries: readonly { readonly isIntersecting: boolean }[]) => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(see: (typeof watching)[number]) {
        watching.push(see)
      }
      observe() {}
    },
  )
  const { foyer } = createPlainKit()
  const load = vi.fn(loadPlainModal)
  const { report } = contextOf(foyer)
  const scope = { ...createScope({ foyer, prefetch }), modal: createPiece({ chunk: 'modal', load, report }) }
  foyer.start()
  render(
    <KitProvider kit={scope}>
      {children}
      <Overlay />
    </KitProvider>,
  )
  const comes = (isIntersecting: boolean) =>
    act(async () => {
      for (const see of watching) see([{ isIntersecting }])
    })
  return { foyer, load, comes }
}

test('the modal stands in the page, closed, once a button is in view, and not before', async () => {
  const { foyer, load, comes } = show()
  await comes(false)
  expect(load).not.toHaveBeenCalled()
  await comes(true)
  await screen.findByText('The modal')
  expect(foyer.store.getState().view.open).toBe(false)
})

test('a visitor who saves data has nothing fetched by a button in view', async () => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
  const { load, comes } = show()
  await comes(true)
  expect(load).not.toHaveBeenCalled()
  fireEvent.pointerEnter(screen.getByRole('button'))
  await screen.findByText('The modal')
})

test.each(['intent', 'none'] as const)(
  'with `%s` a button in view has nothing fetched; the press has, from where it begins',
  async (prefetch) => {
    const { load, comes } = show(prefetch)
    await comes(true)
    expect(load).not.toHaveBeenCalled()
    fireEvent.pointerEnter(screen.getByRole('button'))
    expect(load).toHaveBeenCalledTimes(prefetch === 'intent' ? 1 : 0)
    fireEvent.pointerDown(screen.getByRole('button'))
    expect(load).toHaveBeenCalledTimes(1)
    fireEvent.click(screen.getByRole('button'))
    await screen.findByText('The modal')
    expect(load).toHaveBeenCalledTimes(1)
  },
)

test('what cannot be fetched ahead is said by nothing; the press fetches it again', async () => {
  const { load, comes } = show()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  await comes(true)
  expect(load).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('button'))
  await screen.findByText('The modal')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a button that comes into view while a press elsewhere is under way has nothing fetched twice, and the press opens the modal', async () => {
  const both = (
    <>
      <ConnectButton label="Pressed" />
      <ConnectButton label="In view" />
    </>
  )
  const { foyer, load, comes } = show('visible', both)
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  load.mockImplementationOnce(() => given.then(loadPlainModal))
  fireEvent.click(screen.getByRole('button', { name: 'Pressed' }))
  await comes(true)
  give()
  await screen.findByText('The modal')
  expect(load).toHaveBeenCalledTimes(1)
  expect(foyer.store.getState().view.open).toBe(true)
})
