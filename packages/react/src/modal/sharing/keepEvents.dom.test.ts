import { afterEach, expect, test, vi } from 'vitest'
import { keepEvents } from './keepEvents.js'

afterEach(() => document.body.replaceChildren())

/** A page that listens for everything, and a field in a shadow root whose events are kept. */
function page() {
  const host = document.body.appendChild(document.createElement('div'))
  const field = document.createElement('input')
  host.attachShadow({ mode: 'open' }).append(field)
  const told = vi.fn((event: Event) => event.type)
  const listening = new AbortController()
  const { signal } = listening
  for (const type of ['keydown', 'pointerdown', 'click', 'wheel', 'focusin'])
    for (const capture of [true, false]) document.addEventListener(type, told, { capture, signal })
  const end = keepEvents({ host, takeKey: () => false })
  return {
    host,
    field,
    told,
    end() {
      end()
      listening.abort()
    },
  }
}

const bubbling = { bubbles: true, composed: true, cancelable: true } as const

test('what is pressed in the modal happens there once, and the page isn’t told; what is prevented there is', () => {
  const { field, told, end } = page()
  const inside = vi.fn((event: Event) => event.preventDefault())
  field.addEventListener('keydown', inside)
  const key = new KeyboardEvent('keydown', { ...bubbling, key: 'k', shiftKey: true })
  field.dispatchEvent(key)
  expect(inside).toHaveBeenCalledOnce()
  expect(inside.mock.calls[0]?.[0]).toMatchObject({ key: 'k', shiftKey: true, target: field })
  expect(key.defaultPrevented).toBe(true)
  field.dispatchEvent(new MouseEvent('pointerdown', bubbling))
  expect(told).not.toHaveBeenCalled()
  // Those can't be handed on: who listens before everyone is told, and nobody after.
  for (const type of ['click', 'wheel', 'focusin']) field.dispatchEvent(new Event(type, bubbling))
  expect(told.mock.calls.map(([{ type }]) => type)).toEqual(['click', 'wheel', 'focusin'])
  end()
})

/** As Firefox has it: a keydown of a script's own is composed, whatever its init says. */
class ComposedKeyboardEvent extends KeyboardEvent {
  override get composed() {
    return true
  }
}

test('a key is handed on once by an engine that lets every key out of its tree, with all that it says', () => {
  const { field, told, end } = page()
  const inside = vi.fn((event: Event) => {
    expect(event.composed).toBe(false)
    event.preventDefault()
  })
  field.addEventListener('keydown', inside)
  const key = new ComposedKeyboardEvent('keydown', { ...bubbling, key: 'k', code: 'KeyK', modifierNumLock: true })
  field.dispatchEvent(key)
  expect(inside).toHaveBeenCalledOnce()
  const [copy] = inside.mock.calls[0] ?? []
  expect(copy).toMatchObject({ key: 'k', code: 'KeyK', target: field, type: 'keydown' })
  expect(Reflect.apply(Reflect.get(copy ?? {}, 'getModifierState'), copy, ['NumLock'])).toBe(true)
  expect(key.defaultPrevented).toBe(true)
  expect(told).not.toHaveBeenCalled()
  end()
})

test('what happens elsewhere is the page’s, and after its end everything is', () => {
  const { host, field, told, end } = page()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { ...bubbling, key: 'k' }))
  expect(told).toHaveBeenCalledTimes(2)
  end()
  const again = vi.fn()
  document.addEventListener('keydown', again, { once: true })
  field.dispatchEvent(new KeyboardEvent('keydown', { ...bubbling, key: 'k' }))
  expect(again).toHaveBeenCalledOnce()
  expect(host.isConnected).toBe(true)
})

test('hidden by a dialog of the page’s, the modal is alive', async () => {
  const { host, end } = page()
  host.setAttribute('aria-hidden', 'true')
  host.setAttribute('inert', '')
  await vi.waitFor(() => expect(host.attributes).toHaveLength(0))
  end()
})
