import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { layoutFaults } from './layout.js'
import { modalOf } from './modal.js'
import { settled, still } from './shown.js'

const noProject = /No `projectId` was given/

/** What is said of each of the page's kits, in their order: see `wrongKits`. */
const said: readonly (readonly RegExp[])[] = [
  [/createFoyer\({ projectId: .*\(missing_options\)/],
  [/No network was given.*\(missing_networks\)/],
  [/Cannot set both `siweConfig` and `siwx` options/],
  [/`locale` can't be "de".*`locale: german`/, /`themeMode` can't be "system"/],
  [/Did you mean `networks`\?/, /Did you mean `features.swaps`\?/],
  [/`api` can't be "foyer.example\/v1"/],
  [/Call it: `evm\(\)`/],
  [/`adapters\[1\]`.*put it into `connectors`/, /Call it: `walletConnect\(\)`/, /put it into `adapters`/],
  [
    /adapter of the family eip155 twice/,
    /eip155:1 twice/,
    /namespace solana doesn't exist/,
    /`networks\[3\]` can't be null/,
  ],
  [/Neither `adapters` nor `connectors`/],
  [/`defaultNetwork` can't be "eip155:8453"/, /`metadata` can't be "My dapp"/, /`excludeWalletIds\[0\]` can't be ""/],
  [noProject],
]

/** Which of them connect to nothing, and why. */
const unusable = [
  [0, 'missing_networks'],
  [1, 'missing_networks'],
  [2, 'sign_in_options_conflict'],
] as const

const buttonOf = (page: Page, kit: number) =>
  page.getByRole('region', { name: `Kit ${kit + 1}`, exact: true }).getByRole('button', { name: 'Connect Wallet' })

for (const developed of [true, false]) {
  test(`[S5.1 S5.2 S8.20 S8.28] wrong options leave no page empty ${developed ? 'while it is developed, each is said' : 'in production'}`, async ({
    page,
    journey,
  }) => {
    journey.expectTrouble(/^createFoyer has|^No `projectId` was given|^Correct what `createFoyer` is given/)
    const told: string[] = []
    page.on('console', (message) => told.push(message.text()))
    await openHost({ page, journey, developed, settings: { wrongOptions: true } })
    for (const [kit] of said.entries()) await expect(buttonOf(page, kit)).toBeEnabled()
    const complaints = () => told.filter((text) => /^createFoyer has|^No `projectId`/.test(text))
    // In production nobody looks; that there is no project id is said all the same.
    const expected = developed ? said : [[noProject], [noProject]]
    await expect.poll(() => complaints().length).toBe(expected.length)
    for (const [kit, words] of expected.entries()) for (const word of words) expect(complaints()[kit]).toMatch(word)

    for (const [kit, code] of unusable) {
      const rejected = page.evaluate(
        (index) => window.kits[index]?.connect({ connectorId: 'walletConnect' }).catch(({ code: reason }) => reason),
        kit,
      )
      expect(await rejected).toBe(code)
    }
    const modal = modalOf(page)
    await buttonOf(page, 1).click()
    await expect(modal.part('view')).toHaveText('This app is not set up fully. Tell its makers.')
    await expect(modal.part('alert-bar-message')).toHaveText('Invalid options')
    await expect(modal.part('alert-bar-details')).toContainText('No network was given. Pass at least one in networks.')
    await page.keyboard.press('Escape')
    await expect(modal.dialog).toBeHidden()

    await buttonOf(page, 3).click()
    await settled(page, 'Connect')
    await expect(modal.title).toHaveText('Connect Wallet')
    if (!developed) return expect(modal.part('alert-bar')).toHaveCount(0)
    await expect(modal.part('alert-bar-details')).toContainText('locale: german')
    await page.setViewportSize({ width: 320, height: 568 })
    await still(page)
    expect(await layoutFaults(page)).toEqual([])
    await modal.button('Dismiss').click()
    await expect(modal.part('alert-bar')).toHaveCount(0)
  })
}
