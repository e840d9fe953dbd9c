import type { Request } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { hostButton, openHost } from '../host.js'
import { hearRequests } from './hearRequests.js'
import { accountButton, connect, connectButton, modalOf } from './modal.js'
import { settled } from './shown.js'

test.describe.configure({ mode: 'parallel' })

const originOf = (request: Request): string => new URL(request.url()).origin
const pathOf = (request: Request): string => new URL(request.url()).pathname

test('nobody but the page itself is asked for anything before a click, not even by pointing at the button', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  const { requests, answered } = hearRequests(page)
  await page.goto('/?analytics')
  await expect(connectButton(page)).toBeEnabled()
  await expect
    .poll(() => requests.filter((request) => pathOf(request).includes('modalCode')), 'in view')
    .toHaveLength(1)
  await connectButton(page).hover()
  await answered()
  expect([...new Set(requests.map(originOf))]).toEqual([journey.local.demo])
})

test('a restored session asks for its balance alone; the project is asked about from the first opening on', async ({
  page,
  journey,
}) => {
  const { server } = journey.local
  await journey.install({ name: 'Maple' })
  await connect({ page, wallet: 'Maple' })
  // By way of nowhere, so that nothing is heard of what the page before may still ask for.
  await page.goto('about:blank')
  const { requests, answered } = hearRequests(page)
  await page.goto('/')
  await expect(accountButton(page)).toContainText('10.000 ETH')
  await answered()
  const asked = requests.filter((request) => originOf(request) === server).map(pathOf)
  expect([...new Set(asked)], 'JSON-RPC alone').toEqual(['/v1/'])
  await accountButton(page).click()
  await expect
    .poll(() => requests.filter((request) => originOf(request) === server).map(pathOf))
    .toContain('/projects/v1/origins')
})

test('[S7.29 S7.31 S7.32] where host and project want it, events go to the server, with their body, and only after the opening', async ({
  page,
  journey,
}) => {
  const { server, demo } = journey.local
  const { requests } = hearRequests(page)
  const asked = () => requests.filter((request) => originOf(request) === server)
  await page.goto('/?analytics')
  await expect(connectButton(page)).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect(asked()).toEqual([])

  const posted = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().startsWith(server),
  )
  await connectButton(page).click()
  const response = await posted
  expect(response.status()).toBe(202)
  const query = new URL(response.url()).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    projectId: 'foyer-demo',
    st: 'appkit',
    sv: expect.stringMatching(/1\.7\.6$/),
  })
  expect(response.request().postDataJSON()).toEqual({
    eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    url: `${demo}/?analytics`,
    domain: 'dapp.localhost',
    timestamp: expect.any(Number),
    props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
  })
  expect(asked().map(pathOf)).toContain('/getAnalyticsConfig')
})

test('where the host has not asked for it, no event leaves the page', async ({ page, journey }) => {
  const { requests, answered } = hearRequests(page)
  await page.goto('/')
  await connectButton(page).click()
  await settled(page, 'Connect')
  const asked = () => requests.filter((request) => originOf(request) === journey.local.server).map(pathOf)
  await expect.poll(asked).toContain('/projects/v1/origins')
  await page.keyboard.press('Escape')
  await expect(modalOf(page).dialog).toBeHidden()
  await answered()
  expect(requests.filter((request) => request.method() === 'POST')).toEqual([])
  // What the modal shows, as far as it got before it was closed again.
  const shown = ['/projects/v1/origins', '/getWallets', '/getWalletImage/']
  expect(asked().filter((path) => !shown.some((each) => path.startsWith(each)))).toEqual([])
})

test('[S5.5 S5.6 S8.22] a page whose origin is not allowed is told so: in the modal and on the console', async ({
  page,
  journey,
}) => {
  const origin = `http://elsewhere.test:${new URL(journey.local.host).port}`
  journey.admit(origin)
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  journey.expectTrouble(/elsewhere\.test|403 \(Forbidden\)/)
  await openHost({ page, journey, origin })
  await hostButton(page).click()
  const modal = modalOf(page)
  await expect(modal.part('alert-bar-message')).toHaveText('Invalid App Configuration')
  const complaints = () => told.filter((text) => text.includes(`The origin ${origin} is not on the list`))
  await expect.poll(complaints).toHaveLength(1)
  await modal.button('Dismiss').click()
  await expect(modal.part('alert-bar-message')).toHaveCount(0)
  expect(complaints()).toHaveLength(1)
})

test('[S5.1 S8.28] a kit without a project id is told so: in the modal and on the console', async ({
  page,
  journey,
}) => {
  journey.expectTrouble(/projectId/)
  const console = page.waitForEvent('console', (message) => message.type() === 'error')
  await openHost({ page, journey, settings: { projectId: '', api: undefined } })
  expect((await console).text()).toContain('No `projectId` was given.')
  await hostButton(page).click()
  await expect(modalOf(page).part('alert-bar-message')).toHaveText('Project ID Not Configured')
})
