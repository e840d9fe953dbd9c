import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Header } from './Header.js'
import { motion } from './motion.js'
import { Transition } from './Transition.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const views = () => screen.getAllByText(/view/).map(({ parentElement }) => parentElement)
const view = () => views()[0]
const shown = () => views().map((each) => `${each?.textContent}, ${each?.dataset.phase}`)
const fixture = (name: string) => (
  <Transition viewKey={name} direction="next">
    <button type="button">{`${name} view`}</button>
  </Transition>
)

test('[S9.34] the old view leaves for 150 ms, out of reach, while the next one is there already', () => {
  const { rerender } = render(fixture('Connect'))
  expect(shown()).toEqual(['Connect view, still'])
  const [old] = views()
  rerender(fixture('Networks'))
  expect(shown()).toEqual(['Networks view, entering', 'Connect view, leaving'])
  expect(views()[1]).toBe(old)
  expect(old).toHaveProperty('inert', true)
  expect(view()).not.toHaveProperty('inert', true)
  pass(149)
  expect(views()).toHaveLength(2)
  pass(1)
  expect(shown()).toEqual(['Networks view, entering'])
})

test('what leaves stays where it was scrolled to, and what comes begins at its head', () => {
  const { rerender, container } = render(fixture('Connect'))
  const scroller = container.firstElementChild
  if (!scroller) throw new Error('There is nothing that scrolls.')
  scroller.scrollTop = 40
  fireEvent.scroll(scroller)
  rerender(fixture('Networks'))
  expect([scroller.scrollTop, view()?.scrollTop, views()[1]?.scrollTop]).toEqual([0, 0, 40])
})

test('a view that changes within itself doesn’t move', () => {
  const { rerender } = render(
    <Transition viewKey="Connect">
      <p>one view</p>
    </Transition>,
  )
  rerender(
    <Transition viewKey="Connect">
      <p>other view</p>
    </Transition>,
  )
  expect(view()?.textContent).toBe('other view')
  expect(view()?.dataset).toMatchObject({ phase: 'still' })
})

test('a second change on the way leads to the last one; a change back leads back', () => {
  const { rerender } = render(fixture('Connect'))
  rerender(fixture('Networks'))
  pass(100)
  rerender(fixture('Account'))
  expect(shown()).toEqual(['Account view, entering', 'Networks view, leaving'])
  pass(100)
  rerender(fixture('Networks'))
  expect(shown()).toEqual(['Networks view, entering', 'Account view, leaving'])
  expect(view()).not.toHaveProperty('inert', true)
  pass(motion.viewMs)
  expect(shown()).toEqual(['Networks view, entering'])
})

test('the focus isn’t lost with the view that had it', () => {
  const { rerender } = render(fixture('Connect'))
  screen.getByRole('button').focus()
  rerender(fixture('Networks'))
  pass(motion.viewMs)
  expect(document.activeElement).toBe(view())
})

test('the focus isn’t taken from elsewhere', () => {
  const { rerender } = render(fixture('Connect'))
  rerender(fixture('Networks'))
  pass(motion.viewMs)
  expect(document.activeElement).toBe(document.body)
})

test('a title gives way to the next one, which alone is announced', () => {
  const { rerender } = render(<Header titleId="title" title="Connect" />)
  const title = () => screen.getByRole('heading').parentElement
  expect(title()?.dataset).not.toHaveProperty('former')
  rerender(<Header titleId="title" title="Networks" direction="prev" />)
  expect(screen.getByRole('heading').textContent).toBe('Networks')
  expect(title()?.dataset).toMatchObject({ former: 'Connect', direction: 'prev' })
})
