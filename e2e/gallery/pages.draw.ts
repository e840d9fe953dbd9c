import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { connect, connectButton } from '../journeys/modal.js'
import { openSampleWallet } from '../journeys/sampleWallet.js'
import { draw } from './draw.js'

test.describe.configure({ mode: 'parallel' })

const english = { en: async () => {} } as const

test('every page of the demo, in each of its languages', async ({ page, journey }) => {
  await journey.install({ name: 'Maple' })
  const at = (locale: string) => async () => {
    await page.goto(`/?locale=${locale}`)
    await page.waitForLoadState('networkidle')
  }
  const languages = { en: at('en'), ar: at('ar'), de: at('de'), es: at('es'), zh: at('zh') }
  await draw({ page, group: 'the demo', state: 'not connected', languages, isWhole: true })
  await connect({ page, wallet: 'Maple' })
  await draw({ page, group: 'the demo', state: 'connected', languages, isWhole: true })
  const looks = Object.keys(languages).map((locale) => [locale, () => page.goto(`/look?locale=${locale}`)] as const)
  await draw({ page, group: 'the demo', state: 'look', languages: Object.fromEntries(looks), isWhole: true })
  await page.goto('/headless')
  await page.waitForLoadState('networkidle')
  await draw({ page, group: 'the demo', state: 'headless', languages: english, isWhole: true })
})

test('every button, in English and Arabic', async ({ page, journey }) => {
  const maple = await journey.install({ name: 'Maple', elsewhere: 420 })
  await openHost({ page, journey, settings: { locale: 'changing' } })
  const speak = (language: 'en' | 'ar') => () => page.evaluate((next) => window.speak(next), language)
  const languages = { en: speak('en'), ar: speak('ar') }
  await expect(connectButton(page).or(page.locator('[data-part="connect-button"]').first())).toBeEnabled()
  await draw({ page, group: 'the buttons', state: 'not connected', languages })
  maple.next({ connect: 'hang' })
  const asked = maple.nextRequest('eth_requestAccounts')
  await page.evaluate((connectorId) => void window.kits[0]?.connect({ connectorId }).catch(() => {}), maple.rdns)
  await asked
  await draw({ page, group: 'the buttons', state: 'connecting', languages })
  maple.release()
  await expect(page.locator('[data-part="account-button"]')).toBeVisible()
  await draw({ page, group: 'the buttons', state: 'connected', languages })
  maple.switchChain(420)
  await draw({ page, group: 'the buttons', state: 'another network', languages })
})

test('the pages of the sample wallet', async ({ context, journey: { local } }) => {
  const { page } = await openSampleWallet({ context, local })
  const wallet = { page, group: 'the sample wallet', languages: english, isWhole: true }
  await draw({ ...wallet, state: 'home' })
  await page.getByRole('button', { name: 'Keys' }).click()
  // A sheet lies over the window, not over the page.
  await draw({ ...wallet, state: 'keys', isWhole: false })
})

test("the server's own pages, and the desk's", async ({ page, journey }) => {
  const { server, adminToken, desk } = journey.local
  // The desk without an order.
  journey.expectTrouble(/status of 400/)
  const pages = { page, languages: english, isWhole: true }
  for (const [state, path] of Object.entries({ welcome: '/', 'the API': '/docs', 'sign-in': '/admin' })) {
    await page.goto(`${server}${path}`)
    // All calls in one picture would be higher than a picture can be.
    await draw({ ...pages, group: 'the server', state, isWhole: path !== '/docs' })
  }
  await page.getByLabel("Operator's token").fill(adminToken)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  for (const [state, path] of Object.entries({
    projects: '/admin',
    'a project': '/admin/projects/foyer-demo',
    'a new project': '/admin/new',
  })) {
    await page.goto(`${server}${path}`)
    await draw({ ...pages, group: 'the server', state })
  }
  await page.goto(desk)
  await draw({ ...pages, group: 'the desk', state: 'without an order' })
})

test('the mails', async ({ page }) => {
  const folder = new URL('../../apps/server/examples/mails/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'))
  for (const name of names) {
    await page.setContent(await readFile(new URL(name, folder), 'utf8'))
    await draw({ page, group: 'the mails', state: name.replace('.html', ''), languages: english, isWhole: true })
  }
})
