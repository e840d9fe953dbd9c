import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  at,
  beginStage,
  browser,
  click,
  endStage,
  focus,
  happen,
  hook,
  key,
  leave,
  move,
  pass,
  pointer,
  press,
  Screen,
  show,
  typeNumber,
} from './test/stage.js'

beforeEach(beginStage)
afterEach(endStage)

describe('[F11] a window of its own', () => {
  const openWindow = () => {
    browser.isFocused = true
    return render(<Screen shownIn="window" />)
  }

  test('it is armed 1 s after it was shown, by somebody who has moved in it', () => {
    openWindow()
    move()
    pass(999)
    expect([hook.status, press()]).toEqual(['settling', false])
    pass(500)
    expect([hook.status, press()]).toEqual(['armed', true])
  })

  test('a pointer that lies over it and hasn’t moved, with the focus or without, presses nothing', () => {
    for (const isFocused of [true, false]) {
      Object.assign(browser, { isFocused, isOver: true })
      render(<Screen shownIn="window" />)
      pointer('pointerover')
      pointer('pointermove')
      pass(60_000)
      expect([hook.status, press(), click({ detail: 0 })]).toEqual(['away', false, false])
      cleanup()
    }
  })

  test('whoever hovers without the focus presses nothing, however they move', () => {
    render(<Screen shownIn="window" />)
    move()
    pass(60_000)
    expect([hook.status, press()]).toEqual(['away', false])
  })

  test.each<[cause: string, happens: () => void, moves: boolean]>([
    ['it comes to the front', focus, true],
    ['it is uncovered', () => [show('hidden'), show('visible')], true],
    ['its window is resized', () => happen(window, new Event('resize')), false],
  ])('%s: it begins anew, for 1 s', (_, happens, moves) => {
    openWindow()
    move()
    pass(1_000)
    expect(hook.status).toBe('armed')
    happens()
    if (moves) {
      expect(hook.status).toBe('away')
      move()
    }
    pass(999)
    expect([hook.status, press()]).toEqual(['settling', false])
    pass(1_000)
    expect([hook.status, press()]).toEqual(['armed', true])
  })

  test('a window that was moved since is found by the press', () => {
    openWindow()
    move()
    pass(1_000)
    Object.assign(window, { screenX: 300 })
    expect(press()).toBe(false)
    Object.assign(window, { screenX: 0 })
  })

  test('a pointer that something above has taken counts again once it moves', () => {
    openWindow()
    move()
    pass(1_000)
    leave()
    pointer('pointerover')
    expect([hook.status, press()]).toEqual(['away', false])
    pass(500)
    move()
    pass(500)
    expect(press()).toBe(true)
  })

  test('what comes into view without being scrolled to, as something above it goes, is found by the next movement or key', () => {
    for (const found of [() => move(), () => key('Tab')]) {
      let top = window.innerHeight
      const rect = () => new DOMRect(0, top, 300, 200)
      vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(rect)
      browser.isFocused = true
      render(<Screen shownIn="window" says="A request" />)
      move()
      pass(1_000)
      expect([hook.status, press()]).toEqual(['unread', false])
      top = 0
      found()
      pass(1_000)
      expect([hook.status, press()]).toEqual(['armed', true])
      cleanup()
    }
  })

  test('below 320 × 480 it isn’t armed', () => {
    const { innerWidth, innerHeight } = window
    Object.assign(window, { innerWidth: 200, innerHeight: 200 })
    openWindow()
    move()
    pass(60_000)
    expect([hook.status, press()]).toEqual(['small', false])
    Object.assign(window, { innerWidth: 320, innerHeight: 480 })
    happen(window, new Event('resize'))
    pass(1_000)
    // In another width all rows are others.
    expect([hook.status, press()]).toEqual(['away', false])
    move()
    pass(1_000)
    expect([hook.status, press()]).toEqual(['armed', true])
    Object.assign(window, { innerWidth, innerHeight })
  })

  const aButton = () => document.body.appendChild(document.createElement('button'))
  const goTo = (target: EventTarget) => happen(target, new FocusEvent('focusin', { bubbles: true, composed: true }))
  const pressKey = (name: string) => {
    key(name)
    const isTaken = click({ detail: 0 })
    happen(document.body, new MouseEvent('click', { bubbles: true }))
    return isTaken
  }

  test('the keyboard alone: a press counts once the number was typed that the page shows, and by no way of keys else', () => {
    openWindow()
    const button = aButton()
    pass(1_000)
    for (const name of ['Enter', 'ArrowDown', ' ', 'Tab', 'Enter', 'End', 'Tab', ' ']) {
      key(name)
      if (name === 'Tab') goTo(button)
      pass(1_000)
      expect([name, pressKey('Enter')]).toEqual([name, false])
      pass(1_000)
    }
    expect(hook.status).toBe('away')
    typeNumber()
    expect(pressKey('Enter')).toBe(false)
    pass(500)
    expect([hook.status, pressKey('Enter')]).toEqual(['armed', true])
    button.remove()
  })

  test('what is written on after it, into no field, is meant for another window', () => {
    openWindow()
    pass(1_000)
    typeNumber()
    pass(500)
    expect(hook.status).toBe('armed')
    key('4')
    pass(2_000)
    expect([hook.status, pressKey('Enter')]).toEqual(['away', false])
  })

  test('what reads a page aloud takes the focus on within the page’s shadow tree too', () => {
    browser.isFocused = true
    const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    const title = shadow.appendChild(document.createElement('h1'))
    const button = shadow.appendChild(document.createElement('button'))
    render(<Screen shownIn="window" />, { container: shadow.appendChild(document.createElement('div')) })
    pass(1_000)
    happen(button, new FocusEvent('focusin', { bubbles: true, composed: true, relatedTarget: title }))
    pass(500)
    expect([hook.status, click({ detail: 0 })]).toEqual(['armed', true])
    shadow.host.remove()
  })

  test('a number that is typed while the window settles was typed', () => {
    openWindow()
    pass(10)
    typeNumber()
    pass(989)
    expect([hook.status, pressKey('Enter')]).toEqual(['settling', false])
    pass(500)
    expect([hook.status, pressKey('Enter')]).toEqual(['armed', true])
  })

  test.each(['mouse', 'touch', 'pen'])(
    'a press by %s that doesn’t count leaves the focus at the button, which keys that are meant for another window don’t press',
    (pointerType) => {
      openWindow()
      const button = aButton()
      pass(1_000)
      const place = { bubbles: true, composed: true, pointerType, ...at }
      happen(button, new PointerEvent('pointerdown', { ...place, buttons: 1 }))
      pass(700)
      happen(button, new PointerEvent('pointerup', place))
      goTo(button)
      expect(click()).toBe(false)
      for (const name of [' ', ' ', 'Enter', 'ArrowDown', 'Enter']) {
        pass(1_100)
        expect([name, pressKey(name)]).toEqual([name, false])
      }
      button.remove()
    },
  )

  test('a press of a button that doesn’t count takes the focus nowhere, so that no key typed after it is at the button; one that counts does', () => {
    openWindow()
    const button = aButton()
    const words = document.body.appendChild(document.createElement('p'))
    const isPrevented = (target: Element) => {
      pass(1_000)
      happen(target, new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse', buttons: 1, ...at }))
      const isKept = happen(target, new MouseEvent('mousedown', { bubbles: true, cancelable: true })).defaultPrevented
      happen(target, new MouseEvent('click', { bubbles: true }))
      return isKept
    }
    expect([isPrevented(button), isPrevented(words)]).toEqual([true, false])
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    expect([isPrevented(button), document.activeElement === field]).toEqual([true, false])
    field.remove()
    move()
    expect(isPrevented(button)).toBe(false)
    button.remove()
    words.remove()
  })

  test('a key takes the focus on, however late on a busy machine: that is nothing that reads the page aloud', () => {
    openWindow()
    const button = aButton()
    pass(1_000)
    for (const lateMs of [0, 99, 375, 5_000]) {
      key('Tab')
      pass(lateMs)
      goTo(button)
      pass(1_000)
      expect([lateMs, hook.status]).toEqual([lateMs, 'away'])
    }
    key('Control') // which has it be silent
    pass(1_000)
    goTo(button)
    pass(500)
    expect(hook.status).toBe('armed')
    button.remove()
  })

  test('neither do they where a key had gone to it before, nor where the window comes to the front with the focus there', () => {
    openWindow()
    const button = aButton()
    pass(1_000)
    goTo(button)
    pass(500)
    expect(hook.status).toBe('armed')
    happen(button, new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse', buttons: 1, ...at }))
    pass(1_000)
    expect([hook.status, pressKey('Enter')]).toEqual(['away', false])
    happen(window, new Event('blur'))
    pass(1_000)
    happen(window, new Event('focus'))
    goTo(button)
    pass(1_000)
    expect([hook.status, pressKey('Enter')]).toEqual(['away', false])
    button.remove()
  })

  test('a press by a key counts where the pointer has been over what is asked, as after what was typed into a field', () => {
    openWindow()
    move()
    pass(1_000)
    happen(document.body, new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse', buttons: 1, ...at }))
    const field = document.body.appendChild(document.createElement('input'))
    pass(600)
    happen(field, new KeyboardEvent('keydown', { key: '1', bubbles: true, composed: true }))
    expect(pressKey('Enter')).toBe(true)
    field.remove()
  })

  test('what is typed, pasted or dropped says of nobody that they have read it', () => {
    openWindow()
    const field = document.body.appendChild(document.createElement('input'))
    pass(1_000)
    happen(field, new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse', buttons: 1, ...at }))
    goTo(field)
    for (const inputType of ['insertText', 'insertFromPaste', 'insertFromDrop']) {
      pass(1_000)
      key('v')
      happen(field, new InputEvent('input', { bubbles: true, composed: true, inputType }))
      pass(1_000)
      expect([inputType, pressKey('Enter')]).toEqual([inputType, false])
    }
    field.remove()
  })

  test.each(['ArrowUp', 'a', 'Tab'])(
    'a focus that the window brings right after the key %s, as it comes to the front, is the window’s',
    (name) => {
      openWindow()
      const button = aButton()
      pass(1_000)
      happen(button, new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse', buttons: 1, ...at }))
      goTo(button)
      pass(1_000)
      key(name)
      happen(window, new Event('blur'))
      happen(window, new Event('focus'))
      goTo(button)
      pass(2_000)
      expect([hook.status, pressKey(' ')]).toEqual(['away', false])
      button.remove()
    },
  )

  test('where fingers alone point, one that presses in one place again and again approves nothing; once it was on the words, one press does', () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(any-hover: none)', addEventListener() {} }))
    openWindow()
    const button = document.body.appendChild(document.createElement('button'))
    const tap = (target: EventTarget) => {
      happen(target, new PointerEvent('pointerdown', { bubbles: true, composed: true, pointerType: 'touch', ...at }))
      happen(button, new FocusEvent('focusin', { bubbles: true, composed: true }))
      const isTaken = click()
      happen(target, new MouseEvent('click', { bubbles: true }))
      return isTaken
    }
    for (let time = 0; time < 5; time += 1) {
      pass(1_100)
      expect([hook.status, tap(button)]).toEqual(['away', false])
    }
    tap(document.body)
    expect(hook.status).toBe('settling')
    pass(1_000)
    expect([hook.status, tap(button)]).toEqual(['armed', true])
    happen(window, new Event('blur'))
    happen(window, new Event('focus'))
    pass(2_000)
    expect([hook.status, tap(button)]).toEqual(['away', false])
    button.remove()
    vi.unstubAllGlobals()
  })

  test('what reads the page aloud brings the focus to a button, and presses it without a press', () => {
    openWindow()
    pass(1_000)
    expect(click({ detail: 0 })).toBe(false)
    const button = document.body.appendChild(document.createElement('button'))
    happen(button, new FocusEvent('focusin', { bubbles: true, composed: true }))
    pass(500)
    expect([hook.status, click({ detail: 0 })]).toEqual(['armed', true])
    button.remove()
  })
})
