import { act, cleanup, render, screen } from '@testing-library/react'
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
const view = () => screen.getByText(/view/).parentElement
const fixture = (name: string) => (
  <Transition viewKey={name} direction="next">
    <button type="button">{`${name} view`}</button>
  </Transition>
)

test('[S9.34] the old view leaves for 150 ms, out of reach, then the next one comes', () => {
  const { rerender } = render(fixture('Connect'))
  expect(view()?.dataset).toMatchObject({ phase: 'still' })
  rerender(fixture('Networks'))
  expect(view()?.textContent).toBe('Connect view')
  expect(view()?.dataset).toMatchObject({ phase: 'leaving', direction: 'next' })
  expect(view()).toHaveProperty('inert', true)
  pass(149)
  expect(view()?.textContent).toBe('Connect view')
  pass(1)
  expect(view()?.textContent).toBe('Networks view')
  expect(view()?.dataset).toMatchObject({ phase: 'entering' })
  expect(view()).not.toHaveProperty('inert', true)
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
  pass(motion.viewMs)
  expect(view()?.textContent).toBe('Account view')
  rerender(fixture('Networks'))
  pass(100)
  rerender(fixture('Account'))
  pass(motion.viewMs)
  expect(view()?.textContent).toBe('Account view')
  expect(view()).not.toHaveProperty('inert', true)
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
