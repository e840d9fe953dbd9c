import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createShownNumber } from './shownNumber.js'

afterEach(() => document.body.replaceChildren())

describe('[F11] the number that a page shows alone', () => {
  const shown = () => {
    const number = createShownNumber()
    const heard: boolean[] = []
    const ending = new AbortController()
    number.onKey((isWhole) => void heard.push(isWhole), ending.signal)
    onTestFinished(() => ending.abort())
    const type = (keys: Iterable<string>, target: Element = document.body, more: KeyboardEventInit = {}) => {
      for (const key of keys)
        target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, ...more }))
      return heard.filter((isWhole) => isWhole).length
    }
    return { number, heard, type, ending }
  }
  const get = ({ number }: ReturnType<typeof shown>) => number.get() ?? expect.fail('No number is shown.')
  const wrongFor = (right: string) => (right === '571' ? '572' : '571')

  test('is typed on every keyboard, at a checkbox or nowhere', () => {
    const page = shown()
    expect(get(page)).toMatch(/^[1-9]\d\d$/)
    expect(page.type(get(page))).toBe(1)
    expect(page.type([...get(page)].map((digit) => String.fromCharCode(0x660 + Number(digit))))).toBe(2)
    const checkbox = document.body.appendChild(Object.assign(document.createElement('input'), { type: 'checkbox' }))
    expect(page.type(get(page), checkbox)).toBe(3)
  })

  test('isn’t typed in a field, by a shortcut, by what is held, nor with another key between', () => {
    const page = shown()
    for (const field of ['input', 'textarea'])
      expect(page.type(get(page), document.body.appendChild(document.createElement(field)))).toBe(0)
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])
      expect(page.type(get(page), document.body, held)).toBe(0)
    expect(page.heard).toEqual([])
    expect(page.type([...get(page)].flatMap((digit) => [digit, 'Tab']))).toBe(0)
    expect(page.type(get(page))).toBe(1)
  })

  test('is typed where a digit takes Shift, or what a keyboard has set before it', () => {
    const page = shown()
    expect(page.type([...get(page)].flatMap((digit) => ['Shift', digit, 'CapsLock']))).toBe(1)
    expect(page.heard).toEqual([false, false, true])
  })

  test('is another once it was typed', () => {
    const page = shown()
    const numbers = Array.from({ length: 5 }, () => {
      const number = get(page)
      expect(page.type(number)).toBeGreaterThan(0)
      return number
    })
    expect(new Set(numbers).size).toBeGreaterThan(1)
  })

  test('is another after a wrong one, and none for a minute after three: whoever dictates keys has three tries', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const page = shown()
    const changed = vi.fn()
    onTestFinished(page.number.subscribe(changed))
    for (let time = 1; time <= 3; time += 1) {
      page.type(wrongFor(get(page)))
      expect(changed).toHaveBeenCalledTimes(time)
    }
    expect(page.number.get()).toBe(undefined)
    const all = Array.from({ length: 900 }, (_, index) => String(100 + index))
    expect(page.type(all.join(''))).toBe(0)
    vi.advanceTimersByTime(59_999)
    expect(page.number.get()).toBe(undefined)
    vi.advanceTimersByTime(1)
    expect(changed).toHaveBeenCalledTimes(4)
    expect(page.type(wrongFor(get(page)))).toBe(0)
    expect(page.type(get(page))).toBe(1)
  })

  test('is told of apart from whatever else is written, which may be meant for another window', () => {
    const page = shown()
    page.type(['a', ' ', 'Enter', 'ö', 'F5', ...get(page), '1'])
    expect(page.heard).toEqual([false, false, false, false, true, false])
  })

  test('is heard by nobody once all have ended', () => {
    const page = shown()
    page.ending.abort()
    expect(page.type(get(page))).toBe(0)
  })
})
