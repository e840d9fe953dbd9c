import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Button } from '../Button.js'
import { Header } from '../Header.js'
import { Tooltip } from '../Tooltip.js'
import { type CloseReason, Dialog, lockScroll } from './Dialog.js'

/** Defines what jsdom lacks of the dialog and of constructed sheets; Chromium's own are tried in the journeys. */
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  }
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      text = ''
      replaceSync(text: string) {
        this.text = text
      }
    },
  )
  Object.defineProperty(document, 'adoptedStyleSheets', { value: [], writable: true, configurable: true })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** A host page with an opener, and a shadow root to render into. */
function page() {
  const opener = document.createElement('button')
  const host = document.createElement('div')
  const container = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.append(container)
  document.body.append(opener, host)
  opener.focus()
  return { opener, host, container, shadow }
}

function find<E extends Element = HTMLElement>(within: ParentNode, selector: string): E {
  const found = within.querySelector<E>(selector)
  if (!found) throw new Error(`nothing matches ${selector}`)
  return found
}

interface FixtureProps {
  open?: boolean | undefined
  shaking?: boolean | undefined
  onRequestClose?: ((reason: CloseReason) => void) | undefined
  returnFocusTo?: (() => Element | null) | undefined
  children?: ReactNode
}

function Fixture({ open = true, onRequestClose = () => {}, children, ...rest }: FixtureProps) {
  return (
    <Dialog open={open} labelledBy="title" onRequestClose={onRequestClose} {...rest}>
      <Header titleId="title" title="Connect" closeLabel="Close" />
      {children ?? <Button>Last</Button>}
    </Dialog>
  )
}

function keydown(shadow: ShadowRoot, init: KeyboardEventInit) {
  return fireEvent.keyDown(shadow.activeElement ?? find(shadow, '[data-part=card]'), init)
}

describe('closing', () => {
  test('each way to close has its own reason, and none closes by itself', () => {
    const { container, shadow } = page()
    const reasons: CloseReason[] = []
    render(<Fixture onRequestClose={(reason) => reasons.push(reason)} />, { container })
    const dialog = find<HTMLDialogElement>(shadow, 'dialog')
    keydown(shadow, { key: 'Escape' })
    fireEvent.pointerDown(dialog)
    fireEvent.click(dialog)
    fireEvent.click(find(shadow, '[part~=close]'))
    expect(reasons).toEqual(['escape', 'backdrop', 'close-button'])
    expect(dialog.open).toBe(true)
  })

  test('Escape and cancel are prevented, so that the browser never closes on its own', () => {
    const { container, shadow } = page()
    const onRequestClose = vi.fn()
    render(<Fixture onRequestClose={onRequestClose} />, { container })
    expect(keydown(shadow, { key: 'Escape' })).toBe(false)
    const cancel = new Event('cancel', { cancelable: true })
    fireEvent(find(shadow, 'dialog'), cancel)
    expect(cancel.defaultPrevented).toBe(true)
    expect(onRequestClose.mock.calls).toEqual([['escape'], ['escape']])
  })

  test('a dialog that the browser closed all the same is shown again and asks', async () => {
    const { container, shadow } = page()
    const onRequestClose = vi.fn()
    render(<Fixture onRequestClose={onRequestClose} />, { container })
    const dialog = find<HTMLDialogElement>(shadow, 'dialog')
    dialog.close()
    await waitFor(() => expect(onRequestClose).toHaveBeenCalledWith('escape'))
    expect(dialog.open).toBe(true)
  })

  test('a press that begins in the card and ends on the backdrop closes nothing', () => {
    const { container, shadow } = page()
    const onRequestClose = vi.fn()
    render(<Fixture onRequestClose={onRequestClose} />, { container })
    fireEvent.pointerDown(find(shadow, '[data-part=card]'))
    fireEvent.click(find(shadow, 'dialog'))
    fireEvent.click(find(shadow, '[data-part=card]'))
    expect(onRequestClose).not.toHaveBeenCalled()
  })

  test('Escape closes a tooltip first, the dialog only then', () => {
    const { container, shadow } = page()
    const onRequestClose = vi.fn()
    const children = (
      <span>
        <Button>What</Button>
        <Tooltip text="Why" />
      </span>
    )
    render(<Fixture onRequestClose={onRequestClose}>{children}</Fixture>, { container })
    const button = find(shadow, '[data-part=button]')
    fireEvent.focusIn(button)
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(onRequestClose).not.toHaveBeenCalled()
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(onRequestClose).toHaveBeenCalledWith('escape')
  })

  test('a refusal shakes the card', () => {
    const { container, shadow } = page()
    render(<Fixture shaking />, { container })
    expect(find(shadow, '[data-part=card]').getAttribute('part')).toBe('card card-shaking')
  })
})

describe('focus', () => {
  test('goes to the card on opening and is named by the title', () => {
    const { container, shadow } = page()
    render(<Fixture />, { container })
    expect(shadow.activeElement).toBe(find(shadow, '[data-part=card]'))
    const dialog = find(shadow, 'dialog')
    expect(find(shadow, `#${dialog.getAttribute('aria-labelledby')}`).textContent).toBe('Connect')
  })

  test('Tab goes round within the dialog, both ways, in a shadow root', () => {
    const { container, shadow } = page()
    render(<Fixture />, { container })
    const first = find(shadow, '[part~=close]')
    const last = find(shadow, '[data-part=button]')
    keydown(shadow, { key: 'Tab' })
    expect(shadow.activeElement).toBe(first)
    keydown(shadow, { key: 'Tab', shiftKey: true })
    expect(shadow.activeElement).toBe(last)
    keydown(shadow, { key: 'Tab' })
    expect(shadow.activeElement).toBe(first)
    expect(keydown(shadow, { key: 'Tab' })).toBe(true) // between the ends the browser steps by itself
  })

  test('Tab passes over what is disabled or inert', () => {
    const { container, shadow } = page()
    const children = (
      <>
        <Button disabled>Off</Button>
        <div ref={(node) => node?.setAttribute('inert', '')}>
          <Button>Leaving</Button>
        </div>
      </>
    )
    render(<Fixture>{children}</Fixture>, { container })
    keydown(shadow, { key: 'Tab', shiftKey: true })
    expect(shadow.activeElement).toBe(find(shadow, '[part~=close]'))
  })

  test.each(['closed', 'unmounted'])('returns to the opener when the dialog is %s', (how) => {
    const { opener, container } = page()
    const { rerender, unmount } = render(<Fixture />, { container })
    expect(document.activeElement).not.toBe(opener)
    if (how === 'closed') rerender(<Fixture open={false} />)
    else unmount()
    expect(document.activeElement).toBe(opener)
  })

  test('returns to the opener under StrictMode, which opens twice', () => {
    const { opener, container } = page()
    const { unmount } = render(
      <StrictMode>
        <Fixture />
      </StrictMode>,
      { container },
    )
    unmount()
    expect(document.activeElement).toBe(opener)
  })

  test('goes elsewhere when the opener is gone, to where its owner says', () => {
    const { opener, container } = page()
    const successor = document.createElement('button')
    const { unmount } = render(<Fixture returnFocusTo={() => successor} />, { container })
    opener.replaceWith(successor)
    unmount()
    expect(document.activeElement).toBe(successor)
  })

  test('stays where someone put it on purpose', () => {
    const { container } = page()
    const elsewhere = document.createElement('button')
    document.body.append(elsewhere)
    const { unmount } = render(<Fixture />, { container })
    elsewhere.focus()
    unmount()
    expect(document.activeElement).toBe(elsewhere)
  })
})

describe('the page behind', () => {
  test("doesn't scroll while the dialog is open, and is as it was afterwards", async () => {
    const { container } = page()
    const own = new CSSStyleSheet()
    document.adoptedStyleSheets = [own]
    const before = document.body.outerHTML.length
    const { rerender, unmount } = render(<Fixture />, { container })
    await waitFor(() => expect(document.adoptedStyleSheets).toHaveLength(2))
    expect(document.adoptedStyleSheets[1]).toMatchObject({ text: expect.stringContaining('overflow:hidden') })
    rerender(<Fixture open={false} />)
    expect(document.adoptedStyleSheets).toEqual([own])
    unmount()
    expect(document.body.outerHTML.length).toBe(before)
  })

  test('is left alone by a dialog that was closed at once', () => {
    vi.useFakeTimers()
    const { container } = page()
    const { rerender } = render(<Fixture />, { container })
    rerender(<Fixture open={false} />)
    vi.runAllTimers()
    expect(document.adoptedStyleSheets).toEqual([])
  })

  test('two locks are undone in any order, each its own', () => {
    const first = lockScroll(document)
    const second = lockScroll(document)
    const [, secondSheet] = document.adoptedStyleSheets
    first()
    first()
    expect(document.adoptedStyleSheets).toEqual([secondSheet])
    expect(document.adoptedStyleSheets[0]).toBe(secondSheet)
    second()
    expect(document.adoptedStyleSheets).toHaveLength(0)
  })
})
