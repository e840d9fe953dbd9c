import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { askForMail, disconnect, followLink, newestCode, test } from '../journeys/embeddedWallet.js'
import { modalOf } from '../journeys/modal.js'

const turns = 7

/** How many times slower the dapp's page is. */
const rates = [1, 4] as const

interface Taken {
  readonly first: number
  readonly again: number
}

const taken = new Map<number, Taken[]>(rates.map((rate) => [rate, []]))

for (const [rate, results] of taken)
  for (let turn = 0; turn < turns; turn += 1)
    test(`a login, and one with the device known: ${rate} ×, ${turn + 1} of ${turns}`, async ({ page, journey }) => {
      const email = `bench.${rate}.${turn}@example.com`
      await page.goto(journey.local.demo)
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate })
      await askForMail({ page, email })
      await followLink({ page, journey, email })
      const { code, arrivedAt } = await newestCode({ journey, email })
      const first = await untilAccount({ page, code })
      await disconnect(page)
      await askForMail({ page, email })
      const next = await newestCode({ journey, email, after: arrivedAt })
      results.push({ first, again: await untilAccount({ page, code: next.code }) })
    })

test.afterAll(async () => {
  const text = report()
  console.log(text)
  await writeFile(fileURLToPath(new URL('../../benchmarks/LOGIN.md', import.meta.url)), text)
})

/** Types a code. @returns how long it takes from its last digit until the account's button is painted, in milliseconds */
async function untilAccount({ page, code }: { readonly page: Page; readonly code: string }): Promise<number> {
  await expect(modalOf(page).part('code-input')).toBeFocused()
  await page.keyboard.type(code.slice(0, -1))
  const ms = page.evaluate(
    () =>
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
        document.addEventListener('keydown', start, { capture: true, once: true })
      }),
  )
  await page.evaluate(() => 0)
  await page.keyboard.type(code.slice(-1))
  return ms
}

function report(): string {
  const figures = (results: readonly Taken[], key: keyof Taken) => {
    const sorted = results.map((each) => each[key]).sort((a, b) => a - b)
    const rounded = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((ms) => Math.round(ms ?? Number.NaN))
    return `${rounded[0]} ms, ${rounded[1]} ms at most`
  }
  const rows = [...taken].map(
    ([rate, results]) => `| ${rate} × | ${figures(results, 'first')} | ${figures(results, 'again')} |`,
  )
  return `# From the last digit to the account

Written by \`npm run bench:login\` on one machine (${cpus().length} cores): a login of the embedded wallet on the local stack, from the key of the code's last digit
until the account's button is painted, medians of ${turns}. The login server, the keeper and the wallet's page are those of \`npm start\`; the first makes a wallet, the other opens it
on a device that is known. At 4 × the dapp's own page runs at a processor four times slower.

| processor | a first login | with the device known |
| --- | ---: | ---: |
${rows.join('\n')}
`
}
