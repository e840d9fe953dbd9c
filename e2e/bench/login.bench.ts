import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { askForMail, followLink, newestCode } from '../journeys/embeddedWallet.js'
import { modalOf } from '../journeys/modal.js'

test.use({ motion: 'whole' })

const turns = 7

/** How many times slower the dapp's page is. */
const rates = [1, 4] as const

const taken = new Map<number, number[]>(rates.map((rate) => [rate, []]))

for (const [rate, results] of taken)
  for (let turn = 0; turn < turns; turn += 1)
    test(`a login: ${rate} ×, ${turn + 1} of ${turns}`, async ({ page, journey }) => {
      const email = `bench.${rate}.${turn}@example.com`
      await page.goto(journey.local.demo)
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate })
      await askForMail({ page, email })
      await followLink({ page, journey, email })
      const { code } = await newestCode({ journey, email })
      results.push(await untilAccount({ page, code }))
    })

const bySocial: number[] = []
for (let turn = 0; turn < turns; turn += 1)
  test(`a login at a provider, ${turn + 1} of ${turns}`, async ({ page, journey }) => {
    await page.goto(journey.local.demo)
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    const google = modalOf(page).dialog.locator('[data-social="google"]')
    await expect(google).toBeEnabled()
    const opening = page.context().waitForEvent('page')
    const ms = page.evaluate(untilButton, 'click')
    await google.click()
    const popup = await opening
    await popup.getByRole('button', { name: 'Continue with Google' }).click()
    await popup.getByRole('link', { name: /Ada Lovelace/ }).click()
    bySocial.push(await ms)
  })

test.afterAll(async () => {
  const text = report()
  console.log(text)
  await writeFile(fileURLToPath(new URL('../../benchmarks/LOGIN.md', import.meta.url)), text)
})

/** Runs in the page. @returns how long it takes from the next such event until the account's button is painted, in milliseconds */
const untilButton = (event: string) =>
  new Promise<number>((resolve) => {
    let begun = 0
    const watch = () => {
      if (!document.querySelector('[data-part="account-button"]')) return requestAnimationFrame(watch)
      return requestAnimationFrame(() => resolve(performance.now() - begun))
    }
    const start = ({ timeStamp }: Event) => {
      begun = timeStamp
      watch()
    }
    document.addEventListener(event, start, { capture: true, once: true })
  })

/** Types a code. @returns how long it takes from its last digit until the account's button is painted, in milliseconds */
async function untilAccount({ page, code }: { readonly page: Page; readonly code: string }): Promise<number> {
  await expect(modalOf(page).part('code-input')).toBeFocused()
  await page.keyboard.type(code.slice(0, -1))
  const ms = page.evaluate(untilButton, 'keydown')
  await page.evaluate(() => 0)
  await page.keyboard.type(code.slice(-1))
  return ms
}

function timesOf(results: readonly number[]): string {
  const sorted = [...results].sort((a, b) => a - b)
  const [middle, most] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((ms) => Math.round(ms ?? NaN))
  return `${middle} ms | ${most} ms`
}

function report(): string {
  const rows = [...taken].map(([rate, results]) => `| ${rate} × | ${timesOf(results)} |`)
  return `# From the last digit to the account

Written by \`npm run bench:login\` on one machine (${cpus().length} cores): a first login of the embedded wallet on the local stack, from the key of the code's last
digit until the account's button is painted, ${turns} logins each. The login server, the keeper and the wallet's page are those of \`npm start\`; the wallet is made
meanwhile. At 4 × the dapp's own page runs at a processor four times slower.

| processor | middle | most |
| --- | ---: | ---: |
${rows.join('\n')}

From the press on a provider's button until the account's button is painted, at 1 ×, with the wallet's window, its question and the provider's two pages in it, each
pressed on as soon as it is there:

| provider | middle | most |
| --- | ---: | ---: |
| Google's stand-in | ${timesOf(bySocial)} |
`
}
