import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchReading } from './reading.js'

/** Where each element stands, by its class, in a window of 480 px; what is in the box that scrolls moves with it. */
const places: Readonly<Record<string, readonly [top: number, bottom: number]>> = {
  screen: [0, 480],
  title: [0, 40],
  scroll: [50, 380],
  sum: [60, 100],
  fact: [310, 370],
  last: [400, 440],
  dock: [390, 480],
  act: [400, 440],
}
let [scrolled, changed]: [number, () => void] = [0, () => {}]
const told: boolean[] = []
let anew = 0

function stub(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(report: () => void) {
        changed = report
      }
      observe() {}
      disconnect() {}
    },
  )
  Object.assign(window, { innerHeight: 480 })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function of(this: Element) {
    const [top, bottom] = places[this.className] ?? [0, 480]
    const by = this.closest('.scroll') && this.className !== 'scroll' ? scrolled : 0
    return DOMRect.fromRect({ x: 0, y: top - by, width: 320, height: bottom - top })
  })
}

const { innerHeight } = window
beforeEach(() => {
  ;[scrolled, anew, told.length] = [0, 0, 0]
  stub()
})
afterEach(() => {
  Object.assign(window, { innerHeight })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** A request, whose box scrolls by itself, or with the whole screen under its buttons. */
function draw({ scrollStyle = 'overflow-y: auto', dockStyle = '', more = '' } = {}) {
  document.body.innerHTML = `<main class="screen"><h1 class="title">Send</h1>
    <div class="scroll" style="${scrollStyle}"><p class="sum">A million</p><p class="fact">To a stranger</p>${more}</div>
    <div class="dock" style="${dockStyle}"><button class="act">Send</button></div></main>`
  const element = document.querySelector<HTMLElement>('main') ?? expect.fail()
  return watchReading({
    element,
    onRead: (isRead) => told.push(isRead),
    onChanged: () => {
      anew += 1
    },
  })
}

function scrollTo(by: number): void {
  scrolled = by
  window.dispatchEvent(new Event('scroll'))
}

describe('[F11] what was in view of a page', () => {
  test('all of a short one is, at once', () => {
    draw()
    expect(told).toEqual([true])
  })

  test('what stands below its box is once it was scrolled to, and not a pixel before', () => {
    draw({ more: '<p class="last">And more</p>' })
    expect(told).toEqual([false])
    scrollTo(57)
    expect(told).toEqual([false])
    scrollTo(60)
    expect(told).toEqual([false, true])
  })

  test('what lies under the buttons that stay isn’t read', () => {
    draw({ scrollStyle: '', dockStyle: 'position: sticky', more: '<p class="last">And more</p>' })
    expect(told).toEqual([false])
    scrollTo(47)
    expect(told).toEqual([false])
    scrollTo(50)
    expect(told).toEqual([false, true])
  })

  test('words that change, and those that come, count anew; what says why a press doesn’t count is none of them', () => {
    draw()
    const fact = document.querySelector('.fact') ?? expect.fail()
    fact.textContent = 'To somebody else'
    changed()
    expect([told, anew]).toEqual([[true], 1])
    fact.insertAdjacentHTML('afterend', '<p class="last">A warning</p>')
    changed()
    expect([told, anew]).toEqual([[true, false], 2])
    scrollTo(60)
    fact.insertAdjacentHTML('afterend', '<p data-arming="">Ready in a moment.</p>')
    changed()
    expect([told, anew]).toEqual([[true, false, true], 2])
  })

  test('nothing is in view of a page that is hidden, nor heard once it has gone', () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const watch = draw()
    expect(told).toEqual([])
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(told).toEqual([true])
    watch.stop()
    scrollTo(900)
    expect(told).toEqual([true])
  })
})
