import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { installTestWallet } from './installTestWallet.js'
import type { TestWallet } from './testWallet.js'

const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const policy = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'"

/** A dapp of a few lines: it shows what is announced, and asks what its buttons say. */
const dapp = `
const show = (id, text) => { document.getElementById(id).textContent += text + ';' }
let provider
window.addEventListener('eip6963:announceProvider', ({ detail }) => {
  show('wallets', detail.info.name)
  if (provider || detail.info.name !== 'Maple') return
  provider = detail.provider
  provider.on('accountsChanged', (accounts) => show('events', 'accounts ' + accounts.length))
  provider.on('chainChanged', (id) => show('events', 'chain ' + id))
  ask('eth_accounts')
})
// A wallet of old says only once that it is there, which may be before this page listens.
const showOld = () => show('wallets', 'old ' + typeof window.ethereum.request)
if (window.ethereum) showOld()
else window.addEventListener('ethereum#initialized', showOld)
window.dispatchEvent(new Event('eip6963:requestProvider'))
async function ask(method) {
  try { show('answers', method + ' ' + JSON.stringify(await provider.request({ method }))) }
  catch (error) { show('answers', method + ' ' + (typeof error === 'string' ? error : error.code)) }
}
document.getElementById('connect').addEventListener('click', () => ask('eth_requestAccounts'))
`
const html = `<!doctype html><title>dapp</title><p id="wallets"></p><p id="events"></p><p id="answers"></p>
<button id="connect">Connect</button><script src="/dapp.js"></script>`

let server: Server
let browser: Browser
let context: BrowserContext
let page: Page
let wallet: TestWallet
let url: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const script = request.url === '/dapp.js'
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    response.setHeader('content-security-policy', policy)
    response.end(script ? dapp : html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.')
  url = `http://dapp.localhost:${address.port}`
  browser = await chromium.launch(launchOptions())
})
afterAll(async () => {
  await browser.close()
  server.close()
})

beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
  const options = { keys: [key], chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }] } as const
  wallet = await installTestWallet(page, { name: 'Maple', ...options })
  await page.goto(url)
})
afterEach(() => context.close())

const text = (id: string, on = page) => on.locator(`#${id}`)
const waitForText = async (id: string, wanted: string, on = page) => {
  await text(id, on).filter({ hasText: wanted }).waitFor()
}

test('connects under a strict content policy', async () => {
  await waitForText('wallets', 'Maple')
  await page.getByRole('button').click()
  await waitForText('answers', `eth_requestAccounts ["${wallet.accounts[0]}"]`)
  await waitForText('events', 'accounts 1')
  expect(wallet.requests.at(-1)).toMatchObject({ origin: new URL(url).origin, method: 'eth_requestAccounts' })
})

test('fails in the way that the test chose', async () => {
  await waitForText('wallets', 'Maple')
  wallet.next({ connect: 'reject' })
  await page.getByRole('button').click()
  await waitForText('answers', 'eth_requestAccounts 4001')
  wallet.next({ connect: 'throw-string' })
  await page.getByRole('button').click()
  await waitForText('answers', 'eth_requestAccounts something broke')
})

test('remembers consent over a reload, and is one wallet for all tabs', async () => {
  await waitForText('wallets', 'Maple')
  await page.getByRole('button').click()
  await waitForText('events', 'accounts 1')
  await page.reload()
  await waitForText('answers', `eth_accounts ["${wallet.accounts[0]}"]`)
  const second = await context.newPage()
  await second.goto(url)
  await waitForText('answers', `eth_accounts ["${wallet.accounts[0]}"]`, second)
  wallet.revoke()
  await waitForText('events', 'accounts 0')
  await waitForText('events', 'accounts 0', second)
})

test('counts the listeners of the pages that are there', async () => {
  await waitForText('answers', 'eth_accounts')
  await expect.poll(() => wallet.listenerCount).toBe(2)
  await page.reload()
  await waitForText('answers', 'eth_accounts')
  const second = await context.newPage()
  await second.goto(url)
  await waitForText('answers', 'eth_accounts', second)
  await expect.poll(() => wallet.listenerCount).toBe(4)
  await second.close()
  expect(wallet.listenerCount).toBe(2)
})

test('several wallets share a page, one of them of old, and each can go by itself', async () => {
  const options = { keys: [key], chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }] } as const
  await installTestWallet(context, { name: 'Oak', ...options })
  const old = await installTestWallet(page, { name: 'Old', announced: false, injectedAs: 'ethereum', ...options })
  await page.reload()
  for (const name of ['Maple', 'Oak', 'old function']) await waitForText('wallets', name)
  wallet.disappear()
  await page.getByRole('button').click()
  await waitForText('answers', 'eth_requestAccounts 4900')
  await page.reload()
  for (const name of ['Oak', 'old function']) await waitForText('wallets', name)
  expect(await text('wallets').textContent()).not.toContain('Maple')
  expect(old.requests).toEqual([])
})

test('no key is in the page', async () => {
  await waitForText('wallets', 'Maple')
  const session = await context.newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot')
  const heap = chunks.join('')
  expect(heap).toContain('isFoyerTestWallet')
  expect(heap).not.toContain(key.slice(2))
})

/** The browser that `FOYER_BROWSER` names, else Playwright's own, else the system's. */
function launchOptions() {
  const candidates = [
    process.env.FOYER_BROWSER,
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ]
  const executablePath = candidates.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) throw new Error('No Chromium was found. Run `npx playwright install chromium`.')
  return { args: ['--no-sandbox'], executablePath }
}

test('announces itself before the page’s own script, where it is said so', async () => {
  const options = { keys: [key], chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }] } as const
  await installTestWallet(page, { name: 'Birch', announced: 'at once', ...options })
  await page.addInitScript(() => {
    const seen: string[] = []
    window.addEventListener('eip6963:announceProvider', () => seen.push('announced'))
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    const early = seen.join()
    document.addEventListener('DOMContentLoaded', () => {
      document.title = early
    })
  })
  await page.reload()
  // The other wallet of these tests isn't there yet.
  expect(await page.title()).toBe('announced')
})
