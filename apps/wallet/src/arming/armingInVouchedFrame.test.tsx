import { render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  at,
  beginStage,
  browser,
  click,
  endStage,
  happen,
  hook,
  key,
  leave,
  move,
  pass,
  press,
  Screen,
  typeNumber,
} from './test/stage.js'

beforeEach(beginStage)
afterEach(endStage)

describe('[F11] a frame of a page that is vouched for, over which another page may lay its window', () => {
  const openFrame = (there: Partial<typeof browser> = {}) => {
    Object.assign(browser, there)
    const drawn = render(<Screen shownIn="vouched" />)
    browser.seen(true)
    return drawn
  }
  const focusOn = (button: EventTarget) => happen(button, new FocusEvent('focusin', { bubbles: true, composed: true }))
  const pressKey = (name: string) => {
    key(name)
    return click({ detail: 0 })
  }
  /** Where `move` leaves the pointer. */
  const there = { screenX: 710, clientX: 110 }
  const touch = { bubbles: true, composed: true, pointerType: 'touch', ...at }

  test('a pointer that has been over what is asked presses, with the focus or without', () => {
    openFrame()
    move()
    pass(500)
    expect([hook.status, press(there)]).toEqual(['armed', true])
  })

  test.each([{ isFocused: true }, { isOver: true }, { isFocused: true, isOver: true }])(
    'neither a pointer that lies there nor the focus says that somebody is: %o',
    (there) => {
      openFrame(there)
      for (let time = 0; time < 3; time += 1) {
        pass(2_000)
        expect([hook.status, press()]).toEqual(['away', false])
        pass(2_000)
        expect([hook.status, pressKey('Enter'), pressKey(' ')]).toEqual(['away', false, false])
      }
    },
  )

  test('what comes over the page once the pointer has gone isn’t told: it has to come back over what is asked', () => {
    openFrame()
    move()
    pass(500)
    expect(hook.status).toBe('armed')
    leave()
    expect([hook.status, press()]).toEqual(['away', false])
    pass(1_000)
    expect(press()).toBe(false)
    move()
    pass(500)
    expect(press(there)).toBe(true)
  })

  test('keys count once the number was typed that the frame shows, wherever they have gone', () => {
    openFrame({ isFocused: true })
    const button = document.body.appendChild(document.createElement('button'))
    focusOn(button)
    pass(1_000)
    expect(pressKey('Enter')).toBe(false)
    pass(1_000)
    key('Tab')
    focusOn(button)
    pass(1_000)
    expect(pressKey('Enter')).toBe(false)
    typeNumber()
    pass(500)
    expect(hook.status).toBe('armed')
    expect(pressKey('Enter')).toBe(true)
    button.remove()
  })

  test('a finger that taps in one place approves nothing; once it was on the words, one press does', () => {
    // A telephone's.
    vi.stubGlobal('devicePixelRatio', 3)
    openFrame()
    const button = document.body.appendChild(document.createElement('button'))
    const tap = (target: EventTarget) => {
      happen(target, new PointerEvent('pointerdown', touch))
      const isTaken = click()
      happen(target, new MouseEvent('click', { bubbles: true }))
      return isTaken
    }
    for (let time = 0; time < 4; time += 1) {
      pass(1_000)
      expect(tap(button)).toBe(false)
    }
    tap(document.body)
    pass(500)
    expect([hook.status, tap(button)]).toEqual(['armed', true])
    button.remove()
  })
})
