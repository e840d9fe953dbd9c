import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { askForMail, followLink, newestCode } from '../journeys/embeddedWallet.js'
import { modalOf } from '../journeys/modal.js'
import { logInAt, type Spent, untilButton } from './socialLogin.js'

test.use({ motion: 'whole' })

/** Of each kind: with them all, no more are begun than a network may in an hour. */
const turns = 5

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

/** The first login of an account makes its wallet; a later one opens it in another browser. */
const providers = [
  ['google', 'Google'],
  ['x', 'X'],
  ['discord', 'Discord'],
  ['github', 'GitHub'],
  ['apple', 'Apple'],
] as const
const first: Spent[] = []
const later: Spent[] = []
for (const [results, logins] of [
  [first, providers],
  [later, providers.map(() => providers[0])],
] as const)
  for (const [turn, [provider, name]] of logins.entries())
    test(`a ${results === first ? 'first' : 'later'} login at ${name}, ${turn + 1} of ${turns}`, async ({
      page,
      journey: { local },
    }) => {
      await page.goto(local.demo)
      results.push(await logInAt({ page, local, provider, name }))
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
  const painted = page.evaluate(untilButton, 'keydown')
  await page.evaluate(() => 0)
  await page.keyboard.type(code.slice(-1))
  const { begun, done } = await painted
  return done - begun
}

function timesOf(results: readonly number[]): string {
  return `${Math.round(middleOf(results))} ms | ${Math.round(Math.max(...results))} ms`
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

From the press on a provider's button until the account's button is painted, at 1 ×: a first login, which makes the wallet, one at each of
${providers.map(([, name]) => name).join(', ')}; and a later one at Google, which opens it in another browser. Each page is pressed on as soon as it is there. Before the provider's page is
asked for are the frame, the wallet's own window, and the press in it; the provider's own time is that of its stand-in, with its pages and the presses in them,
until it sends the browser back.

| login | before | after | beside the provider's own | the most | the provider's own |
| --- | ---: | ---: | ---: | ---: | ---: |
${socialRow('first', first)}
${socialRow('later', later)}
`
}

function socialRow(name: string, spent: readonly Spent[]): string {
  const own = spent.map(({ before, after }) => before + after)
  const middles = [spent.map(({ before }) => before), spent.map(({ after }) => after), own].map(middleOf)
  return `| ${[name, ...middles, Math.max(...own), middleOf(spent.map(({ provider }) => provider))].map((each) => (typeof each === 'number' ? `${Math.round(each)} ms` : each)).join(' | ')} |`
}

const middleOf = (results: readonly number[]): number =>
  [...results].sort((a, b) => a - b)[Math.floor(results.length / 2)] ?? Number.NaN
