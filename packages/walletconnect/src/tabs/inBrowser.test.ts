import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@foyer/core'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createTestWallet, type TestWallet } from '../dapp/test/wallet.js'
import { createCiphers } from '../protocol/cipher/ciphers.js'
import type { RelaySocket } from '../transport/connection.js'
import { createTestRelay, type TestRelay } from '../transport/test/relay.js'
import type { TestTab } from './test/tab.js'

declare global {
  interface Window {
    tab: TestTab
    connected: Promise<unknown>
    uri: string
    asked: Promise<unknown>
  }
}

let folder: string
let browser: Browser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-tabs-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      lib: { entry: fileURLToPath(new URL('test/tab.ts', import.meta.url)), formats: ['es'], fileName: 'index' },
      rolldownOptions: { output: { entryFileNames: 'index.js', chunkFileNames: '[name].js' } },
    },
    resolve: { conditions: ['foyer-source', 'browser', 'module', 'import'] },
  })
  const named = process.env.FOYER_RELEASED_BROWSER ?? process.env.FOYER_BROWSER ?? '/usr/bin/chromium'
  browser = await chromium.launch({
    ...(existsSync(named) ? { executablePath: named } : {}),
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    timeout: 0,
  })
})
afterAll(async () => {
  await browser?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** Where the pages of one test come from, and the relay that they meet. */
interface Place {
  readonly port: number
  readonly relay: TestRelay
  /** How often a page has opened a socket. */
  connections: number
  readonly stop: () => void
}

/** A place for each test: the pages of the one before end one after another, and until the last of them the next opens a socket. */
async function openPlace(): Promise<Place> {
  const server = createServer(async ({ url = '/' }, response) => {
    response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html')
    if (url === '/') response.end('<!doctype html><title></title><script type="module" src="/page.js"></script>')
    else if (url === '/page.js')
      response.end(`import { createTestTab } from '/index.js'
window.tab = createTestTab({ relayUrl: 'ws://' + location.host })`)
    else if (/^\/[\w-]+\.js$/.test(url)) response.end(await readFile(join(folder, url)))
    else if (url === '/elsewhere') response.end('<!doctype html><title>Elsewhere</title>')
    else response.writeHead(404).end()
  })
  const sockets = new WebSocketServer({ server })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.')
  const relay = createTestRelay({ clock: systemClock })
  const stop = () => {
    for (const socket of sockets.clients) socket.terminate()
    server.closeAllConnections()
    server.close()
  }
  const opened: Place = { port: address.port, relay, connections: 0, stop }
  sockets.on('connection', (socket, { url, headers }) => {
    opened.connections += 1
    joinTo(relay.openSocket(`ws://${headers.host}${url}`), socket)
  })
  return opened
}

/** Gives a page's socket its end in the relay. */
function joinTo(far: RelaySocket, socket: WebSocket) {
  const early: string[] = []
  far.addEventListener('open', () => {
    for (const text of early.splice(0)) far.send(text)
    isOpen = true
  })
  let isOpen = false
  far.addEventListener('message', ({ data }) => socket.send(String(data)))
  far.addEventListener('close', ({ code, reason }) => socket.close(code === 1006 ? 1001 : code, reason))
  socket.on('message', (text) => (isOpen ? far.send(text.toString()) : early.push(text.toString())))
  socket.on('close', () => far.close())
}

let place: Place
let context: BrowserContext
let wallet: TestWallet
beforeEach(async () => {
  place = await openPlace()
  const { relay } = place
  wallet = createTestWallet({
    relay,
    clock: systemClock,
    ciphers: createCiphers({ crypto: globalThis.crypto }),
    random: Math.random,
  })
  context = await browser.newContext()
  // A test has its time, and none of its steps a shorter one.
  context.setDefaultTimeout(0)
  return async () => {
    wallet.transport.stop()
    await context.close()
    place.stop()
  }
})

async function openTab(): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`http://localhost:${place.port}/`)
  await page.waitForFunction(() => window.tab !== undefined)
  return page
}

/** Connects by a tab, as a visitor with a phone does. */
async function connect(page: Page) {
  await page.evaluate(() => {
    const { client } = window.tab
    window.connected = client.connect({
      metadata: { name: 'A dapp', description: '', url: location.origin, icons: [] },
      requested: {
        eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] },
      },
      offer: ({ uri }) => {
        window.uri = uri
      },
      signal: new AbortController().signal,
    })
  })
  await page.waitForFunction(() => window.uri !== undefined)
  wallet.visitor.onProposal = (proposal) => wallet.approve(proposal)
  await wallet.pair(await page.evaluate(() => window.uri))
  await page.evaluate(() => window.connected)
  const [session] = [...wallet.sessions.values()]
  if (!session) throw new Error('The wallet has no session.')
  return session
}

const openedBy = (pages: readonly Page[]) => Promise.all(pages.map((page) => page.evaluate(() => window.tab.opened)))
const topicsIn = (page: Page) =>
  page.evaluate(async () => (await window.tab.client.sessions()).map(({ topic }) => topic))
const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

describe('ten tabs of Chromium', () => {
  test('[F19] share one socket; when the one that has it is closed another takes it, and nothing is lost or doubled', async () => {
    const pages = await Promise.all(Array.from({ length: 10 }, openTab))
    const [last] = pages.slice(-1)
    if (!last) throw new Error('There is no page.')
    const session = await connect(last)
    expect(await Promise.all(pages.map(topicsIn))).toEqual(pages.map(() => [session.topic]))
    expect([total(await openedBy(pages)), place.connections, place.relay.sockets]).toEqual([1, 1, 2])

    // Each asks; before the wallet says anything, the tab that has the socket is closed.
    await Promise.all(
      pages.map((page, index) =>
        page.evaluate(
          ({ topic, message }) => {
            window.asked = window.tab.client.request({
              topic,
              chainId: 'eip155:1',
              method: 'personal_sign',
              params: [message],
            })
          },
          { topic: session.topic, message: `0x${index}` },
        ),
      ),
    )
    await expect.poll(() => wallet.requests.length).toBe(10)
    const opened = await openedBy(pages)
    const holder = pages[opened.indexOf(1)]
    await holder?.close()
    const others = pages.filter((page) => page !== holder)
    for (const { id, params } of wallet.requests)
      await wallet.answer(session, 'wc_sessionRequest', { type: 'result', id, result: JSON.stringify(params) })
    const answers = await Promise.all(others.map((page) => page.evaluate(() => window.asked)))
    for (const [index, page] of pages.entries())
      if (page !== holder) expect(answers[others.indexOf(page)]).toContain(`"0x${index}"`)
    // That the socket of the one that was closed is over is heard apart from the answers.
    await expect.poll(() => [wallet.requests.length, place.connections, place.relay.sockets]).toEqual([10, 2, 2])
    expect(total(await openedBy(others))).toBe(1)

    // All hear what the wallet says now, once.
    const event = { name: 'chainChanged', data: 10 }
    await wallet.call(session, { method: 'wc_sessionEvent', params: { event, chainId: 'eip155:1' } })
    const heard = (page: Page) => page.evaluate(() => window.tab.events.filter(({ type }) => type === 'emitted').length)
    await expect.poll(() => Promise.all(others.map(heard))).toEqual(others.map(() => 1))
    expect(await Promise.all(others.map((page) => page.evaluate(() => window.tab.errors)))).toEqual(
      others.map(() => []),
    )
  })

  test('[F19] a tab that goes away by a link gives the socket to the next, and stands behind it when it is back', async () => {
    const [first, second] = [await openTab(), await openTab()]
    const session = await connect(first)
    expect(await openedBy([first, second])).toEqual([1, 0])
    await first.evaluate(() => {
      window.uri = 'the same page'
    })
    await first.goto(`http://127.0.0.1:${place.port}/elsewhere`)
    await expect.poll(() => openedBy([second])).toEqual([1])
    await first.goBack({ waitUntil: 'commit' })
    await first.waitForFunction(() => window.tab !== undefined)
    // Out of the back/forward cache: it left neither lock nor socket behind.
    expect(await first.evaluate(() => window.uri)).toBe('the same page')
    expect(await topicsIn(first)).toEqual([session.topic])
    expect(await openedBy([first, second])).toEqual([1, 1])
    // A page that is frozen in the middle of a closing handshake finishes it when it is back, or the server does after 30 s.
    await expect.poll(() => [place.connections, place.relay.sockets]).toEqual([2, 2])
    await second.close()
    await expect.poll(() => openedBy([first])).toEqual([2])
  })

  test('[F19] twenty clients that come and go in one tab leave one socket', async () => {
    const page = await openTab()
    const session = await connect(page)
    for (let each = 0; each < 20; each += 1) {
      await page.reload()
      await page.waitForFunction(() => window.tab !== undefined)
    }
    expect(await topicsIn(page)).toEqual([session.topic])
    await expect.poll(() => place.relay.sockets).toBe(2)
    expect(await topicsIn(await openTab())).toEqual([session.topic])
  })
})
