import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { approve, emailOf, logIn } from '../journeys/embeddedWallet.js'
import { dappOf, fundedAddress, untilDelegateIsKnown } from '../journeys/smartStage.js'
import { newAddress } from '../newAddress.js'

/** Accounts, each with a batch that switches it and later ones. */
const accounts = 3
const laterBatches = 3

/** From an approval until the node has the transaction, in milliseconds. */
const mostMs = 400

const first: number[] = []
const later: number[] = []

for (let turn = 0; turn < accounts; turn += 1)
  test(`an account’s batches, ${turn + 1} of ${accounts}`, async ({ page, journey }) => {
    await untilDelegateIsKnown(journey)
    await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet } })
    await logIn({ page, journey, email: emailOf(`bench.${turn}`) })
    const address = await fundedAddress({ page, journey })
    const { wallet } = dappOf({ page, journey, address })
    for (let count = 0; count <= laterBatches; count += 1) {
      const calls = [1n, 2n].map((value) => ({ to: newAddress(), value }))
      const sending = wallet.sendCalls({ calls, forceAtomic: true })
      const took = await untilNodeHasIt({ page, walletOrigin: new URL(journey.local.wallet).origin })
      ;(count === 0 ? first : later).push(took)
      const { id } = await sending
      expect(await wallet.waitForCallsStatus({ id, pollingInterval: 100 })).toMatchObject({ statusCode: 200 })
    }
  })

test.afterAll(async () => {
  // A run that was ended measured nothing, and writes nothing.
  if (later.length === 0) return
  const text = report()
  console.log(text)
  await writeFile(fileURLToPath(new URL('../../benchmarks/BATCHES.md', import.meta.url)), text)
  expect(middleOf(first)).toBeLessThanOrEqual(mostMs)
  expect(middleOf(later)).toBeLessThanOrEqual(mostMs)
})

/** Approves what is shown. @returns how long it takes from the press until the node's answer to the transaction begins, in milliseconds */
async function untilNodeHasIt({ page, walletOrigin }: { readonly page: Page; readonly walletOrigin: string }) {
  const frame = page.frames().find((each) => each.url().startsWith(walletOrigin))
  if (!frame) throw new Error('The page has no frame of the wallet’s.')
  await frame.evaluate(() => {
    const note = ({ timeStamp }: Event) => {
      document.documentElement.dataset.pressed = `${performance.timeOrigin + timeStamp}`
    }
    document.addEventListener('click', note, { capture: true })
  })
  const answered = page.waitForResponse(
    (each) => each.request().postData()?.includes('eth_sendRawTransaction') ?? false,
  )
  await approve(page)
  const response = await answered
  const { startTime, responseStart } = response.request().timing()
  const pressed = Number(await frame.evaluate(() => document.documentElement.dataset.pressed))
  return startTime + responseStart - pressed
}

const middleOf = (results: readonly number[]): number =>
  [...results].sort((a, b) => a - b)[Math.floor(results.length / 2)] ?? Number.NaN

const timesOf = (results: readonly number[]): string =>
  `${Math.round(middleOf(results))} ms | ${Math.round(Math.max(...results))} ms`

function report(): string {
  return `# From an approval to the node

Written by \`npm run bench:batches\` on one machine (${cpus().length} cores): batches of two calls by the wallet's account on the local stack, ${accounts} accounts, from the press that
approves until the node's answer to the transaction begins. The nonce and the code at the address are read once more meanwhile, which the local node answers in a few milliseconds. At
most ${mostMs} ms are to be taken in the middle; what the command measures beyond that fails it.

| batch | middle | most |
| --- | ---: | ---: |
| the first, which switches the account | ${timesOf(first)} |
| a later one | ${timesOf(later)} |
`
}
