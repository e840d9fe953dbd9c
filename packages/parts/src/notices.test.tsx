import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { AlertBar } from './AlertBar.js'
import { Button } from './Button.js'
import { ErrorState } from './EmptyState.js'
import { motion } from './motion.js'
import { Skeleton } from './Skeleton.js'
import { Snackbar, type SnackbarMessage } from './Snackbar.js'
import { Tooltip } from './Tooltip.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('a snackbar is heard where a region was before: an error as an alert, the rest as a status', () => {
  const { rerender } = render(<Snackbar message={undefined} />)
  const [status, alert] = [screen.getByRole('status'), screen.getByRole('alert')]
  const say = (message: SnackbarMessage) => rerender(<Snackbar message={message} />)
  say({ variant: 'success', text: 'Address copied' })
  expect(status.textContent).toBe('Address copied')
  say({ variant: 'error', text: 'Failed to copy' })
  expect([status.textContent, alert.textContent]).toEqual(['', 'Failed to copy'])
  say({ variant: 'loading', text: 'Authenticating...' })
  expect(status.querySelector('[data-part=spinner]')).not.toBeNull()
})

test('what is seen where it was pressed is only said', () => {
  render(<Snackbar message={{ variant: 'success', text: 'Address copied', inPlace: true }} />)
  expect(screen.getByRole('status').textContent).toBe('Address copied')
  expect(screen.getByRole('status').querySelector('[data-part="snackbar"]')).toBeNull()
})

test('a snackbar is seen leaving, then it’s gone', () => {
  const { rerender } = render(<Snackbar message={{ variant: 'success', text: 'Address copied' }} />)
  rerender(<Snackbar message={undefined} />)
  expect(screen.getByText('Address copied').parentElement?.dataset).toMatchObject({ leaving: '' })
  pass(motion.noticeMs)
  expect(screen.queryByText('Address copied')).toBeNull()
})

test('an alert stays until its cross is pressed', () => {
  const onClose = vi.fn()
  const message = { text: 'No project id' } as const
  render(<AlertBar message={message} closeLabel="Dismiss" onClose={onClose} />)
  pass(60_000)
  expect(screen.getByRole('alert').textContent).toBe('No project id')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('an alert says what to do, one by one where there is more, with code from left to right', () => {
  const message = { text: 'Wrong', remedy: 'See `api`.', details: ['Call `evm()`.', 'Second'] } as const
  render(<AlertBar message={message} closeLabel="Dismiss" onClose={() => {}} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Call evm().', 'Second'])
  expect(screen.getByText('api')).toMatchObject({ tagName: 'CODE', dir: 'ltr' })
})

test('a tooltip describes its button, for keys as well as for pointers', () => {
  render(
    <span data-testid="trigger">
      <Button>Sign</Button>
      <Tooltip text="Moves nothing" />
    </span>,
  )
  const button = screen.getByRole('button')
  const bubble = screen.getByText('Moves nothing')
  expect(button.getAttribute('aria-describedby')).toBe(bubble.id)
  const open = () => bubble.hasAttribute('data-open')
  fireEvent.focusIn(button)
  expect(open()).toBe(true)
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(open()).toBe(false)
  const trigger = screen.getByTestId('trigger')
  fireEvent.pointerEnter(trigger)
  expect(open()).toBe(true)
  fireEvent.pointerLeave(trigger)
  expect(open()).toBe(false)
})

test.each([true, false])(
  'a tooltip that comes while a pointer rests on its button is shown (a mouse: %s), and not for the hover that a touch leaves',
  (hovers) => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: hover)' && hovers }))
    onTestFinished(() => void vi.unstubAllGlobals())
    const bubbleOf = (isHere: boolean) => (
      <span data-testid="trigger">
        <Button>Sign</Button>
        {isHere ? <Tooltip text="Moves nothing" /> : null}
      </span>
    )
    const { rerender } = render(bubbleOf(false))
    vi.spyOn(screen.getByTestId('trigger'), 'matches').mockImplementation((selector) => selector === ':hover')
    rerender(bubbleOf(true))
    expect(screen.getByText('Moves nothing').hasAttribute('data-open')).toBe(hovers)
  },
)

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}
const rect = ({ left, top, width, height }: Box) => new DOMRect(left, top, width, height)

test.each([
  ['the start', { left: 104, top: 110 }, { x: 108, y: 62 }],
  ['the end', { left: 420, top: 110 }, { x: 332, y: 62 }],
  ['the middle', { left: 262, top: 300 }, { x: 220, y: 252 }],
  ['the head of the window', { left: 262, top: 20 }, { x: 220, y: 64 }],
  ['the foot', { left: 262, top: 456 }, { x: 220, y: 408 }],
])(
  'a tooltip at %s of its card stays beside what it explains as that moves, and leaves what follows uncovered',
  (_, at, place) => {
    let grow = () => {}
    class FakeResizeObserver {
      constructor(moved: () => void) {
        grow = moved
      }
      observe() {
        grow()
      }
      disconnect() {}
    }
    vi.stubGlobal('innerWidth', 560)
    vi.stubGlobal('ResizeObserver', FakeResizeObserver)
    Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {} })
    onTestFinished(() => {
      vi.unstubAllGlobals()
      Object.assign(HTMLElement.prototype, { showPopover: undefined, hidePopover: undefined })
    })
    const boxes: Record<string, Box> = {
      card: { left: 100, top: 100, width: 360, height: 400 },
      'tooltip-trigger': { ...at, width: 36, height: 36 },
      tooltip: { left: 0, top: 0, width: 120, height: 40 },
    }
    const none = { left: 0, top: 0, width: 0, height: 0 }
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return rect(boxes[this.getAttribute('data-part') ?? ''] ?? none)
    })
    render(
      <div data-part="card">
        <span data-part="tooltip-trigger">
          <Button>Help</Button>
          <Tooltip text="What is a wallet?" />
        </span>
      </div>,
    )
    fireEvent.focusIn(screen.getByRole('button'))
    const { style } = screen.getByRole('tooltip', { hidden: true })
    const shownAt = () => ({
      x: Number.parseFloat(style.getPropertyValue('--foyer-tooltip-x')),
      y: Number.parseFloat(style.getPropertyValue('--foyer-tooltip-y')),
    })
    expect(shownAt()).toEqual(place)
    for (const box of Object.values(boxes).slice(0, 2)) Object.assign(box, { top: box.top + 200 })
    grow()
    expect(shownAt().y).toBe(at.top + 200 - 48)
  },
)

test('an error is heard and offers a way on', () => {
  render(<ErrorState message="The network didn’t answer." action={<Button>Try again</Button>} />)
  expect(screen.getByRole('alert').textContent).toContain('The network didn’t answer.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('a skeleton is nothing to those who listen', () => {
  const { container } = render(<Skeleton shape="row" />)
  expect(container.querySelector('[data-part=skeleton]')?.getAttribute('aria-hidden')).toBe('true')
})
