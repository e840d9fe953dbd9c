import { expect, test } from '../fixtures.js'
import { hostButton, openHost } from '../host.js'
import { launchOptions } from '../launchOptions.js'

/** Scroll bars take their place, as they do on Windows and on Linux. */
test.use({
  launchOptions: async ({ browserName, launchOptions: given }, use) =>
    use(browserName === 'chromium' ? { ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } : given),
})

test('beside a scroll bar the dialog covers the page whole, and the page is as wide as before', async ({
  page,
  journey,
}) => {
  await openHost({ page, journey })
  await expect(hostButton(page)).toBeVisible()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { padding-right: 7px } body { min-height: 4000px }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
  const widths = () =>
    page.evaluate(() => ({
      page: document.body.getBoundingClientRect().width,
      bar: window.innerWidth - document.documentElement.clientWidth,
    }))
  const before = await widths()
  expect(before.bar).toBeGreaterThan(0)
  await page.evaluate(() => void window.kits[0]?.open())
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' })
  await expect(dialog).toBeVisible()
  // Its scrolling is held once the first frame is painted.
  await expect.poll(widths).toEqual({ ...before, bar: 0 })
  const isCovered = await page.evaluate(
    (right) => document.elementFromPoint(right, 300)?.contains(document.querySelector('body')) === false,
    1279,
  )
  expect(isCovered).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(widths).toEqual(before)
})
