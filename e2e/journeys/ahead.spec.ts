import type { Request } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { hostButton, openHost } from '../host.js'
import { faults, isOlderChromium } from '../olderChromium.js'
import { hearRequests } from './hearRequests.js'
import { holdRequests } from './holdRequests.js'
import { modalOf } from './modal.js'
import { saveData } from './saveData.js'
import { settled } from './shown.js'

test.describe.configure({ mode: 'parallel' })

const fileOf = (request: Request): string => new URL(request.url()).pathname.split('/').at(-1) ?? ''

test('a button in view of an idle page has the modal fetched from the page itself, and the press asks for none of it', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  const { requests, answered } = hearRequests(page)
  await openHost({ page, journey })
  await expect.poll(() => requests.map(fileOf)).toContain('modalCode.js')
  await answered()
  expect(new Set(requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([journey.local.host]))
  const before = requests.length
  await hostButton(page).click()
  await expect(modalOf(page).wallet('Maple')).toBeVisible()
  const asked = requests.slice(before).map(fileOf)
  expect(asked).not.toContain('modalCode.js')
  expect(asked).not.toContain('createConnectionControls.js')
})

test('until the first view has come and is painted, a press asks for nothing but its files', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  await saveData(page)
  const give = await holdRequests({ page, url: '**/modalCode.js' })
  const { requests } = hearRequests(page)
  await openHost({ page, journey, settings: { analytics: true } })
  await expect(hostButton(page)).toBeEnabled()
  expect(requests.map(fileOf)).not.toContain('modalCode.js')
  const opened = page.evaluate(
    () =>
      new Promise((resolve) => {
        window.kits[0]?.onEvent(({ data }) => data.event === 'MODAL_OPEN' && resolve(undefined))
        document.querySelector<HTMLElement>('[data-part="connect-button"]')?.click()
      }),
  )
  await expect.poll(() => requests.map(fileOf)).toContain('modalCode.js')
  // What connects is there, and with it all that waits for the view.
  await opened
  const frames = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await frames()
  await frames()
  const early = requests.map(fileOf)
  expect(early).not.toContain('queries.js')
  expect(early).not.toContain('viewsCode.js')
  expect(requests.filter((request) => request.url().startsWith(journey.local.server))).toEqual([])
  give()
  await expect(modalOf(page).wallet('Maple')).toBeVisible()
  await expect.poll(() => requests.map(fileOf)).toContain('viewsCode.js')
  await expect.poll(() => requests.map((request) => request.url()).join()).toContain('/projects/v1/origins')
})

test('the modal that cannot be fetched ahead is said by nothing; the press fetches it', async ({
  page,
  browser,
  journey,
}) => {
  test.skip(isOlderChromium(browser), faults.keptModules)
  journey.expectTrouble(/503/)
  let failing = true
  await page.route('**/modalCode.js', (route) => (failing ? route.fulfill({ status: 503 }) : route.continue()))
  const { requests, answered } = hearRequests(page)
  await openHost({ page, journey })
  await expect.poll(() => requests.map(fileOf)).toContain('modalCode.js')
  await answered()
  await expect(page.getByRole('alert')).toHaveCount(0)
  failing = false
  await hostButton(page).click()
  await settled(page, 'Connect')
})
