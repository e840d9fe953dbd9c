import { afterEach, expect, test, vi } from 'vitest'
import { keepFocus, openerPlace } from './returnFocus.js'
import { manualClock } from './test/manualClock.js'

afterEach(() => document.body.replaceChildren())

function page() {
  document.body.innerHTML = '<nav><button id="connect"></button></nav><button id="elsewhere"></button>'
  const find = (id: string) => document.getElementById(id) ?? document.body
  const connect = find('connect')
  connect.focus()
  const clock = manualClock()
  const stop = keepFocus({ heir: openerPlace(connect), document, clock })
  /** Puts another button where the first of the nav stands. */
  const replace = (id: string) => {
    const button = Object.assign(document.createElement('button'), { id })
    document.querySelector('nav')?.replaceChildren(button)
    return button
  }
  return { find, clock, replace, stop }
}

const focusedIs = (element: Element) => vi.waitFor(() => expect(document.activeElement).toBe(element))
/** After the observers have been told. */
const told = () => new Promise((resolve) => queueMicrotask(() => resolve(undefined)))

test('the focus is handed on as often as what has it is replaced', async () => {
  const { replace } = page()
  await focusedIs(replace('outline'))
  await focusedIs(replace('face'))
})

test('a focus that stands elsewhere stays there', async () => {
  const { find, replace } = page()
  find('elsewhere').focus()
  replace('outline')
  await told()
  expect(document.activeElement).toBe(find('elsewhere'))
})

test.each([
  ['a key', () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))],
  ['a press', () => document.dispatchEvent(new Event('pointerdown'))],
])('%s ends it: the visitor has taken over', async (_, act) => {
  const { replace } = page()
  act()
  replace('outline')
  await told()
  expect(document.activeElement).toBe(document.body)
})

test('it ends by itself, and by its owner', async () => {
  const first = page()
  await first.clock.advance(30_000)
  first.replace('outline')
  await told()
  expect(document.activeElement).toBe(document.body)
  const second = page()
  second.stop()
  second.replace('outline')
  await told()
  expect(document.activeElement).toBe(document.body)
})
