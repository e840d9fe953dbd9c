import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { modalOf } from './modal.js'

// A trace keeps what it has seen of the page.
test.use({ trace: 'off' })

const cycles = 50
const limitBytes = 1024 * 1024
const drawingsKept = 2

interface Weight {
  readonly nodes: number
  readonly listeners: number
  readonly heapBytes: number
  /** The names of nodes that are nowhere in the page and yet held. */
  readonly detached: readonly string[]
}

/** Opens the modal by its button and closes it by Escape, until nothing of it is left. */
async function openAndClose(page: Page): Promise<void> {
  const modal = modalOf(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(modal.part('wallet')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-part="header"]')).toHaveCount(0)
}

async function weigh(debug: CDPSession): Promise<Weight> {
  await debug.send('HeapProfiler.collectGarbage')
  const { metrics } = await debug.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN
  const { detachedNodes } = await debug.send('DOM.getDetachedDomNodes')
  return {
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    heapBytes: metric('JSHeapUsedSize'),
    detached: detachedNodes.map(({ treeNode }) => `${treeNode.nodeName} ${treeNode.attributes?.join(' ')}`),
  }
}

test('fifty openings add no node and no listener, and less than a megabyte', async ({ page, journey }) => {
  test.setTimeout(120_000)
  await journey.install({ name: 'Maple' })
  await journey.install({ name: 'Birch' })
  await openHost({ page, journey })
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable')
  await debug.send('DOM.enable')
  // The first few fetch and compile what is kept.
  for (let cycle = 0; cycle < 3; cycle += 1) await openAndClose(page)
  const before = await weigh(debug)
  for (let cycle = 0; cycle < cycles; cycle += 1) await openAndClose(page)
  // React keeps its last two drawings of a card until it draws anew; what fifty openings leak would be fifty.
  await expect.poll(async () => (await weigh(debug)).detached.length).toBeLessThanOrEqual(drawingsKept)
  const after = await weigh(debug)
  expect(after.nodes).toBeLessThanOrEqual(before.nodes)
  expect(after.listeners).toBeLessThanOrEqual(before.listeners)
  expect(after.heapBytes - before.heapBytes).toBeLessThan(limitBytes)
})
