import { contextOf, en } from '@foyer/core/internal'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { sayIn } from '../headless/say.js'
import { createPiece } from '../piece.js'
import { createStyles } from './createStyles.js'
import { type Modal, ModalContext } from './modalContext.js'
import { modalKit } from './test/modalKit.js'
import { ViewBoundary, ViewSlot } from './ViewSlot.js'

import { createViews } from './views.js'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Fragile({ health }: { readonly health: { readonly broken: boolean } }): ReactNode {
  if (health.broken) throw new RangeError('too far')
  return <p>Whole</p>
}

async function around(): Promise<Modal & { readonly reported: unknown[] }> {
  const { foyer, reported } = modalKit()
  const views = createViews({
    foyer,
    styles: createStyles(),
    english: {},
  })
  return { foyer, views, state: foyer.store.getState(), say: sayIn(en), reported }
}

test('a view whose code does not come says so, tells the host, and is really fetched again on a press', async () => {
  const modal = await around()
  let tries = 0
  const view = createPiece({
    chunk: 'Greeting',
    async load() {
      tries += 1
      if (tries === 1) throw new TypeError('Failed to fetch')
      return ({ name }: { readonly name: string }): ReactNode => <p>Hello {name}</p>
    },
    report: contextOf(modal.foyer).report,
  })
  render(
    <ModalContext.Provider value={modal}>
      <ViewSlot piece={view}>{(Greeting) => <Greeting name="Ada" />}</ViewSlot>
    </ModalContext.Provider>,
  )
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('could not be loaded'))
  expect(modal.reported).toMatchObject([{ code: 'chunk_load', facts: { chunk: 'Greeting' } }])
  await act(async () => screen.getByRole('button').click())
  await waitFor(() => expect(screen.getByText('Hello Ada')).toBeTruthy())
  expect(tries).toBe(2)
})

test('a view whose code does not come twice is offered with the whole page', async () => {
  const modal = await around()
  const view = createPiece({
    chunk: 'Greeting',
    load: async () => Promise.reject(new TypeError('Failed to fetch')),
    report: contextOf(modal.foyer).report,
  })
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  render(
    <ModalContext.Provider value={modal}>
      <ViewSlot piece={view}>{() => <p>Hello</p>}</ViewSlot>
    </ModalContext.Provider>,
  )
  await waitFor(() => expect(screen.getByRole('button').textContent).toBe('Try again'))
  await act(async () => screen.getByRole('button').click())
  await waitFor(() => expect(screen.getByRole('button').textContent).toBe('Reload the page'))
  expect(reload).not.toHaveBeenCalled()
  screen.getByRole('button').click()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a view whose code did not come is fetched again by itself once the network is back', async () => {
  const modal = await around()
  let tries = 0
  const view = createPiece({
    chunk: 'Greeting',
    async load() {
      tries += 1
      if (tries === 1) throw new TypeError('Failed to fetch')
      return (): ReactNode => <p>Hello</p>
    },
    report: contextOf(modal.foyer).report,
  })
  const slot = (online: boolean) => (
    <ModalContext.Provider value={{ ...modal, state: { ...modal.state, online } }}>
      <ViewSlot piece={view}>{(Greeting) => <Greeting />}</ViewSlot>
    </ModalContext.Provider>
  )
  const { rerender } = render(slot(false))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('could not be loaded'))
  expect(tries).toBe(1)
  rerender(slot(true))
  await waitFor(() => expect(screen.getByText('Hello')).toBeTruthy())
})

test('a view that breaks is told to the host and can be tried again; what is around it stands', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {}) // React's own word about it
  const modal = await around()
  const health = { broken: true }
  render(
    <>
      <p>Around</p>
      <ViewBoundary modal={modal}>
        <Fragile health={health} />
      </ViewBoundary>
    </>,
  )
  expect(screen.getByText('Around')).toBeTruthy()
  expect(modal.reported).toMatchObject([{ message: 'too far' }])
  health.broken = false
  await act(async () => screen.getByRole('button').click())
  expect(screen.getByText('Whole')).toBeTruthy()
})
