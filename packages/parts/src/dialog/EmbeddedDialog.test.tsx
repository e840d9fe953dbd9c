import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Header } from '../Header.js'
import { Transition } from '../Transition.js'
import { EmbeddedDialog } from './EmbeddedDialog.js'

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

interface FixtureProps {
  readonly view?: 'List' | 'Item'
  readonly onRequestClose?: () => void
}

function Fixture({ view = 'List', onRequestClose = () => {} }: FixtureProps) {
  return (
    <EmbeddedDialog open labelledBy="title" onRequestClose={onRequestClose}>
      <Header
        titleId="title"
        title={view}
        left={view === 'Item' ? <button type="button">Back</button> : null}
        closeLabel="Close"
      />
      <Transition viewKey={view}>
        <button type="button">{`In ${view}`}</button>
      </Transition>
    </EmbeddedDialog>
  )
}

/** A page with a button of its own, and the region in a shadow root. */
function page(props: FixtureProps = {}) {
  const elsewhere = document.createElement('button')
  const host = document.createElement('div')
  const container = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.append(container)
  document.body.append(elsewhere, host)
  elsewhere.focus()
  const { rerender } = render(<Fixture {...props} />, { container })
  const button = (name: string) => {
    const found = [...shadow.querySelectorAll('button')].find(
      (each) => each.textContent === name || each.getAttribute('aria-label') === name,
    )
    if (!found) throw new Error(`no button ${name}`)
    return found
  }
  const arrived = (view: string) => waitFor(() => expect(button(`In ${view}`)).toBeTruthy())
  return { elsewhere, shadow, button, arrived, go: (view: 'List' | 'Item') => rerender(<Fixture view={view} />) }
}

/** After the observers have been told. */
const told = () => new Promise((resolve) => setTimeout(resolve))

test('is a region of the page with the title’s name: it takes neither the focus nor the page', () => {
  const onRequestClose = vi.fn()
  const { elsewhere, shadow, button } = page({ onRequestClose })
  const region = shadow.querySelector('section')
  expect(region?.getAttribute('aria-labelledby')).toBe('title')
  expect(region?.hasAttribute('role') || region?.hasAttribute('aria-modal')).toBe(false)
  expect(document.activeElement).toBe(elsewhere)
  expect(document.adoptedStyleSheets ?? []).toHaveLength(0)
  button('Close').click()
  expect(onRequestClose).toHaveBeenCalledWith('close-button')
  const key = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true })
  button('Close').focus()
  fireEvent(button('Close'), key)
  expect(key.defaultPrevented).toBe(false)
})

test('the view takes the focus when what had it goes', async () => {
  const { shadow, button, arrived, go } = page({ view: 'Item' })
  button('Back').focus()
  go('List')
  await arrived('List')
  await waitFor(() => expect(shadow.activeElement).toBe(shadow.querySelector('[data-part="view"]')))
})

test('a focus that is elsewhere in the page, or has just gone there, stays', async () => {
  const { elsewhere, button, arrived, go } = page({ view: 'Item' })
  go('List')
  await arrived('List')
  await told()
  expect(document.activeElement).toBe(elsewhere)
  go('Item')
  await arrived('Item')
  button('Back').focus()
  elsewhere.focus()
  go('List')
  await arrived('List')
  await told()
  expect(document.activeElement).toBe(elsewhere)
})

test('a visitor who has left it for nowhere is not brought back', async () => {
  const { button, arrived, go } = page({ view: 'Item' })
  button('Back').focus()
  button('Back').blur()
  await told()
  go('List')
  await arrived('List')
  await told()
  expect(document.activeElement).toBe(document.body)
})
