import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { at, beginRows, below, draw, endRows, goThrough, scrollTo, site, title, wordsEnd } from './test/rowsStage.js'
import { watchPointer } from './watchPointer.js'

beforeEach(beginRows)
afterEach(endRows)

const request = draw.bind(
  undefined,
  '<h1>Send</h1><p data-part="asks">a site</p><div class="scroll" style="overflow-y: auto"><p data-part="headline">All of it</p></div><button>Send</button>',
)

describe('[F11] what the pointer has been over', () => {
  test('of a request it is the site and what it comes to; only both are whole', () => {
    const passing = request()
    for (const way of [title, site]) {
      goThrough(passing, way)
      expect(passing.isWhole()).toBe(false)
    }
    goThrough(passing, below)
    expect(passing.isWhole()).toBe(true)
  })

  test('of a single row both halves: one that lies half below another window is told by its other half alone', () => {
    for (const [from, to, isWhole] of [
      [80, 99, false],
      [101, 120, false],
      [99, 101, true],
    ] as const) {
      const passing = request()
      goThrough(passing, site, [from, to])
      expect([from, to, passing.isWhole()]).toEqual([from, to, isWhole])
    }
  })

  test('other words of the same part are gone through anew, and touched anew', () => {
    const passing = request()
    const touch = { ...at(100), composedPath: () => [document.body] }
    goThrough(passing, site, below)
    passing.touch(touch)
    expect([passing.isWhole(), passing.isTouched()]).toEqual([true, true])
    document.querySelector('[data-part="headline"]')?.replaceChildren('All of the rest')
    expect([passing.isWhole(), passing.isTouched()]).toEqual([false, false])
  })

  test('a hand on its way is told in steps, and has been over what lies between two of them', () => {
    const passing = request()
    for (const y of [20, 58, 96, 134]) passing.at(at(y))
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
    scrollTo(50)
    for (const y of [60, 70, 74]) passing.at(at(y))
    expect(passing.isWhole()).toBe(false)
    scrollTo(0)
    goThrough(passing, site, below)
    expect(passing.isWhole()).toBe(true)
  })

  test('it counts until what lies above may be another', () => {
    const passing = request()
    goThrough(passing, site, below)
    expect(passing.isWhole()).toBe(true)
    passing.forget()
    expect(passing.isWhole()).toBe(false)
  })

  test('of a request that comes to nothing that is said, it is the site, its title and its first words', () => {
    const untold = () =>
      draw('<h1>Sign</h1><p data-part="asks">a site</p><div class="scroll"><pre>I owe</pre></div><button>Sign</button>')
    for (const [left, ways] of [
      ['its words', [title, site]],
      ['its title', [site, below]],
      ['the site', [title, below]],
    ] as const) {
      const passing = untold()
      goThrough(passing, ...ways)
      expect([left, passing.isWhole()]).toEqual([left, false])
    }
    const passing = untold()
    goThrough(passing, title, site, below)
    expect(passing.isWhole()).toBe(true)
  })

  test('beside a text, the facts of the wallet aren’t of it; where there is none, they are what is asked', () => {
    for (const [text, isPassed] of [
      ['<pre class="content">I owe</pre>', true],
      ['<pre>I owe</pre>', false],
    ] as const) {
      const facts = '<dl class="facts"><dd>Ethereum</dd></dl>'
      const passing = draw(`<h1>Sign</h1><p data-part="asks">a site</p>${text}${facts}`)
      goThrough(passing, title, site, below)
      expect([text, passing.isWhole()]).toEqual([text, isPassed])
    }
  })

  test('the label of a text is none of its words', () => {
    for (const label of ['<h3>Message</h3>', '<dl><dt>Message</dt></dl>']) {
      const passing = draw(
        `<h1>Sign</h1><p data-part="asks">a site</p><div class="scroll">${label}<pre>I owe</pre></div>`,
      )
      goThrough(passing, title, site, [72, 78])
      expect([label, passing.isWhole()]).toEqual([label, false])
      goThrough(passing, below)
      expect([label, passing.isWhole()]).toEqual([label, true])
    }
  })

  test('of a page that asks without a site it is its title; of a part of it, its own title or its first words', () => {
    const page = draw('<h1>Is this you?</h1><button>Yes</button>')
    page.at(at(500))
    expect(page.isWhole()).toBe(false)
    goThrough(page, title)
    expect(page.isWhole()).toBe(true)
    // Of another page it is the first words.
    const other = draw('<h1>Is this you?</h1><p data-part="asks">a site</p><pre>a mail</pre><p>Some more.</p>')
    document.querySelector('main')?.removeAttribute('data-part')
    goThrough(other, title, site, below)
    expect(other.isWhole()).toBe(true)
    for (const part of [
      '<h2>Export</h2><p>All of it</p><button>Export</button>',
      '<div><p>Firefox</p><button>Sign out</button></div>',
    ]) {
      const panel = draw(part)
      expect([part, panel.isWhole()]).toEqual([part, false])
      for (let y = 0; y <= 600; y += 50) panel.at(at(y))
      expect([part, panel.isWhole()]).toEqual([part, true])
    }
  })

  test('an empty line has no words that a pointer could go through', () => {
    const passing = draw('<h1>Sign</h1><p data-part="asks">a site</p><pre>I owe\n\n\nyou\n\n</pre>')
    goThrough(passing, title, site, [80, 120])
    expect(passing.isWhole()).toBe(true)
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
    for (const y of [50, 85, 120]) expect(happen('pointermove', { ...at(y), buttons: 1 })).not.toBe('entered')
    happen('pointerup', at(100))
    expect(happen('pointermove', at(300))).toBe('left')
    for (const y of [50, 85]) expect(happen('pointermove', at(y))).toBe('left')
    expect(happen('pointermove', at(120))).toBe('entered')
  })

  test('in a window one that has left it has to come back over it: what lies above may be another', () => {
    const happen = watched()
    for (const y of [50, 85, 120]) happen('pointermove', at(y))
    expect(happen('pointermove', at(300))).toBe('entered')
    expect(happen('pointerleave', {}, document.documentElement)).toBe('left')
    for (const y of [500, 480]) expect(happen('pointermove', at(y))).toBe('left')
    for (const y of [120, 85, 50]) happen('pointermove', at(y))
    expect(happen('pointermove', at(20))).toBe('entered')
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
