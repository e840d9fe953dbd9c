import { chromium } from '@playwright/test'
import { announceWallet, closeModal, openModal } from './inPage.mjs'

/** @typedef {{ heapBytes: number, nodes: number, listeners: number }} Memory what is left after a garbage collection */

/**
 * Measures a page with the kit and a bare one in the same browser.
 * @param {{ executablePath: string, kit: string, bare: string, runs?: number, cycles?: number }} options
 */
export async function measureInBrowser({ executablePath, kit, bare, runs = 20, cycles = 50 }) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
  try {
    const times = []
    for (let run = 0; run < runs; run += 1) times.push(await timeOfOpening({ browser, url: kit }))
    return {
      chromium: browser.version(),
      runs,
      cycles,
      coldMs: spread(times.map(({ coldMs }) => coldMs)),
      warmMs: spread(times.map(({ warmMs }) => warmMs)),
      neededFiles: inAll(times.map(({ files }) => files)),
      requests: await requestsOf({ browser, url: kit }),
      bareRequests: await requestsOf({ browser, url: bare, opens: false }),
      memory: await memoryOf({ browser, url: kit, cycle: cycleOfModal, cycles }),
      bareMemory: await memoryOf({ browser, url: bare, cycle: clickOnly, cycles }),
    }
  } finally {
    await browser.close()
  }
}

/** A page with a wallet in it, in a context whose cache is empty. */
async function open({ browser, url }) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(announceWallet)
  const requests = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
  return { context, page, requests }
}

/** From the click to the frame in which the first wallet's row is there: first with nothing fetched, then again. */
async function timeOfOpening({ browser, url }) {
  const { context, page } = await open({ browser, url })
  const cold = await page.evaluate(openModal)
  await page.evaluate(closeModal)
  const warm = await page.evaluate(openModal)
  await context.close()
  return { coldMs: cold.ms, warmMs: warm.ms, files: cold.files.map((each) => each.slice(url.length + 1)) }
}

/** What is fetched before any click, beside the document; and what follows a click, once it is quiet again. */
async function requestsOf({ browser, url, opens = true }) {
  const { context, page, requests } = await open({ browser, url })
  const before = requests.splice(0).filter((each) => each !== `${url}/`)
  if (opens) {
    await page.evaluate(openModal)
    await page.waitForLoadState('networkidle')
  }
  await context.close()
  const elsewhere = (each) => new URL(each).origin !== new URL(url).origin && !each.startsWith('data:')
  return {
    before: before.length,
    beforeElsewhere: before.filter(elsewhere).length,
    afterClick: requests.filter((each) => !elsewhere(each)).length,
    afterClickElsewhere: requests.filter(elsewhere).length,
  }
}

const cycleOfModal = async (page) => {
  await page.evaluate(openModal)
  await page.evaluate(closeModal)
}
const clickOnly = (page) => page.getByRole('button', { name: 'Connect Wallet' }).click()

async function memoryOf({ browser, url, cycle, cycles }) {
  const { context, page } = await open({ browser, url })
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const loaded = await memory(session)
  // A few to begin with: all that is fetched is there, and React holds the trees of its last two renders.
  for (let count = 0; count < 3; count += 1) await cycle(page)
  await page.waitForLoadState('networkidle')
  const begun = await memory(session)
  for (let count = 0; count < cycles; count += 1) await cycle(page)
  const often = await memory(session)
  await context.close()
  return { loaded, begun, often }
}

/** @returns {Promise<Memory>} */
async function memory(session) {
  // A second collection frees what the finalisers of the first let go of.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage')
  const [{ metrics }, { nodes, jsEventListeners }] = await Promise.all([
    session.send('Performance.getMetrics'),
    session.send('Memory.getDOMCounters'),
  ])
  const heapBytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
  return { heapBytes, nodes, listeners: jsEventListeners }
}

/** What every run fetched: now and then an idle moment before the row is drawn is used to fetch ahead. */
function inAll(runs) {
  const [first = [], ...others] = runs
  return first.filter((file) => others.every((files) => files.includes(file))).sort()
}

function spread(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]
  return { median: at(0.5), p95: at(0.95) }
}
