import { expect, test } from '../fixtures.js'
import { hostProjects } from '../hostList.js'
import { type BuiltHost, buildHostProject } from '../hostProjects.js'
import type { ExampleHost } from './exampleHost.js'
import { modalOf } from './modal.js'

let built: BuiltHost | undefined
let served: ExampleHost | undefined
test.afterEach(async ({ page }) => {
  // What it still fetches isn't refused.
  await page.close()
  await served?.stop()
  await built?.remove()
  served = undefined
  built = undefined
})

for (const host of hostProjects.filter(({ rare }) => !rare || process.env.FOYER_FULL)) {
  test(`a page of ${[host.name, host.react].filter(Boolean).join(' with ')} is built without a warning, and connects a wallet without one`, async ({
    page,
    journey,
  }) => {
    const [home] = journey.local.chains
    const maple = await journey.install({ name: 'Maple' })
    const [address = '0x'] = maple.accounts
    built = await buildHostProject(host)
    expect(built.output).not.toMatch(/warn|error|deprecat|not found/i)
    served = await built.serve()
    journey.admit(served.origin)
    // The page names the chain that `npm start` has.
    const chain = 'http://127.0.0.1:8545/'
    journey.admit(chain)
    await page.route(chain, (route) => route.continue({ url: home.url }))
    await page.goto(served.origin)
    await expect(page.getByRole('main')).toContainText(host.bringsReact ? /React \d/ : `React ${built.react}`)

    await page.getByRole('button', { name: 'Connect Wallet' }).click()
    await modalOf(page).wallet('Maple').click()
    await expect(page.getByRole('main')).toContainText(address)
    await expect(modalOf(page).dialog).toBeHidden()
    // The second card is drawn by what only later Reacts have, where they have it.
    await page.locator('[data-part="account-button"]').click()
    await modalOf(page).button('Disconnect').click()
    await expect(page.getByRole('main')).toContainText('Not connected yet.')
  })
}
