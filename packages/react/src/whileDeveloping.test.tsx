import { createFoyer, type Foyer, type FoyerOptions } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { act, cleanup, render } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectButton, FoyerProvider } from './index.js'
import { createPlainWallet } from './test/plainKit.js'

const said = () => vi.mocked(console.error).mock.calls.map(([first]) => String(first))
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const connectors = [createPlainWallet().connector]
const make = (more: Partial<FoyerOptions> = {}) =>
  createFoyer({ projectId: 'developing', networks: [mainnet], connectors, ...more })

/** A page whose component renders anew at each press. */
function App({ foyerOf }: { readonly foyerOf: () => Foyer }) {
  const [count, setCount] = useState(0)
  return (
    <FoyerProvider foyer={foyerOf()}>
      <button type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>
    </FoyerProvider>
  )
}

/** Renders a page twice. */
function renderTwice(foyerOf: () => Foyer): void {
  const { getByRole, unmount } = render(<App foyerOf={foyerOf} />, { wrapper: StrictMode })
  act(() => getByRole('button').click())
  unmount()
}

test('a kit that is made in a component’s render is said to be, once it is made anew', () => {
  renderTwice(() => make())
  expect(said()).toEqual([
    'A component makes a kit each time that it renders, and so loses what the former knew. Call `createFoyer` outside of components, or `useState(() => createFoyer(…))`.',
  ])
})

test('a kit that is made once, or one in its place of other options or of a module that was replaced, is well', () => {
  const foyer = make()
  renderTwice(() => foyer)
  const modules = [make(), make()]
  renderTwice(() => modules.shift() ?? foyer)
  let themes = 0
  renderTwice(() => make({ projectId: `theme ${themes++}` }))
  expect(said()).toEqual([])
})

test('in production nothing is said', () => {
  vi.stubEnv('NODE_ENV', 'production')
  renderTwice(() => make())
  expect(said()).toEqual([])
})

/** A browser, as far as it tells a document with layout from one of jsdom. */
const withLayout = () => vi.stubGlobal('CSS', { supports: () => true })
const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))

test('a page without the sheet is told the line that brings it', async () => {
  withLayout()
  const foyer = make()
  render(
    <FoyerProvider foyer={foyer}>
      <ConnectButton />
    </FoyerProvider>,
  )
  await act(painted)
  await act(painted)
  expect(said()).toEqual([
    "The style sheet of the buttons isn't in this page. Write where the page begins: import '@foyer/react/style.css'",
  ])
})

test('a page with the sheet, and one without a layout, is told nothing', async () => {
  const parts = (
    <FoyerProvider foyer={make()}>
      <ConnectButton />
    </FoyerProvider>
  )
  render(parts).unmount()
  await act(painted)
  withLayout()
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = '[data-part="foyer"] { --foyer-u: 1px }'
  render(parts)
  await act(painted)
  await act(painted)
  expect(said()).toEqual([])
  sheet.remove()
})
