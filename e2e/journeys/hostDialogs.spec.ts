import type { Page } from '@playwright/test'
import { expect, type Journey, test } from '../fixtures.js'
import { type DialogSettings, type Library, libraries } from '../hosts/dialogs/settings.js'

test.describe.configure({ mode: 'parallel' })

/** Goes to the page of a library, opens its dialog, and the kit's from there. */
async function openBoth({ page, journey, library }: { page: Page; journey: Journey; library: Library }) {
  const [chain] = journey.local.chains
  if (!chain) throw new Error('There is no chain.')
  const settings: DialogSettings = { library, chain: { id: chain.id, name: chain.name, url: chain.url } }
  await page.goto(`${journey.local.host}/dialogs?host=${encodeURIComponent(JSON.stringify(settings))}`)
  await page.getByRole('button', { name: 'Open a dialog' }).click()
  const theirs = page.getByText('Theirs')
  await expect(theirs).toBeVisible()
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  const ours = page.getByRole('dialog', { name: 'Connect Wallet' })
  await expect(ours.getByText('Maple')).toBeVisible()
  // What shares the page comes with the other views.
  await expect(ours.locator('[part~="snackbar-region"]')).toBeAttached()
  return { ours, theirs }
}

for (const library of libraries)
  test(`above a host's dialog by ${library}: presses, the wheel, keys and Escape are the modal's alone`, async ({
    page,
    journey,
  }) => {
    await journey.install({ name: 'Maple' })
    const { ours, theirs } = await openBoth({ page, journey, library })

    await test.step('a press on the card closes neither', async () => {
      await ours.getByRole('heading').first().click()
      await expect(ours).toBeVisible()
      await expect(theirs).toBeVisible()
    })

    await test.step('the wheel is the modal’s, and scrolls nothing of the page', async () => {
      const before = await page.evaluate(() => scrollY)
      const wheels = await ours.evaluateHandle((dialog) => {
        const prevented: boolean[] = []
        dialog.addEventListener('wheel', (event) => setTimeout(() => prevented.push(event.defaultPrevented)))
        return prevented
      })
      await page.mouse.move(640, 430)
      await page.mouse.wheel(0, 40)
      await expect.poll(() => wheels.jsonValue()).toEqual([false])
      expect(await page.evaluate(() => scrollY)).toBe(before)
    })

    await test.step('a key is no shortcut of the page’s', async () => {
      await page.keyboard.press('k')
      expect(await page.evaluate(() => globalThis.shortcuts ?? 0)).toBe(0)
    })

    await test.step('one Escape closes one thing, the topmost', async () => {
      await page.keyboard.press('Escape')
      await expect(ours).toBeHidden()
      await expect(theirs).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(theirs).toBeHidden()
    })
  })
