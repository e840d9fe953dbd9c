import { describe, expect, test } from 'vitest'
import { joinFrame } from '../popup/joinFrame.js'
import { askInWindow } from './askInWindow.js'
import type { FromFrame, FromWindow } from './exchange.js'

const origin = 'https://wallet.example'
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
}

/** A window as far as these two use one; what is posted to it arrives at once. */
class TestWindow extends EventTarget {
  opener: TestWindow | null = null
  isClosed = false
  readonly location = { origin, hash: '', pathname: '/approve', reload: () => {} }
  readonly history = { replaceState: () => {} }
  /** Where a message is said to come from. */
  peer: unknown = null

  postMessage(data: unknown, target: string, ports: readonly MessagePort[] = []): void {
    this.receive({ data, ports: [...ports], origin: target, source: this.peer })
  }

  receive(of: { data: unknown; ports?: MessagePort[]; origin?: string; source?: unknown }): void {
    const event = new Event('message')
    const given = { ports: [], origin, source: this.peer, ...of }
    for (const [name, value] of Object.entries(given)) Object.defineProperty(event, name, { value })
    this.dispatchEvent(event)
  }

  focus(): void {}
  close(): void {
    this.isClosed = true
  }
}

/** A frame that has asked in a window, which isn't loaded yet. */
function opened() {
  const frame = new TestWindow()
  const window = new TestWindow()
  window.opener = frame
  window.peer = frame
  frame.peer = window
  const said: FromWindow[] = []
  const open = (url: string) => {
    window.location.hash = new URL(url).hash
    return window
  }
  const stop = askInWindow({
    window: Object.assign(frame, { open }),
    path: '/approve',
    asked: () => asked,
    onSaid(each) {
      said.push(each)
      return true
    },
  })
  return { frame, window, said, stop, join: () => joinFrame(window) }
}

describe('[F8] a frame and its window', () => {
  test('meet by the nonce, and go on over a port', async () => {
    const { window, said, join } = opened()
    const joined = join()
    expect(joined.state.get().status).toBe('waiting')
    await expect.poll(() => joined.state.get()).toEqual({ status: 'asked', asked })
    joined.end({ type: 'foyer-window-approved', hashes: ['h'] })
    await expect.poll(() => said).toEqual([{ type: 'foyer-window-approved', hashes: ['h'] }])
    expect([window.isClosed, joined.state.get().status]).toEqual([true, 'over'])
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
    const opener = new TestWindow() // one that answers nothing
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
      const { frame, stop, join } = opened()
      const { state } = join()
      await expect.poll(() => state.get().status).toBe('asked')
      if (why.includes('no longer')) stop?.()
      else frame.dispatchEvent(new Event('pagehide'))
      await expect.poll(() => state.get().status).toBe('over')
    },
  )

  test('a window without an opener is apart; without a nonce nobody waits for it', () => {
    const { window } = opened()
    window.opener = null
    expect(joinFrame(window).state.get().status).toBe('apart')
    window.location.hash = ''
    expect(joinFrame(window).state.get().status).toBe('over')
  })
})
