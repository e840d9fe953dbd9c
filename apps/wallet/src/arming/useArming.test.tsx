import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  at,
  beginStage,
  blur,
  browser,
  click,
  endStage,
  focus,
  happen,
  hook,
  key,
  leave,
  letGo,
  open,
  pass,
  pointer,
  press,
  Screen,
  said,
  show,
} from './test/stage.js'
import { knowsCovers } from './useArming.js'

beforeEach(beginStage)
afterEach(endStage)

describe('[F11] an approval hears where its reader is', () => {
  test('it is armed once it was seen for 500 ms, with the pointer over it all the while', () => {
    render(<Screen />)
    pointer('pointerover')
    pass(300)
    browser.seen(true)
    pass(499)
    expect(hook.status).toBe('settling')
    pass(1)
    expect(hook.status).toBe('armed')
    const there = { screenX: 710, clientX: 110 }
    pointer('pointermove', there)
    expect([hook.status, press(there)]).toEqual(['armed', true])
  })

  test('nobody is there: it isn’t armed, however long it is seen', () => {
    render(<Screen />)
    browser.seen(true)
    key('Enter')
    pass(60_000)
    expect([hook.status, click({ detail: 0 })]).toEqual(['settling', false])
  })

  test.each([
    ['the pointer is over the page already', { isOver: true }],
    ['the focus is in it already', { isFocused: true }],
  ])('%s as the request comes: it counts from there', (_, there) => {
    Object.assign(browser, there)
    render(<Screen />)
    pass(1_000)
    browser.seen(true)
    pass(499)
    expect(hook.status).toBe('settling')
    pass(1)
    expect(hook.status).toBe('armed')
  })

  test.each<[cause: string, happens: () => void, comesBack?: () => void]>([
    ['another window comes to the front', blur, () => pointer('pointermove')],
    ['it comes to the front itself', focus],
    ['the page is hidden', () => show('hidden'), () => pointer('pointermove')],
    ['the page is shown again', () => show('visible')],
    ['its window is resized', () => happen(window, new Event('resize'))],
    ['it is resized itself', () => browser.sized()],
    ['something lies over it', () => browser.seen(false), () => browser.seen(true)],
    ['it is cut off', () => browser.seen(true, false), () => browser.seen(true)],
    ['it is moved under the pointer', () => pointer('pointermove', { clientX: 112 })],
    ['it is moved up or down there', () => pointer('pointermove', { clientY: 188 })],
    ['it is moved with what the browser last knew of the pointer', () => pointer('pointermove', { screenX: 712 })],
    ['the pointer leaves', leave, () => pointer('pointerover')],
    ['something is pressed in it', press],
    ['Enter is held', () => [key('Enter'), key('Enter')]],
    ['the space bar is held', () => [key(' '), key(' ')]],
  ])('%s: it begins anew', (_, happens, comesBack) => {
    open()
    happens()
    expect([click(), click({ detail: 0 }), press()]).toEqual([false, false, false])
    comesBack?.()
    pass(499)
    expect([hook.status, press()]).toEqual(['settling', false])
    pass(500)
    expect([hook.status, press()]).toEqual(['armed', true])
  })

  test('other words of the same size begin anew; those that say why a press doesn’t count are none', async () => {
    const { container } = open()
    const screen = container.firstElementChild ?? expect.fail()
    const reason = screen.appendChild(document.createElement('p'))
    reason.setAttribute('data-arming', '')
    const sum = screen.appendChild(document.createElement('p'))
    await act(async () => {})
    expect(hook.status).toBe('settling')
    pass(500)
    expect(hook.status).toBe('armed')
    reason.textContent = 'Ready in a moment.'
    await act(async () => {})
    expect(hook.status).toBe('armed')
    pointer('pointerdown')
    sum.textContent = 'A million'
    await act(async () => {})
    expect([hook.status, click()]).toEqual(['settling', false])
  })

  test.each<[cause: string, away: () => void]>([
    ['in the back', () => show('hidden')],
    ['behind another window', blur],
    ['without its pointer', leave],
  ])('%s nobody is there, whatever was', (_, away) => {
    open()
    away()
    pass(60_000)
    expect([hook.status, click({ detail: 0 })]).toEqual(['settling', false])
  })

  test('a page that comes back with the focus in it counts from there', () => {
    open()
    show('hidden')
    pass(10_000)
    browser.isFocused = true
    show('visible')
    pass(499)
    expect(hook.status).toBe('settling')
    pass(1)
    expect(hook.status).toBe('armed')
  })

  test('a mouse whose movement says the page’s scale first begins anew; from then on none does, nor another pointer’s', () => {
    open()
    for (const by of [40, 60])
      pointer('pointermove', { screenX: 700 + by, clientX: 100 + by, screenY: 500 + by, clientY: 200 + by })
    expect(hook.status).toBe('settling')
    pass(500)
    pointer('pointermove', { screenX: 760, screenY: 520, clientX: 160, clientY: 220 })
    pointer('pointermove', { pointerType: 'touch', screenX: 735, screenY: 524, clientX: 10, clientY: 10 })
    key('Tab')
    leave('touch')
    expect(hook.status).toBe('armed')
    // 168 px under a mouse that moves by 2.
    pointer('pointerdown', { screenX: 762, screenY: 520, clientX: 162, clientY: 388 })
    expect(click()).toBe(false)
  })

  test('a press by a mouse whose place isn’t known begins anew, whatever it lies over', () => {
    browser.isOver = true
    render(<Screen />)
    browser.seen(true)
    pass(5_000)
    expect([hook.status, press()]).toEqual(['armed', false])
    pass(500)
    expect(press()).toBe(true)
  })

  test.each([
    ['begins', 'pointerdown'],
    ['ends', 'pointerup'],
  ])(
    'a frame that has moved under a pointer at rest, whose place on the screen is told as if that had moved too: a press that %s there is none',
    (_, type) => {
      open()
      expect(hook.status).toBe('armed')
      if (type === 'pointerup') pointer('pointerdown')
      pointer(type, { screenX: at.screenX - 11, clientX: at.clientX - 11 })
      expect([hook.status, click()]).toEqual(['settling', false])
      pass(500)
      expect(hook.status).toBe('armed')
    },
  )

  test('a frame below 300 × 320 pixels of the screen isn’t armed, and says so', () => {
    const sizes: readonly (readonly [width: number, height: number, status: string])[] = [
      [360, 90, 'small'],
      [120, 60, 'small'],
      [299, 600, 'small'],
      [300, 320, 'settling'],
    ]
    for (const [innerWidth, innerHeight, status] of sizes) {
      Object.assign(window, { innerWidth, innerHeight })
      render(<Screen />)
      browser.seen(true)
      expect(hook.status).toBe(status)
      cleanup()
    }
    Object.assign(window, { innerWidth: 1024, innerHeight: 768 })
    open()
    Object.assign(window, { innerHeight: 90 })
    happen(window, new Event('resize'))
    expect([hook.status, press()]).toEqual(['small', false])
    Object.assign(window, { innerHeight: 768 })
  })

  test('a pointer that comes with its press is no reader’s, whether the focus is there or not', () => {
    for (const isFocused of [false, true]) {
      browser.isFocused = isFocused
      render(<Screen />)
      browser.seen(true)
      pass(10_000)
      expect(press()).toBe(false)
      pass(500)
      expect(press()).toBe(true)
      cleanup()
    }
  })

  test('the first press in a frame brings the focus, and approves', () => {
    open()
    pointer('pointerdown')
    focus()
    expect([hook.status, click()]).toEqual(['armed', true])
  })

  test.each([
    ['it is covered', () => browser.seen(false)],
    ['another window comes to the front', blur],
    ['it moves', () => browser.sized()],
  ])('a press during which %s approves nothing', (_, happens) => {
    open()
    pointer('pointerdown')
    happens()
    expect(click()).toBe(false)
  })

  test('a finger counts from its first touch on; with the focus in the page one tap does', () => {
    const tap = () => {
      pointer('pointerdown', { pointerType: 'touch' })
      leave('touch')
      const isTaken = click()
      happen(document.body, new MouseEvent('click', { bubbles: true }))
      return isTaken
    }
    // A telephone's.
    vi.stubGlobal('devicePixelRatio', 3)
    render(<Screen />)
    browser.seen(true)
    pass(10_000)
    expect(tap()).toBe(false)
    pass(499)
    expect(tap()).toBe(false)
    pass(500)
    expect(tap()).toBe(true)
    cleanup()
    browser.isFocused = true
    render(<Screen />)
    browser.seen(true)
    pass(500)
    expect(tap()).toBe(true)
  })

  test.each([0.9, 1, 2])(
    'a finger in a frame of ratio %s, which a page may have shrunk, arms nothing; it says that it is too small',
    (ratio) => {
      vi.stubGlobal('devicePixelRatio', ratio)
      Object.assign(window, { innerWidth: 360, innerHeight: 600 })
      browser.isFocused = true
      render(<Screen />)
      browser.seen(true)
      for (let tap = 0; tap < 3; tap += 1) {
        pass(600)
        pointer('pointerdown', { pointerType: 'touch' })
        leave('touch')
        expect(click()).toBe(false)
        happen(document.body, new MouseEvent('click', { bubbles: true }))
      }
      expect(hook.status).toBe('small')
      Object.assign(window, { innerWidth: 1024, innerHeight: 768 })
    },
  )

  test('half of a double press is none, wherever its other half was', () => {
    open()
    pointer('pointerdown')
    expect(click({ detail: 2 })).toBe(false)
    pass(500)
    expect(press()).toBe(true)
    expect(press()).toBe(false)
    pass(499)
    expect(press()).toBe(false)
  })

  test('a key counts by its own press, and not by being held', () => {
    browser.isFocused = true
    render(<Screen />)
    browser.seen(true)
    for (let held = 0; held < 30; held += 1) {
      pass(50)
      key('Enter')
      expect(click({ detail: 0 })).toBe(false)
    }
    pass(500)
    key('Tab')
    key('Enter')
    expect(click({ detail: 0 })).toBe(true)
  })

  test('the space bar clicks as it is let go, and counts by when it was pressed', () => {
    browser.isFocused = true
    render(<Screen />)
    browser.seen(true)
    pass(499)
    key(' ')
    pass(600)
    letGo(' ')
    expect(click({ detail: 0 })).toBe(false)
    pass(500)
    key(' ')
    pass(600)
    letGo(' ')
    expect(click({ detail: 0 })).toBe(true)
  })

  test('what reads the page aloud presses without a press: it counts where it is armed', () => {
    browser.isFocused = true
    render(<Screen />)
    browser.seen(true)
    pass(499)
    expect(click({ detail: 0 })).toBe(false)
    pass(1)
    expect(click({ detail: 0 })).toBe(true)
    expect(click({ detail: 1 })).toBe(false)
  })

  test('a script’s click is none', () => {
    open()
    pointer('pointerdown')
    expect(click({ isTrusted: false })).toBe(false)
  })

  test('a press that a busy page hears late counts from when it was made', () => {
    render(<Screen />)
    browser.seen(true)
    pointer('pointerover')
    pass(600)
    happen(document.body, new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse', ...at }), 101)
    expect(click()).toBe(false)
  })

  test('the second of two requests begins unarmed, and a press of the first is none of its', () => {
    const { rerender } = open()
    pointer('pointerdown')
    said.length = 0
    rerender(<Screen of="second" />)
    expect(click()).toBe(false)
    browser.isOver = true
    browser.seen(true)
    pass(499)
    expect(press()).toBe(false)
    expect(new Set(said)).toEqual(new Set(['second unseen', 'second settling']))
    pass(500)
    expect([hook.status, press()]).toEqual(['armed', true])
  })

  test('of a frame the browser is asked what lies over it; what signs nothing is seen where it is in view', () => {
    const { rerender } = render(<Screen shownIn="anywhere" />)
    expect(browser.settings).toEqual({ threshold: 0.98 })
    browser.seen(false)
    expect(hook.status).toBe('settling')
    browser.seen(false, false)
    expect(hook.status).toBe('unseen')
    rerender(<Screen shownIn="frame" />)
    expect(browser.settings).toEqual({ threshold: 1, trackVisibility: true, delay: 100 })
    browser.seen(false)
    expect(hook.status).toBe('unseen')
  })

  test('nothing is followed once it has gone', () => {
    const { unmount } = open()
    press()
    const [following, timers] = [browser.following, vi.getTimerCount()]
    unmount()
    pointer('pointerover')
    pointer('pointerdown')
    focus()
    expect([browser.following, vi.getTimerCount()]).toEqual([following - 2, timers - 1])
    expect(click()).toBe(false)
  })

  test('whether this browser says what lies over a frame', () => {
    class Entry {
      get isVisible() {
        return true
      }
    }
    const knows = (entry: unknown) =>
      knowsCovers(Object.assign(Object.create(window), { IntersectionObserverEntry: entry }))
    expect([knows(Entry), knows(class {}), knows(undefined)]).toEqual([true, false, false])
  })
})
