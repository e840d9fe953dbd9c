import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { giveReader, holdUp, withCamera } from './fakeCamera.js'
import { modalOf } from './modal.js'
import { look, settled, show } from './shown.js'

test.use({ launchOptions: withCamera })

test('[S1.6 S3.17] the code of one visitor’s Receive, held before another’s camera, fills in the recipient; the camera goes off with it', async ({
  page,
  context,
  journey,
}) => {
  await giveReader(context)
  const maple = await journey.install({ name: 'Maple', accounts: 2 })
  const modal = modalOf(page)
  await openHost({ page, journey })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  await show(page, { view: 'WalletReceive' })
  await expect(modal.part('qr-code-ready')).toBeVisible()
  await holdUp({ page, shown: modal.part('qr-code') })

  await show(page, { view: 'WalletSend', asset: { type: 'coin' }, amount: '0.1' })
  await settled(page, 'WalletSend')
  await modal.part('send-scan').press('Enter')
  await expect(modal.part('field-input')).toHaveValue(new RegExp(maple.accounts[0] ?? 'none', 'i'))
  await expect(modal.part('send-scanner')).toHaveCount(0)
  await expect(modal.dialog).toContainText('This is your own account')
  await look({ page, name: 'send-scanned' })
})

test('where the camera can’t be used that is said, and the address can be typed', async ({
  page,
  context,
  journey,
}) => {
  await giveReader(context)
  await context.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  const maple = await journey.install({ name: 'Maple' })
  const modal = modalOf(page)
  await openHost({ page, journey })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  await show(page, { view: 'WalletSend', asset: { type: 'coin' }, amount: '0.1' })
  await modal.part('send-scan').click()
  await expect(modal.dialog).toContainText('The camera could not be used. Paste the address instead.')
  await expect(modal.part('send-scanner')).toHaveCount(0)
  await expect(modal.part('amount-input')).toHaveValue('0.1')
})
