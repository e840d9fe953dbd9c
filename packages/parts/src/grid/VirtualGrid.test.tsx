import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type GridCell, VirtualGrid, type VirtualGridProps } from './VirtualGrid.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const names = (count: number, prefix = 'wallet') => Array.from({ length: count }, (_, index) => `${prefix} ${index}`)
const keyOf = (name: string) => name
const renderItem = ({ item, seen, control }: GridCell<string>) => (
  <button type="button" {...control} data-seen={seen}>
    {item}
  </button>
)
const grid = (props: Partial<VirtualGridProps<string>>) => (
  <VirtualGrid
    label="Wallets"
    items={names(1_000)}
    keyOf={keyOf}
    renderItem={renderItem}
    skeleton={<i data-testid="outline" />}
    {...props}
  />
)
const shown = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const scrollTo = (top: number) => {
  screen.getByRole('grid').scrollTop = top
  fireEvent.scroll(screen.getByRole('grid'))
}
const rowTop = (name: string) =>
  screen.getByText(name).closest<HTMLElement>('[role="row"]')?.style.getPropertyValue('--foyer-row')
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

test(' of a thousand only a few are there, each at its own place and said to be one of all', () => {
  const { container } = render(grid({}))
  expect(shown()).toHaveLength(24)
  expect(container.querySelectorAll('*').length).toBeLessThan(70)
  scrollTo(114 * 100)
  expect(shown()[0]).toBe('wallet 392')
  expect(shown().length).toBeLessThanOrEqual(36)
  expect(rowTop('wallet 400')).toBe('100')
  const listed = screen.getByRole('grid', { name: 'Wallets' })
  expect([listed.getAttribute('aria-rowcount'), listed.getAttribute('aria-colcount')]).toEqual(['250', '4'])
  expect(screen.getByText('wallet 401').closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('101')
  expect(screen.getByText('wallet 401').parentElement?.getAttribute('aria-colindex')).toBe('2')
})

test(' a cell knows that it is seen; one that flies past is not, and one that was seen stays so', () => {
  render(grid({}))
  const seen = () => screen.queryAllByRole('button').filter((each) => each.getAttribute('data-seen') === 'true')
  expect(seen()).toHaveLength(16)
  scrollTo(114 * 50)
  act(() => vi.advanceTimersByTime(30))
  scrollTo(114 * 100)
  expect(seen()).toHaveLength(0)
  act(() => vi.advanceTimersByTime(60))
  expect(seen()[0]?.textContent).toBe('wallet 400')
  scrollTo(114 * 50)
  expect(seen()).toHaveLength(0)
  scrollTo(0)
  expect(seen()).toHaveLength(16)
})

test(' it begins where it was left, if it is as long by then, and reports how far it has been scrolled', () => {
  const onScrolled = vi.fn()
  const { rerender } = render(grid({ startAt: 114 * 100, onScrolled }))
  expect(screen.getByRole('grid').scrollTop).toBe(114 * 100)
  expect(shown()).toContain('wallet 400')
  expect(screen.getByText('wallet 400').getAttribute('data-seen')).toBe('true')
  scrollTo(114 * 50)
  expect(onScrolled.mock.lastCall).toEqual([114 * 50])
  rerender(grid({ startAt: 114 * 100, onScrolled, items: names(2_000) }))
  expect(screen.getByRole('grid').scrollTop).toBe(114 * 50)
})

test(' a list that is still growing is brought to where it was left once it reaches there, unless it was scrolled', () => {
  // jsdom scrolls as far as a script says; in a browser a list has an end.
  let longest = 114 * 6
  const tops = new WeakMap<Element, number>()
  Object.defineProperty(HTMLDivElement.prototype, 'scrollTop', {
    configurable: true,
    get(this: Element) {
      return tops.get(this) ?? 0
    },
    set(this: Element, top: number) {
      tops.set(this, Math.min(top, longest))
    },
  })
  onTestFinished(() => void Reflect.deleteProperty(HTMLDivElement.prototype, 'scrollTop'))
  const short = { startAt: 114 * 20, items: names(40) }
  const long = { startAt: 114 * 20, items: names(800) }
  const waiting = render(grid(short))
  expect(screen.getByRole('grid').scrollTop).toBe(114 * 6)
  longest = 114 * 200
  waiting.rerender(grid(long))
  expect([screen.getByRole('grid').scrollTop, shown()[0]]).toEqual([114 * 20, 'wallet 72'])
  waiting.unmount()

  longest = 114 * 6
  const scrolled = render(grid(short))
  scrollTo(114 * 2)
  longest = 114 * 200
  scrolled.rerender(grid(long))
  expect(screen.getByRole('grid').scrollTop).toBe(114 * 2)
})

test(' one Tab stop; keys move the focus over all, and it stays while its row is scrolled away', () => {
  render(grid({}))
  const stops = () => screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)
  expect(stops().map(({ textContent }) => textContent)).toEqual(['wallet 0'])
  act(() => stops()[0]?.focus())
  for (const key of ['ArrowDown', 'ArrowRight']) press(key)
  expect(document.activeElement?.textContent).toBe('wallet 5')
  press('End')
  expect(document.activeElement?.textContent).toBe('wallet 999')
  expect(screen.getByRole('grid').scrollTop).toBe(250 * 114 - 400)
  press('PageUp')
  expect(document.activeElement?.textContent).toBe('wallet 987')
  scrollTo(0)
  expect(document.activeElement?.textContent).toBe('wallet 987')
  expect(shown()).toContain('wallet 0')
  press('ArrowLeft')
  expect(document.activeElement?.textContent).toBe('wallet 986')
  press('Home')
  expect(document.activeElement?.textContent).toBe('wallet 0')
  expect(stops()).toHaveLength(1)
})

test(' from right to left, the arrow to the left leads on', () => {
  render(grid({}))
  screen.getByRole('grid').style.direction = 'rtl'
  act(() => screen.getByText('wallet 1').focus())
  press('ArrowLeft')
  expect(document.activeElement?.textContent).toBe('wallet 2')
})

test(' the focus stays with its wallet when others come before it, and when more come after', () => {
  const { rerender } = render(grid({ items: names(40), coming: 8, total: 1_000 }))
  act(() => screen.getByText('wallet 3').focus())
  rerender(grid({ items: ['installed', ...names(79)], coming: 8, total: 1_000 }))
  expect(document.activeElement?.textContent).toBe('wallet 3')
  expect(rowTop('wallet 3')).toBe('1')
  press('ArrowRight')
  expect(document.activeElement?.textContent).toBe('wallet 4')
})

test('the focus is not taken from elsewhere', () => {
  const { rerender } = render(
    <>
      <input aria-label="other" />
      {grid({ items: names(40) })}
    </>,
  )
  act(() => screen.getByText('wallet 3').focus())
  act(() => screen.getByLabelText('other').focus())
  rerender(
    <>
      <input aria-label="other" />
      {grid({ items: names(2, 'other') })}
    </>,
  )
  expect(document.activeElement?.tagName).toBe('INPUT')
})

test('outlines fill the last line and say that more is to come; its end in sight asks for it, once a page', () => {
  const onNearEnd = vi.fn()
  const first = names(40)
  const { rerender } = render(grid({ items: first, coming: 8, total: 90, onNearEnd }))
  expect(onNearEnd).not.toHaveBeenCalled()
  scrollTo(114 * 4)
  expect(onNearEnd).not.toHaveBeenCalled()
  scrollTo(114 * 7)
  scrollTo(114 * 8)
  expect(onNearEnd).toHaveBeenCalledTimes(1)
  expect(screen.getAllByTestId('outline')).toHaveLength(8)
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('23')
  const whole = names(81)
  rerender(grid({ items: whole, coming: 8, total: 90, onNearEnd }))
  expect(onNearEnd).toHaveBeenCalledTimes(1)
  scrollTo(114 * 18)
  expect(onNearEnd).toHaveBeenCalledTimes(2)
  expect(screen.getAllByTestId('outline')).toHaveLength(11)
  rerender(grid({ items: names(90), total: 90, onNearEnd }))
  expect(screen.queryAllByTestId('outline')).toHaveLength(0)
})

test('before the first is there it is busy, and outlines are no cells to those who listen', () => {
  render(grid({ items: [], coming: 16 }))
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true')
  expect(screen.getAllByTestId('outline')).toHaveLength(16)
  expect(screen.queryAllByRole('gridcell')).toHaveLength(0)
  expect(screen.queryAllByRole('row')).toHaveLength(0)
})
