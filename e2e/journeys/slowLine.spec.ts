import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { hostButton, openHost } from '../host.js'

/** A line of a train: 400 ms from end to end, 50 kB a second. */
const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

interface Press {
  /** In which frame after the press each was seen first. */
  readonly frames: Readonly<Record<'busy' | 'said' | 'sheet' | 'modal' | 'rows', number>>
  /** When each piece of code was asked for, and had come, that was there when the modal stood. */
  readonly code: readonly { readonly start: number; readonly end: number }[]
}

/** Presses the page's button from within, so that nothing was pointed at before, and watches frame by frame. */
const press = (page: Page): Promise<Press> =>
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
    const started = performance.now()
    let stoodAt = Infinity
    button.click()
    for (let frame = 0; frames.rows < 0; frame += 1) {
      if (isThere.busy() && frames.busy < 0) frames.busy = frame
      if (isThere.said() && frames.said < 0) frames.said = frame
      if (isThere.sheet() && frames.sheet < 0) frames.sheet = frame
      if (isThere.modal() && frames.modal < 0) {
        frames.modal = frame
        stoodAt = performance.now()
      }
      if (isThere.rows() && frames.rows < 0) frames.rows = frame
      await new Promise(requestAnimationFrame)
    }
    const code = performance
      .getEntriesByType('resource')
      .filter((entry) => entry.startTime >= started && new URL(entry.name).pathname.endsWith('.js'))
      .map(({ startTime, duration }) => ({ start: startTime, end: startTime + duration }))
      .filter(({ end }) => end <= stoodAt)
    return { frames, code }
  })

test('on a slow line the button answers at the press, the sheet stands before its rows, and their code comes in one wave', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  await openHost({ page, journey })
  await expect(hostButton(page)).toBeEnabled()
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', slow)
  const { frames, code } = await press(page)
  expect(frames).toMatchObject({ busy: 1, said: 1, sheet: 1 })
  expect(frames.modal).toBeGreaterThan(10)
  expect(frames.rows).toBeGreaterThanOrEqual(frames.modal)
  // One wave: none was asked for once another had come.
  expect(code.length).toBeGreaterThan(1)
  expect(Math.max(...code.map(({ start }) => start))).toBeLessThan(Math.min(...code.map(({ end }) => end)))
})
