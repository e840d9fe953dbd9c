import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { hearRequests } from './hearRequests.js'
import { connectButton, modalOf } from './modal.js'

// A trace keeps what it has seen of the page.
// What watches animations may hold on to what they moved.
test.use({ trace: 'off', motion: 'whole' })

/** FOYER_FULL=1: fifty. */
const cycles = process.env.FOYER_FULL ? 50 : 8
const limitBytes = 1024 * 1024

interface Weight {
  readonly nodes: number
  readonly listeners: number
  readonly heapBytes: number
}

/** Opens the modal by its button and closes it by Escape, until what is left of it is the card of the next opening, which nobody sees. */
async function openAndClose(page: Page): Promise<void> {
  const modal = modalOf(page)
  await connectButton(page).click()
  for (const name of ['Maple', 'Birch', 'Sample Wallet', 'WalletConnect'])
    await expect(modal.wallet(name)).toBeVisible()
  await page.keyboard.press('Escape')
  // The former is gone with the place for its notices; what stands in the closed dialog then is the next one.
  await expect(page.locator('[data-part="snackbar-region"]')).toHaveCount(0)
  await expect(page.locator('[data-part="header"]')).toHaveCount(1)
}

async function weigh(debug: CDPSession): Promise<Weight> {
  await debug.send('HeapProfiler.collectGarbage')
  const { metrics } = await debug.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN
  return {
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    heapBytes: metric('JSHeapUsedSize'),
  }
}

/** The nodes that are nowhere in the page and yet held. The browser's inspector holds what it has told of, until it is disabled. */
async function detachedNodes({
  page,
  debug,
}: {
  readonly page: Page
  readonly debug: CDPSession
}): Promise<readonly string[]> {
  // Chromium keeps what a dialog was labelled by when it was last asked: asked again, it finds nothing.
  await page.evaluate(() => {
    const dialog = document.querySelector('[data-foyer]')?.shadowRoot?.querySelector('dialog')
    return dialog?.ariaLabelledByElements?.length
  })
  await debug.send('HeapProfiler.collectGarbage')
  await debug.send('DOM.enable')
  const { detachedNodes: held } = await debug.send('DOM.getDetachedDomNodes')
  await debug.send('DOM.disable')
  return held.map(({ treeNode }) => `${treeNode.nodeName} ${treeNode.attributes?.join(' ')}`)
}

test(`${cycles} openings leave no detached node, no listener, and less than a megabyte`, async ({ page, journey }) => {
  await journey.install({ name: 'Maple' })
  await journey.install({ name: 'Birch' })
  const { requests, answered } = hearRequests(page)
  await page.goto('/')
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable')
  // The first few fetch and compile what is kept; the views once the browser has nothing else to do.
  for (let cycle = 0; cycle < 3; cycle += 1) await openAndClose(page)
  await connectButton(page).click()
  await expect.poll(() => requests.some((request) => request.url().includes('/viewsCode-'))).toBe(true)
  await answered()
  await page.keyboard.press('Escape')
  await openAndClose(page)
  const before = await weigh(debug)
  for (let cycle = 0; cycle < cycles; cycle += 1) await openAndClose(page)
  await expect.poll(async () => (await weigh(debug)).nodes).toBeLessThanOrEqual(before.nodes)
  // React lets go of a closed card a moment after it is out of the page.
  await expect.poll(() => detachedNodes({ page, debug })).toEqual([])
  await expect.poll(async () => (await weigh(debug)).listeners).toBeLessThanOrEqual(before.listeners)
  await expect.poll(async () => (await weigh(debug)).heapBytes - before.heapBytes).toBeLessThan(limitBytes)
})
