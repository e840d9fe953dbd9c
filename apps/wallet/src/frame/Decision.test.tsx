import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WaitingApproval } from '../approval/approvals.js'
import { BlindObserver, stubObservers } from '../test/blindObservers.js'
import { site, type TestFrame, testFrame } from '../test/testFrame.js'
import { Decision } from './Decision.js'

/** How the browser was asked what is seen of a request; undefined before it was. */
let asked: IntersectionObserverInit | undefined

beforeEach(() => {
  class Seeing extends BlindObserver {
    constructor(_report: unknown, settings?: IntersectionObserverInit) {
      super()
      asked = settings ?? asked
    }
  }
  asked = undefined
  stubObservers()
  vi.stubGlobal('IntersectionObserver', Seeing)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The browser says what lies over a frame, or it doesn't. */
function stubEntry(knowsCovers: boolean): void {
  class Entry {}
  if (knowsCovers) Object.defineProperty(Entry.prototype, 'isVisible', { get: () => true })
  vi.stubGlobal('IntersectionObserverEntry', Entry)
}

const screenOf = {
  title: 'Sign in',
  act: 'Sign',
  headline: [],
  warnings: [],
  isDeliberate: false,
  sums: [],
  facts: [],
  folded: { label: 'Details', facts: [], hasData: false },
}

/** A frame of the page, which asks for that; its operator answers for the page or doesn't. */
async function ask(asksFor: 'signIn' | 'text', isVouched = false): Promise<TestFrame> {
  const made = await testFrame()
  if (isVouched) made.servers.vouched.add(site)
  await made.frame.vouching.ask()
  const approval: WaitingApproval = {
    id: 1,
    changes: 0,
    site,
    request: '01',
    hashes: ['0x01'],
    shown: { ...screenOf, asksFor },
    payloads: [new Uint8Array(1)],
    signer: { family: 'eip155', address: '0x01' },
  }
  render(<Decision frame={made.frame} approval={approval} isBusy={false} more={0} />)
  return made
}

const inFrame = () => screen.findByText('dapp.example', { selector: '[data-part="asks"] b' })
const inWindow = () => screen.findByRole('button', { name: 'Open a window' })

describe('[F11] a request in a frame', () => {
  test('a sign-in at the page’s own domain stays there in a browser that can’t say what lies over it, and asks it for nothing that it can’t say', async () => {
    stubEntry(false)
    await ask('signIn')
    await inFrame()
    expect(asked).toEqual({ threshold: 0.98 })
  })

  test('where the browser says it, a sign-in is armed by that', async () => {
    stubEntry(true)
    await ask('signIn')
    await inFrame()
    expect(asked).toMatchObject({ trackVisibility: true })
  })

  test.each<[text: string, isVouched: boolean, knowsCovers: boolean]>([
    ['a page that nobody answers for', false, true],
    ['a browser that can’t say what lies over it', true, false],
  ])('another text goes to the window in %s', async (_, isVouched, knowsCovers) => {
    stubEntry(knowsCovers)
    await ask('text', isVouched)
    await inWindow()
    expect(asked).toBe(undefined)
  })

  test('another text is asked in a page that is answered for, and goes to the window once that ends', async () => {
    stubEntry(true)
    const { servers, frame } = await ask('text', true)
    await inFrame()
    expect(asked).toMatchObject({ trackVisibility: true })
    servers.vouched.delete(site)
    await act(() => frame.vouching.ask())
    await inWindow()
  })

  test('a frame that becomes too small sends it to the window', async () => {
    stubEntry(true)
    await ask('text', true)
    await inFrame()
    const { innerHeight } = window
    Object.assign(window, { innerHeight: 319 })
    act(() => window.dispatchEvent(new Event('resize')))
    await inWindow()
    Object.assign(window, { innerHeight })
  })
})
