import { describe, expect, test } from 'vitest'
import { joinFrame } from '../popup/joinFrame.js'
import { ExchangeWindow } from '../test/exchangeWindows.js'
import type { FromFrame, FromWindow } from './exchange.js'
import { expectWindow, openWindow } from './windowLine.js'

const fields = [{ name: 'Message', fields: [{ name: 'to', value: '0x00', isCode: true }] }]
const tree = { label: 'What is signed', fields }
const fact = { label: 'To', value: '0x00', isCode: true }
const shown = {
  ...{ title: 'Sign', act: 'Sign', isDeliberate: false, tree },
  headline: [{ text: 'You give ' }, { text: '1 ETH', isValue: true, tone: 'gives', exact: '1.0000001 ETH' }],
  warnings: [{ text: 'Look.', isMild: true }],
  sums: [{ label: 'You give', value: '1 ETH', way: 'out' }],
  facts: [fact],
  folded: { label: 'Details', facts: [fact], hasData: true },
} as const
const asked: FromFrame = {
  type: 'foyer-window-show',
  approval: { id: 1, changes: 0, site: 'https://dapp.example', shown, hashes: ['h'] },
  more: 0,
}
const approved: FromWindow = { type: 'foyer-window-approved', id: 1, changes: 0, hashes: ['h'] }

/** A frame that has asked in a window, which isn't loaded yet. */
function opened() {
  const frame = new ExchangeWindow()
  const window = new ExchangeWindow()
  window.opener = frame
  window.peer = frame
  frame.peer = window
  const said: FromWindow[] = []
  const names: string[] = []
  const open = (url: string, name: string) => {
    window.goTo(url)
    names.push(name)
    return window
  }
  const line = openWindow({
    window: Object.assign(frame, { open }),
    path: '/approve',
    onSaid: (each) => said.push(each),
  })
  line?.tell(asked)
  return { frame, window, said, names, line, join: () => joinFrame(window) }
}

/** A page that has opened the window for the frame in it, which is told of it by a port of theirs. */
function openedByHost(nonce = 'nonce') {
  const host = new ExchangeWindow('https://dapp.example')
  const frame = Object.assign(new ExchangeWindow(), { open: () => null })
  const window = new ExchangeWindow()
  Object.assign(host, { 0: new ExchangeWindow('https://advert.example'), 1: frame, length: 2 })
  window.opener = host
  window.goTo(`https://wallet.example/approve?lang=en&by=host#${nonce}`)
  window.peer = frame
  frame.peer = window
  const said: FromWindow[] = []
  const expect = (of = nonce) => expectWindow({ window: frame, nonce: of, onSaid: (each) => said.push(each) })
  return { host, frame, window, said, expect, join: () => joinFrame(window) }
}

describe('[F8] a frame and its window', () => {
  test('meet by the nonce, and go on over a port', async () => {
    const { window, said, line, join } = opened()
    const joined = join()
    expect(joined.state.get().status).toBe('waiting')
    await expect.poll(() => joined.state.get()).toEqual({ status: 'asked', asked, isOwn: true })
    joined.end(approved)
    joined.end({ type: 'foyer-window-rejected', id: 1 }) // it has been answered
    await expect.poll(() => said).toEqual([approved])
    expect([window.closed, joined.state.get().status]).toEqual([false, 'answered'])
    line?.end()
    await expect.poll(() => [window.closed, joined.state.get().status]).toEqual([true, 'over'])
  })

  test('a window has no name, by which another page could have it or hand it over', () => {
    expect(opened().names).toEqual(['_blank'])
  })

  test('a window that is answered shows what its frame asks next, and closes where that says nothing more', async () => {
    const { window, line, join } = opened()
    const { state, end } = join()
    await expect.poll(() => state.get().status).toBe('asked')
    end(approved)
    line?.tell({ ...asked, approval: { ...asked.approval, id: 2 } })
    await expect.poll(() => state.get()).toMatchObject({ status: 'asked', asked: { approval: { id: 2 } } })
    end({ ...approved, id: 2 })
    expect(window.closed).toBe(false)
    window.passTime()
    expect(window.closed).toBe(true)
  })

  test('a window that comes when its frame waits no longer closes', async () => {
    const { window, line, join } = opened()
    line?.end()
    join()
    await expect.poll(() => window.closed).toBe(true)
  })

  test('a window whose frame’s page is gone says that nobody waits, and decides nothing', async () => {
    const { frame, window, said, join } = opened()
    const { state, end } = join()
    await expect.poll(() => state.get().status).toBe('asked')
    frame.closed = true
    window.dispatchEvent(new Event('focus'))
    expect(state.get().status).toBe('over')
    end(approved)
    await new Promise((resolve) => setImmediate(resolve))
    expect(said).toEqual([])
  })

  test.each([
    ['another nonce', { data: { type: 'foyer-window-ready', nonce: 'x' } }],
    ['no nonce', { data: { type: 'foyer-window-ready', nonce: '' } }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['no greeting', { data: { type: 'foyer-window-port' } }],
  ])('the frame hands nothing to %s', (_name, forged) => {
    const { frame, window } = opened()
    const handed: unknown[] = []
    window.addEventListener('message', (event) => handed.push(event))
    frame.receive({ data: { type: 'foyer-window-ready', nonce: window.location.hash.slice(1) }, ...forged })
    expect(handed).toEqual([])
  })

  test.each([
    ['another nonce', { data: { type: 'foyer-window-port', nonce: 'x' } }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another window', { source: {} }],
    ['no port', { ports: [] }],
  ])('the window takes no request from %s', async (_name, forged) => {
    const { window } = opened()
    const opener = new ExchangeWindow() // one that answers nothing
    Object.assign(window, { opener, peer: opener })
    const { state } = joinFrame(window)
    const { port1, port2 } = new MessageChannel()
    const data = { type: 'foyer-window-port', nonce: window.location.hash.slice(1) }
    window.receive({ data, ports: [port2], ...forged })
    port1.postMessage(asked)
    await new Promise((resolve) => setImmediate(resolve))
    expect(state.get().status).toBe('waiting')
    port1.close()
  })

  test('a window that is left says so, once it has been asked', async () => {
    const { window, said, join } = opened()
    const { state } = join()
    await expect.poll(() => state.get().status).toBe('asked')
    window.dispatchEvent(new Event('pagehide'))
    await expect.poll(() => said).toEqual([{ type: 'foyer-window-closed' }])
  })

  test.each(['the frame asks no longer', 'the page around leaves'])(
    'the window’s request is over where %s',
    async (why) => {
      const { frame, window, line, join } = opened()
      const { state } = join()
      await expect.poll(() => state.get().status).toBe('asked')
      if (why.includes('no longer')) line?.end()
      else frame.dispatchEvent(new Event('pagehide'))
      await expect.poll(() => state.get().status).toBe('over')
      expect(window.closed).toBe(why.includes('no longer'))
    },
  )

  test('a window without an opener is apart; without a nonce nobody waits for it', () => {
    const { window } = opened()
    window.opener = null
    expect(joinFrame(window).state.get().status).toBe('apart')
    window.location.hash = ''
    expect(joinFrame(window).state.get().status).toBe('over')
  })

  test('the page around opens a window, which finds the wallet’s frame by itself: what that page posts counts for nothing', async () => {
    const { host, frame, window, said, expect: expectIt, join } = openedByHost()
    const heard: unknown[] = []
    host.addEventListener('message', (event) => heard.push(event))
    const line = expectIt()
    const { state, end } = join()
    const { port1, port2 } = new MessageChannel()
    const forged = { origin: 'https://dapp.example', source: host }
    window.receive({ ...forged, data: { type: 'foyer-window-port', nonce: 'nonce' }, ports: [port2] })
    frame.receive({ ...forged, data: { type: 'foyer-window-ready', nonce: 'nonce' } })
    port1.postMessage(asked)
    line.tell({ ...asked, more: 1 })
    await expect.poll(() => state.get()).toMatchObject({ status: 'asked', asked: { more: 1 } })
    end(approved)
    await expect.poll(() => said).toEqual([approved])
    expect(heard).toEqual([])
    port1.close()
    line.end()
  })

  test('a window that the page around has opened for nothing closes: none waits for it, or it is cut off', async () => {
    const late = openedByHost()
    late.join()
    late.window.passTime()
    const other = openedByHost()
    other.expect('another nonce')
    other.join()
    other.window.passTime()
    const apart = openedByHost()
    apart.window.opener = null
    apart.join()
    const over = openedByHost()
    over.expect().end()
    over.join()
    await expect
      .poll(() => [late, other, apart, over].map(({ window }) => window.closed))
      .toEqual([true, true, true, true])
  })

  test('a window that was left and comes back decides nothing', async () => {
    const { window, said, join } = opened()
    const { state, end } = join()
    await expect.poll(() => state.get().status).toBe('asked')
    window.dispatchEvent(new Event('pagehide'))
    end(approved)
    await expect.poll(() => said).toEqual([{ type: 'foyer-window-closed' }])
    expect(state.get().status).toBe('over')
  })
})
