import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { hostButton, openHost } from '../host.js'
import { saveData } from './saveData.js'

test.use({ motion: 'whole' })

/** A line of a train: 400 ms from end to end, 50 kB a second. */
const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** In which frame after the press each was seen first. */
type Frames = Readonly<Record<'busy' | 'said' | 'sheet' | 'modal' | 'rows', number>>

/** Presses the page's button from within, so that nothing was pointed at before, and watches frame by frame. */
const press = (page: Page): Promise<Frames> =>
  page.evaluate(async () => {
    const button = document.querySelector<HTMLElement>('[data-part="connect-button"]')
    const region = button?.parentElement?.querySelector('[role="status"]')
    if (!button || !region || region.textContent) throw new Error('There is no silent region beside the button.')
    const modal = (selector: string) =>
      document.querySelector('[data-foyer]')?.shadowRoot?.querySelector(`dialog[open] ${selector}`) ?? null
    const isThere = {
      busy: () => button.getAttribute('aria-busy') === 'true',
      said: () => region.textContent === 'Connecting...',
      sheet: () => document.querySelector('[data-part="outline"]:popover-open') !== null,
      modal: () => modal('[data-part="card"]') !== null,
      rows: () => modal('[data-wallet]') !== null,
    }
    const frames = { busy: -1, said: -1, sheet: -1, modal: -1, rows: -1 }
    button.click()
    for (let frame = 0; frames.rows < 0; frame += 1) {
      if (isThere.busy() && frames.busy < 0) frames.busy = frame
      if (isThere.said() && frames.said < 0) frames.said = frame
      if (isThere.sheet() && frames.sheet < 0) frames.sheet = frame
      if (isThere.modal() && frames.modal < 0) frames.modal = frame
      if (isThere.rows() && frames.rows < 0) frames.rows = frame
      await new Promise(requestAnimationFrame)
    }
    return frames
  })

/** Lets nothing through any more that is asked for once a piece of code has come: what stands then came in one wave. */
async function allowOneWave(page: Page): Promise<void> {
  let hasCome = false
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.js')) hasCome = true
  })
  await page.route('**/*.js', async (route) => {
    if (!hasCome) await route.continue()
  })
}

test('on a slow line the button answers at the press, the sheet stands before its rows, and their code comes in one wave', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  await saveData(page)
  await openHost({ page, journey })
  await expect(hostButton(page)).toBeEnabled()
  // The page's own files have come, so that the first that comes from now on is of the press.
  await page.waitForLoadState('networkidle')
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', slow)
  await allowOneWave(page)
  const frames = await press(page)
  expect(frames).toMatchObject({ busy: 1, said: 1 })
  // Not in the first: one whose code comes at once isn't delayed by it.
  expect(frames.sheet).toBeGreaterThan(1)
  expect(frames.modal).toBeGreaterThan(frames.sheet)
  expect(frames.rows).toBeGreaterThanOrEqual(frames.modal)
})
