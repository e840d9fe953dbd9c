import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { settle, withFrames } from '../test/withFrames.js'

const { made, thrown } = withFrames()

/** A window whose width is said by hand. */
function widths() {
  const listeners = new Set<() => void>()
  const query = {
    matches: false,
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }
  const asked: string[] = []
  vi.stubGlobal('matchMedia', (media: string) => {
    asked.push(media)
    return query
  })
  return {
    asked,
    listeners,
    turn(isNarrow: boolean) {
      query.matches = isNarrow
      for (const listener of listeners) listener()
    },
  }
}

let width: ReturnType<typeof widths>
beforeEach(() => {
  width = widths()
})
afterEach(() => vi.unstubAllGlobals())

const iframeOf = () => document.querySelector('iframe') ?? expect.fail()
const dialogOf = () => iframeOf().closest('dialog') ?? expect.fail()
const boxOf = ({ style }: HTMLElement) => [style.inset, style.width, style.transform]
const radiusOf = ({ style }: HTMLElement) => style.borderRadius

const hidden = ['0', '100%', 'none']
const centred = ['50% auto auto 50%', '360px', 'translate(-50%, -50%)']
const sheet = ['auto 0 0', '100%', 'none']

describe('[S2.25] the raised frame', () => {
  test('lies in the middle, or at the bottom of a phone, and follows the window while it is raised', () => {
    const { frame } = made()
    expect([width.asked, boxOf(iframeOf())]).toEqual([['(max-width: 430px)'], hidden])
    frame.raise()
    expect(boxOf(iframeOf())).toEqual(centred)
    // As round as the modal’s card.
    expect(radiusOf(iframeOf())).toBe('24px')
    width.turn(true)
    expect(boxOf(iframeOf())).toEqual(sheet)
    expect(radiusOf(iframeOf())).toBe('24px 24px 0 0')
    frame.lower()
    width.turn(false)
    expect(boxOf(iframeOf())).toEqual(hidden)
    frame.end()
    expect(width.listeners.size).toBe(0)
  })

  test('lies above what came over it once it is raised again, and has the focus', () => {
    const { frame } = made()
    const said: string[] = []
    for (const name of ['close', 'showModal'] as const) {
      const before = dialogOf()[name].bind(dialogOf())
      dialogOf()[name] = () => {
        said.push(name)
        before()
      }
    }
    frame.raise()
    frame.raise()
    expect(said).toEqual(['showModal', 'close', 'showModal'])
    expect([document.activeElement, width.listeners.size]).toEqual([iframeOf(), 1])
    frame.lower()
    frame.lower()
    expect(said.slice(3)).toEqual(['close'])
    expect(width.listeners.size).toBe(0)
  })

  test('is taken out of the page where it is over while it is raised', () => {
    const { frame } = made()
    frame.raise()
    frame.end()
    expect([document.querySelector('dialog'), width.listeners.size]).toEqual([null, 0])
  })

  test('is closed by Escape outside of the page alone: not by what is cancelled inside, and not while it is hidden', () => {
    const { frame } = made()
    let closings = 0
    const stop = frame.onClosed(() => {
      closings += 1
    })
    const cancel = (target: HTMLElement) => target.dispatchEvent(new Event('cancel', { bubbles: true }))
    cancel(dialogOf())
    frame.raise()
    cancel(iframeOf())
    expect(closings).toBe(0)
    cancel(dialogOf())
    expect(closings).toBe(1)
    stop()
    cancel(dialogOf())
    expect(closings).toBe(1)
  })
})

test('[S2.25] of two kits in a page the first frame has the known id, and dialogs draw nothing of their own', () => {
  made()
  made()
  const ids = [...document.querySelectorAll('iframe')].map(({ id, name, title }) => [id, name, title])
  expect(ids).toEqual([
    ['w3m-iframe', 'w3m-secure-iframe', 'Email'],
    ['', 'w3m-secure-iframe', 'Email'],
  ])
  const { padding, width: across, height, overflow } = dialogOf().style
  expect([padding, across, height, overflow].map((each) => each.replace('px', ''))).toEqual(['0', '0', '0', 'visible'])
})

test('a page that the browser can’t load is over at once, for what waits and for what is asked then', async () => {
  const { frame } = made({ loads: false })
  const asked = frame.request('GET_CHAIN_ID', undefined)
  iframeOf().dispatchEvent(new Event('error'))
  await expect(asked).rejects.toMatchObject({ code: 'frame_load', facts: { origin: 'https://secure.foyer.example' } })
  await expect(frame.request('GET_CHAIN_ID', undefined)).rejects.toMatchObject({ code: 'frame_load' })
  expect([frame.isOver(), document.querySelector('dialog')]).toEqual([true, null])
})

describe('listeners', () => {
  test('hear what the page wants to be seen for, and no more once they were removed', async () => {
    const { frame, page } = made()
    await settle()
    const seen: boolean[] = []
    const stop = frame.onSurface((isShown) => seen.push(isShown))
    page.post({ type: 'foyer/surface', shown: true })
    page.post({ type: 'foyer/surface', shown: 'yes' })
    await settle()
    page.post({ type: 'foyer/surface', shown: false })
    await settle()
    stop()
    page.post({ type: 'foyer/surface', shown: true })
    await settle()
    expect(seen).toEqual([true, false])
  })

  test('hear messages and notices; one that throws is reported, and keeps none from the others', async () => {
    const { frame, page } = made()
    await settle()
    thrown.length = 0
    const names: string[] = []
    frame.listen(() => {
      throw new Error('mine')
    })
    const stop = frame.listen(({ name }) => names.push(name))
    page.post({ type: '@w3m-frame/SESSION_UPDATE', payload: { token: 't' } })
    page.post({ id: 'x', type: '@w3m-frame/SIGN_OUT_SUCCESS' })
    await settle()
    stop()
    page.post({ type: '@w3m-frame/SESSION_UPDATE', payload: { token: 't' } })
    await settle()
    expect(names).toEqual(['SESSION_UPDATE', 'SIGN_OUT'])
    expect(thrown).toHaveLength(3)
  })

  test('of a window of the original’s page hear nothing of surfaces', async () => {
    const { frame, page } = made({ isOwn: false })
    await settle()
    const seen: boolean[] = []
    frame.onSurface((isShown) => seen.push(isShown))
    page.post({ type: 'foyer/surface', shown: true })
    await settle()
    expect(seen).toEqual([])
  })
})
