import { chromium } from '@playwright/test'
import {
  announceAccount,
  announceWallet,
  closeModal,
  openAccount,
  openModal,
  openModalSlowly,
  saveData,
} from './inPage.mjs'

/** @typedef {{ heapBytes: number, nodes: number, listeners: number }} Memory what is left after a garbage collection */

/**
 * Measures a page with the kit, a bare one, and one with a bare dialog in the same browser.
 * @param {{ executablePath: string, kit: string, delayed: string, compressed: string, bare: string, dialog: string, account: string, runs?: number, cycles?: number }} options `delayed`
 * is the kit's page, each piece of whose code is on its way for a while; `compressed` the same page, served as hosts serve it
 */
export async function measureInBrowser({
  executablePath,
  kit,
  delayed,
  compressed,
  bare,
  dialog,
  account,
  runs = 20,
  cycles = 250,
}) {
  const args = ['--no-sandbox', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath, args })
  // Without compiled code, which the engine makes and drops as it sees fit: what is left of an opening is then what the page keeps of it.
  const interpreting = await chromium.launch({ executablePath, args: [...args, '--js-flags=--jitless'] })
  try {
    const openings = await timesOf({ browser, url: kit, runs })
    return {
      chromium: browser.version(),
      runs,
      cycles,
      times: openings.times,
      slowTimes: (await timesOf({ browser, url: kit, runs: runs / 2, slowdown })).times,
      dialogTimes: (await timesOf({ browser, url: dialog, runs: runs / 2 })).times,
      slowDialogTimes: (await timesOf({ browser, url: dialog, runs: runs / 2, slowdown })).times,
      neededFiles: openings.files,
      filesAtRest: openings.filesAtRest,
      press: await pressOf({ browser, url: delayed }),
      slowLine: await slowLineOf({ browser, url: compressed, runs: runs / 2 }),
      requests: await requestsOf({ browser, url: kit }),
      bareRequests: await requestsOf({ browser, url: bare, opens: false }),
      account: await accountOf({ browser, url: account, runs: runs / 2 }),
      memory: await memoryOf({ browser: interpreting, url: kit, cycle: cycleOfModal, cycles }),
      bareMemory: await memoryOf({ browser: interpreting, url: bare, cycle: clickOnly, cycles }),
      dialogMemory: await memoryOf({ browser: interpreting, url: dialog, cycle: cycleOfModal, cycles }),
    }
  } finally {
    await browser.close()
    await interpreting.close()
  }
}

/** How many times slower a weak phone's processor is. */
const slowdown = 4

/** A page with a wallet in it, in a context whose cache is empty, of a visitor who saves data: nothing is fetched ahead of a press. */
async function open({ browser, url }) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(announceWallet)
  await page.addInitScript(saveData)
  const requests = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
  return { context, page, requests }
}

/** From the click to the frame in which the first wallet's row is there, over several runs: first with nothing fetched, then again. */
async function timesOf({ browser, url, runs, slowdown: rate = 1 }) {
  const cold = []
  const warm = []
  const files = []
  const atRest = []
  for (let run = 0; run < runs; run += 1) {
    const { context, page, requests } = await open({ browser, url })
    const pathOf = (file) => file.slice(url.length + 1)
    atRest.push(requests.map(pathOf))
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    const first = await page.evaluate(openModal)
    await page.waitForTimeout(300)
    await page.evaluate(closeModal)
    warm.push((await page.evaluate(openModal)).ms)
    await context.close()
    cold.push(first.ms)
    files.push(first.fetched.map((each) => pathOf(each.url)))
  }
  return { times: { coldMs: spread(cold), warmMs: spread(warm) }, files: inAll(files), filesAtRest: inAll(atRest) }
}

/** What a click asks for: until a row is there, in how many waves (one is asked for once another has come), and in all. */
async function pressOf({ browser, url }) {
  const { context, page } = await open({ browser, url })
  const { ms, fetched } = await page.evaluate(openModal)
  await quiet(page)
  const all = await page.evaluate(
    (since) => performance.getEntriesByType('resource').filter(({ startTime }) => startTime >= since).length,
    Math.min(...fetched.map(({ start }) => start)),
  )
  await context.close()
  return { ms, untilRow: fetched.length, waves: wavesOf(fetched), inAll: all }
}

/** A line of a train: 400 ms from end to end, 50 kB a second. */
const slowLine = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** From the press to the first row over a slow line, with nothing of the modal fetched; and in how many waves its code was asked for. */
export async function slowLineOf({ browser, url, runs }) {
  const presses = []
  for (let run = 0; run < runs; run += 1) {
    const { context, page } = await open({ browser, url })
    const session = await context.newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', slowLine)
    presses.push(await page.evaluate(openModalSlowly))
    await context.close()
  }
  const of = (pick) => spread(presses.map(pick))
  return {
    runs,
    waves: Math.max(...presses.map(({ fetched }) => wavesOf(fetched))),
    busyMs: of(({ busyMs }) => busyMs),
    outlineMs: of(({ outlineMs }) => outlineMs),
    codeMs: of(({ codeMs }) => codeMs),
    sheetAfterCodeMs: of(({ sheetMs, codeMs }) => sheetMs - codeMs),
    rowMs: of(({ rowMs }) => rowMs),
  }
}

/** How many requests had to wait for one another. */
function wavesOf(fetched) {
  const waves = new Map()
  for (const each of [...fetched].sort((a, b) => a.start - b.start)) {
    const before = fetched.filter(({ end }) => end > 0 && end <= each.start).map((other) => waves.get(other) ?? 0)
    waves.set(each, 1 + Math.max(0, ...before))
  }
  return Math.max(0, ...waves.values())
}

/**
 * From the press that opens a connected account to its figures, with nothing of the modal fetched; and what is asked for, of the page's own code and of
 * the server.
 */
export async function accountOf({ browser, url, runs }) {
  const views = []
  const numbers = []
  const asked = []
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.addInitScript(announceAccount)
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045').waitFor()
    await quiet(page)
    const { viewMs, numbersMs, fetched } = await page.evaluate(openAccount)
    await context.close()
    views.push(viewMs)
    numbers.push(numbersMs)
    asked.push(fetched.map((each) => new URL(each).pathname.replace(/0x[\da-f]{40}/i, '{address}')))
  }
  const isCode = (path) => path.startsWith('/assets/')
  const all = inAll(asked)
  return {
    runs,
    viewMs: spread(views),
    numbersMs: spread(numbers),
    code: all.filter(isCode).length,
    calls: all.filter((path) => !isCode(path)),
  }
}

/** What is fetched before any click, beside the document; and what follows a click, once it is quiet again. */
async function requestsOf({ browser, url, opens = true }) {
  const { context, page, requests } = await open({ browser, url })
  const before = requests.splice(0).filter((each) => each !== `${url}/`)
  if (opens) {
    await page.evaluate(openModal)
    await quiet(page)
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

/** In one piece of script, so that nothing of the measuring stays behind in the page. */
const cycleOfModal = (page, count) =>
  page.evaluate(`(async () => {
    const [open, close] = [${openModal}, ${closeModal}]
    for (let cycle = 0; cycle < ${count}; cycle += 1) {
      await open()
      await close()
    }
  })()`)
const clickOnly = (page, count) =>
  page.evaluate((times) => {
    for (let click = 0; click < times; click += 1) document.querySelector('button')?.click()
  }, count)

/** Waits until the page has asked for nothing for a while: what is fetched ahead comes when the browser is idle. */
async function quiet(page) {
  const count = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  let known = -1
  for (let now = await count(); now !== known; now = await count()) {
    known = now
    await page.waitForTimeout(1_000)
  }
}

async function memoryOf({ browser, url, cycle, cycles }) {
  const { context, page } = await open({ browser, url })
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const loaded = await memory(session)
  // Until all that is fetched is there, and what is made once is made.
  await cycle(page, 100)
  await quiet(page)
  const begun = await memory(session)
  await cycle(page, cycles)
  await quiet(page)
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
