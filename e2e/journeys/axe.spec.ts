import { expect, test } from '../fixtures.js'
import { examine } from './examine.js'
import { connect, connectButton } from './modal.js'
import { settled } from './shown.js'

test.describe.configure({ mode: 'parallel' })

test('axe finds nothing on the modal in the page, which is a region of it', async ({ page, journey }) => {
  await journey.install({ name: 'Maple' })
  await page.goto('/?embedded')
  await settled(page, 'Connect')
  await examine({ page, name: 'embedded' })
})

test('axe finds nothing on the demo, before and after connecting', async ({ page, journey }) => {
  await journey.install({ name: 'Maple' })
  await page.goto('/')
  await expect(connectButton(page)).toBeEnabled()
  await examine({ page, name: 'the demo' })
  await page.setViewportSize({ width: 1280, height: 860 })
  await connect({ page, wallet: 'Maple' })
  await examine({ page, name: 'the demo, connected' })
})
