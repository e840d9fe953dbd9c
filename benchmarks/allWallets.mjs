// npm run bench:wallets: how quickly a thousand wallets open and scroll, and how little of them is in the page; writes WALLETS.md.
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { chromium } from '@playwright/test'
import { browser as findBrowser } from '../scripts/browser.mjs'
import { run, tool } from '../scripts/processes.mjs'
import { buildPage } from './buildPage.mjs'
import { manyWallets, pageOf, pictureOf } from './manyWallets.mjs'
import { servePage } from './servePage.mjs'

const count = 1_000
const openings = 20
const ways = 6

/** Answers the page's calls as a server of a thousand wallets. */
async function serveWallets(page) {
  const wallets = manyWallets({ count, chains: ['eip155:1'] })
  const pictures = new Set()
  await page.route(/\/getWallets\?/, (route) => route.fulfill({ json: pageOf(wallets, route.request().url()) }))
  await page.route(/\/getWalletImage\//, (route) => {
    const imageId = new URL(route.request().url()).pathname.split('/').at(-1)
    pictures.add(imageId)
    return route.fulfill({ contentType: 'image/svg+xml', body: pictureOf(imageId) })
  })
  return pictures
}

/** Runs in the page: opens the list and waits for the frame in which tiles are drawn. */
function openList() {
  const tiles = () =>
    document.querySelector('[data-foyer]')?.shadowRoot?.querySelectorAll('[data-part="wallet-tile"]') ?? []
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const look = () => {
      if (tiles().length > 0) resolve(performance.now() - started)
      else if (performance.now() - started > 20_000) reject(new Error('No wallet after 20 s.'))
      else requestAnimationFrame(look)
    }
    window.foyer.open({ view: 'AllWallets' })
    requestAnimationFrame(look)
  })
}

/** Runs in the page: closes, and waits until what was there is gone. */
function closeList() {
  window.foyer.close()
  return new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('[data-foyer]')?.shadowRoot?.querySelector('[data-part="grid"]')) resolve(undefined)
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** Runs in the page: scrolls to the end by a step a frame. @returns each frame's length, and the most elements that there were */
function scrollThrough(step) {
  const root = document.querySelector('[data-foyer]').shadowRoot
  const grid = root.querySelector('[data-part="grid"]')
  grid.scrollTop = 0
  return new Promise((resolve) => {
    const frames = []
    let [last, most, still] = [undefined, 0, 0]
    const frame = (now) => {
      if (last !== undefined) frames.push(now - last)
      last = now
      if (frames.length % 10 === 0)
        most = Math.max(most, document.querySelectorAll('*').length + root.querySelectorAll('*').length)
      const before = grid.scrollTop
      grid.scrollTop += step
      still = grid.scrollTop === before ? still + 1 : 0
      if (still > 60)
        resolve({ frames: frames.slice(0, -60), elements: most, rows: grid.getAttribute('aria-rowcount') })
      else requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]
const spread = (values) => {
  const sorted = [...values].sort((a, b) => a - b)
  return { median: at(sorted, 0.5), p95: at(sorted, 0.95), most: sorted.at(-1) }
}
const ms = (value) => `${value.toFixed(1)} ms`

const served = await servePage(await buildPage('wallets'))
const chrome = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
try {
  const page = await chrome.newPage()
  const pictures = await serveWallets(page)
  await page.goto(served.url, { waitUntil: 'networkidle' })
  const first = await page.evaluate(openList)
  const seenFirst = pictures.size
  // To the end once, so that all thousand are there; then through them again, when nothing has to be fetched.
  const fetching = await page.evaluate(scrollThrough, 120)
  await page.evaluate(closeList)
  const times = []
  for (let opening = 0; opening < openings; opening += 1) {
    times.push(await page.evaluate(openList))
    if (opening < openings - 1) await page.evaluate(closeList)
  }
  // The same way several times: what a busy machine adds to one frame it hardly adds to the same frame each time.
  const scrollings = []
  for (let way = 0; way < ways; way += 1) scrollings.push(await page.evaluate(scrollThrough, 60))
  const frames = scrollings[0].frames.map((_, index) =>
    Math.min(...scrollings.map((each) => each.frames[index] ?? Number.POSITIVE_INFINITY)),
  )
  const [opened, fetched, scrolled] = [spread(times), spread(fetching.frames), spread(frames)]
  const report = `# A thousand wallets

Written by \`npm run bench:wallets\`: ${cpus().length} cores, ${process.platform}, Chromium ${chrome.version()}; other machines differ.

|                                                                  |  median |    95 % |    most |
| ---------------------------------------------------------------- | ------: | ------: | ------: |
| opens with all ${count.toLocaleString('en')} known, until tiles are drawn (${openings} times) | ${ms(opened.median)} | ${ms(opened.p95)} | ${ms(opened.most)} |
| a frame while scrolling, pages and pictures on their way (${fetching.frames.length})   | ${ms(fetched.median)} | ${ms(fetched.p95)} | ${ms(fetched.most)} |
| a frame while scrolling, all there (${frames.length}, the best of ${ways} ways) | ${ms(scrolled.median)} | ${ms(scrolled.p95)} | ${ms(scrolled.most)} |

- The first opening, its code and the first page of 40 fetched from loopback: ${ms(first)}.
- Elements in the whole page, most: ${Math.max(...[fetching, ...scrollings].map((each) => each.elements))}, of ${fetching.rows} rows.
- Pictures fetched when the list opened: ${seenFirst}.
- Frames over 32 ms: ${fetching.frames.filter((each) => each > 32).length} while pages came, ${frames.filter((each) => each > 32).length} afterwards.
`
  console.log(report)
  await writeFile(new URL('WALLETS.md', import.meta.url), report)
  await run(tool('biome'), ['format', '--write', 'benchmarks/WALLETS.md'], { quiet: true })
} finally {
  await chrome.close()
  await served.stop()
}
