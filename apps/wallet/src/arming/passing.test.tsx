import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPassing } from './passing.js'
import { watchPointer } from './watchPointer.js'

/** Where each part stands, from top to bottom; all are as wide as the page, and their words end before. */
const heights: Record<string, readonly [top: number, bottom: number]> = {
  H1: [0, 40],
  asks: [50, 70],
  headline: [80, 120],
  PRE: [80, 120],
  H3: [72, 78],
  DT: [72, 78],
  DD: [300, 320],
  scroll: [75, 400],
}
const wordsEnd = 300
let scrolled = 0

const spanOf = (element: Element) => {
  const [top, bottom] = heights[element.getAttribute('data-part') ?? element.className] ??
    heights[element.tagName] ?? [0, 600]
  const by = element.closest('.scroll') && element.className !== 'scroll' ? scrolled : 0
  return { top: top - by, bottom: bottom - by }
}

beforeEach(() => {
  scrolled = 0
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function of(this: Element) {
    const { top, bottom } = spanOf(this)
    return DOMRect.fromRect({ x: 0, y: top, width: 400, height: bottom - top })
  })
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function of(this: Element) {
    return Object.assign([this.getBoundingClientRect()], { item: () => null })
  })
})
beforeEach(() => {
  // The DOM of the tests draws no words.
  const lines = function of(this: Range) {
    const { top, height } = (this.startContainer.parentElement ?? document.body).getBoundingClientRect()
    const rows = this.startContainer.textContent?.split('\n').length ?? 1
    return Array.from({ length: rows }, (_, row) =>
      DOMRect.fromRect({ x: 0, y: top + (row * height) / rows, width: wordsEnd, height: height / rows }),
    )
  }
  Object.defineProperty(Range.prototype, 'getClientRects', { value: lines, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(Range.prototype, 'getClientRects')
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

function draw(html: string) {
  document.body.innerHTML = `<main data-part="approval">${html}</main>`
  return createPassing(document.querySelector('main') ?? expect.fail())
}
const request = draw.bind(
  undefined,
  '<h1>Send</h1><p data-part="asks">a site</p><div class="scroll" style="overflow-y: auto"><p data-part="headline">All of it</p></div><button>Send</button>',
)
const at = (clientY: number, clientX = 200) => ({ clientX, clientY })

describe('[F11] what the pointer has been over', () => {
  test('of a request it is the site and what it comes to; only both are whole', () => {
    const passing = request()
    passing.at(at(20))
    expect(passing.isWhole()).toBe(false)
    passing.at(at(60))
    expect(passing.isWhole()).toBe(false)
    passing.at(at(100))
    expect(passing.isWhole()).toBe(true)
  })

  test('a hand on its way is told in steps, and has been over what lies between two of them', () => {
    const passing = request()
    for (const y of [20, 75, 140]) passing.at(at(y))
    expect(passing.isWhole()).toBe(true)
  })

  test('a pointer that comes from beside it, or from below, or in a jump, has been over none of it', () => {
    for (const places of [
      [at(60, 500), at(100, 401), at(500)],
      [at(60, 301), at(100, 310), at(500)],
      [at(590), at(500)],
      [at(20), at(500)],
    ]) {
      const passing = request()
      for (const each of places) passing.at(each)
      expect(passing.isWhole()).toBe(false)
    }
  })

  test('between its leaving and its coming back it was elsewhere', () => {
    const passing = request()
    passing.at(at(45))
    passing.left()
    passing.at(at(121))
    expect(passing.isWhole()).toBe(false)
  })

  test('what is scrolled out of view lies under nothing', () => {
    const passing = request()
    scrolled = 50
    for (const y of [60, 70, 74]) passing.at(at(y))
    expect(passing.isWhole()).toBe(false)
    scrolled = 0
    passing.at(at(90))
    expect(passing.isWhole()).toBe(true)
  })

  test('it counts until what lies above may be another', () => {
    const passing = request()
    for (const y of [60, 100]) passing.at(at(y))
    passing.left()
    expect(passing.isWhole()).toBe(true)
    passing.forget()
    expect(passing.isWhole()).toBe(false)
  })

  test('of a request that comes to nothing that is said, it is the site, its title and its first words', () => {
    const untold = () =>
      draw('<h1>Sign</h1><p data-part="asks">a site</p><div class="scroll"><pre>I owe</pre></div><button>Sign</button>')
    for (const [left, places] of [
      ['its words', [20, 60]],
      ['its title', [60, 100]],
      ['the site', [20, 100]],
    ] as const) {
      const passing = untold()
      for (const y of places) {
        passing.at(at(y))
        passing.left()
      }
      expect([left, passing.isWhole()]).toEqual([left, false])
    }
    const passing = untold()
    for (const y of [20, 60, 100]) passing.at(at(y))
    expect(passing.isWhole()).toBe(true)
  })

  describe('row by row: the page chooses where a sentence breaks, and could go on with it in its own words', () => {
    const headline = (rows: number) =>
      `<p data-part="asks">a site</p><p data-part="headline">${Array.from({ length: rows }, (_, row) => `row ${row}`).join('\n')}</p>`
    const goOver = (passing: ReturnType<typeof draw>, places: readonly { clientX: number; clientY: number }[]) => {
      for (const place of places) {
        passing.at(place)
        passing.left()
      }
    }

    test.each([0, 1, 2, 3])('of a headline, row %i of four that wasn’t pointed at', (unseen) => {
      const passing = draw(headline(4))
      goOver(passing, [at(60), ...[85, 95, 105, 115].filter((_, row) => row !== unseen).map((y) => at(y))])
      expect(passing.isWhole()).toBe(false)
      goOver(passing, [at(85 + unseen * 10)])
      expect(passing.isWhole()).toBe(true)
    })

    test('the end of a row isn’t its middle, which a strip that is left free doesn’t show', () => {
      const passing = draw(headline(1))
      goOver(passing, [at(60), at(100, 20), at(100, 89), at(100, 211), at(100, 290)])
      expect(passing.isWhole()).toBe(false)
      goOver(passing, [at(100, 91)])
      expect(passing.isWhole()).toBe(true)
    })

    describe('of a long text', () => {
      const { PRE, scroll } = heights
      beforeEach(() => {
        Object.assign(heights, { PRE: [80, 480], scroll: [75, 480] })
      })
      afterEach(() => {
        Object.assign(heights, { PRE, scroll })
      })
      const long = () => {
        const text = Array.from({ length: 40 }, (_, row) => `row ${row}`).join('\n')
        const passing = draw(
          `<h1>Sign</h1><p data-part="asks">a site</p><div class="scroll" style="overflow-y: auto"><pre>${text}</pre></div>`,
        )
        goOver(passing, [at(20), at(60)])
        return passing
      }
      const row = (index: number) => at(85 + index * 10)

      test('the first row, the last and of any two neighbours one', () => {
        const passing = long()
        goOver(passing, [row(0), row(39), ...Array.from({ length: 19 }, (_, index) => row(index * 2 + 1))])
        expect(passing.isWhole()).toBe(true)
        const [gap, from, to] = [long(), long(), long()]
        const all = Array.from({ length: 40 }, (_, index) => row(index))
        goOver(
          gap,
          all.filter((_, index) => index !== 20 && index !== 21),
        )
        goOver(from, all.slice(1))
        goOver(to, all.slice(0, -1))
        expect([gap.isWhole(), from.isWhole(), to.isWhole()]).toEqual([false, false, false])
      })

      test('rows that are scrolled past a pointer that rests; none while it is elsewhere', () => {
        const passing = long()
        passing.at(at(90))
        for (scrolled = 40; scrolled <= 400; scrolled += 40) passing.scrolled()
        expect(passing.isWhole()).toBe(true)
        scrolled = 0
        const gone = long()
        for (scrolled = 0; scrolled <= 400; scrolled += 40) gone.scrolled()
        expect(gone.isWhole()).toBe(false)
        scrolled = 0
        const back = long()
        goOver(back, [row(0), row(2), row(39)])
        for (let index = 0; index < 39; index += 4) {
          scrolled = 0
          back.at(at(500))
          back.left()
          scrolled = 40
          back.at(row(index))
          back.left()
        }
        expect(back.isWhole()).toBe(false)
      })
    })
  })

  test('beside a text, the facts of the wallet aren’t of it; where there is none, they are what is asked', () => {
    for (const [text, isPassed] of [
      ['<pre class="content">I owe</pre>', true],
      ['<pre>I owe</pre>', false],
    ] as const) {
      const facts = '<dl class="facts"><dd>Ethereum</dd></dl>'
      const passing = draw(`<h1>Sign</h1><p data-part="asks">a site</p>${text}${facts}`)
      for (const y of [20, 60, 100]) passing.at(at(y))
      expect([text, passing.isWhole()]).toEqual([text, isPassed])
    }
  })

  test('the label of a text is none of its words', () => {
    for (const label of ['<h3>Message</h3>', '<dl><dt>Message</dt></dl>']) {
      const passing = draw(
        `<h1>Sign</h1><p data-part="asks">a site</p><div class="scroll">${label}<pre>I owe</pre></div>`,
      )
      for (const y of [20, 60, 75]) passing.at(at(y))
      expect([label, passing.isWhole()]).toEqual([label, false])
      passing.at(at(100))
      expect([label, passing.isWhole()]).toEqual([label, true])
    }
  })

  test('of a page that asks without a site it is its title; of a part of it, its own title or its first words', () => {
    const page = draw('<h1>Is this you?</h1><button>Yes</button>')
    page.at(at(500))
    expect(page.isWhole()).toBe(false)
    page.at(at(20))
    expect(page.isWhole()).toBe(true)
    // Of another page it is the first words.
    const other = draw('<h1>Is this you?</h1><p data-part="asks">a site</p><pre>a mail</pre><p>Some more.</p>')
    document.querySelector('main')?.removeAttribute('data-part')
    for (const y of [20, 60, 100]) other.at(at(y))
    expect(other.isWhole()).toBe(true)
    for (const part of [
      '<h2>Export</h2><p>All of it</p><button>Export</button>',
      '<div><p>Firefox</p><button>Sign out</button></div>',
    ]) {
      const panel = draw(part)
      expect([part, panel.isWhole()]).toEqual([part, false])
      panel.at(at(300))
      expect([part, panel.isWhole()]).toEqual([part, true])
    }
  })

  test('the letters of a picture are no words', () => {
    const page = draw('<p data-part="asks"><i aria-hidden="true">OL</i></p><p data-part="headline">All of it</p>')
    page.at(at(60))
    page.at(at(100))
    expect(page.isWhole()).toBe(false)
  })
})

describe('[F11] what fingers and held buttons have been over', () => {
  const title = '<h1>Send</h1><p data-part="asks">a site</p><p data-part="headline">All of it</p>'
  /** A window of the wallet's, and what its watch was told last. */
  const watched = () => {
    document.body.innerHTML = `<main>${title}<button>Send</button></main>`
    const element = document.querySelector('main') ?? expect.fail()
    const told: string[] = []
    const ending = new AbortController()
    watchPointer({
      ...{ shownIn: 'window', element, dispatch: () => {}, signal: ending.signal },
      now: (type) => void told.push(type),
    })
    onTestFinished(() => ending.abort())
    const happen = (type: string, more: PointerEventInit, target: Element = document.body) => {
      const { clientX = 0, clientY = 0 } = more
      const place = { screenX: clientX, screenY: clientY, bubbles: true, composed: true }
      target.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse', ...place, ...more }))
      return told.at(-1)
    }
    return happen
  }
  const only = (query: string) =>
    vi.stubGlobal('matchMedia', (asked: string) => ({ matches: asked === query, addEventListener() {} }))
  afterEach(() => void vi.unstubAllGlobals())

  test('a pointer that hovers over it is there; one that drags isn’t, nor is the way on which it was let go', () => {
    const happen = watched()
    for (const y of [60, 100]) expect(happen('pointermove', { ...at(y), buttons: 1 })).not.toBe('entered')
    happen('pointerup', at(100))
    expect(happen('pointermove', at(300))).toBe('left')
    expect(happen('pointermove', at(60))).toBe('left')
    expect(happen('pointermove', at(100))).toBe('entered')
  })

  test('a finger beside the words, or on what is pressed, isn’t on them', () => {
    const happen = watched()
    only('(any-hover: none)')
    const button = document.querySelector('button') ?? undefined
    const touch = { pointerType: 'touch', buttons: 1 }
    for (const place of [at(300), at(130), at(100, wordsEnd + 1)])
      expect(happen('pointerdown', { ...touch, ...place })).toBe('left')
    expect(happen('pointerdown', { ...touch, ...at(100) }, button)).toBe('left')
    expect(happen('pointerdown', { ...touch, ...at(123) })).toBe('entered')
  })
})
