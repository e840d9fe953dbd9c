import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { modalOf } from './modal.js'
import { show, still } from './shown.js'

test.use({ motion: 'whole' })

test('a modal that is opened again in the moment of its closing stays open', async ({ page, journey }) => {
  await openHost({ page, journey })
  await show(page, { view: 'Connect' })
  // The browser tells of a dialog's closing in a task of its own: by then it is open again.
  await page.evaluate(async () => {
    const [kit] = window.kits
    const dialog = document.querySelector('[data-foyer]')?.shadowRoot?.querySelector('dialog')
    kit?.close()
    while (dialog?.open) await null
    kit?.open({ view: 'WhatIsAWallet' })
    while (!dialog?.open) await null
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  })
  await still(page)
  expect(await page.evaluate(() => window.kits[0]?.store.getState().view.open)).toBe(true)
  await expect(modalOf(page).title).toHaveText('What is a wallet?')
})
