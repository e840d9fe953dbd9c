import { expect, type Page } from '@playwright/test'
import { parseEther } from 'viem'
import type { Journey } from '../fixtures.js'
import { hostStatus, openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { approveIn } from '../wallet/approveIn.js'
import { approve, askedAt, contextIn, emailOf, logIn, walletIn } from './embeddedWallet.js'
import { test } from './ownServices.js'
import { type Dapp, dappOf, fundedAddress, switching, untilDelegateIsKnown } from './smartStage.js'

interface Visit {
  readonly page: Page
  readonly journey: Journey
  readonly dapp: Dapp
}

/** Logs in at the tests' own page, with coins of the chain. */
async function visitOf({ page, journey, name }: Omit<Visit, 'dapp'> & { readonly name: string }): Promise<Visit> {
  await untilDelegateIsKnown(journey)
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet } })
  await logIn({ page, journey, email: emailOf(name) })
  const address = await fundedAddress({ page, journey })
  return { page, journey, dapp: dappOf({ page, journey, address }) }
}

/** Two calls to somebody new, who has four wei once both took effect. */
const two = () => {
  const to = newAddress()
  return { to, calls: [1n, 3n].map((value) => ({ to, value })) }
}

const balanceOf = ({ dapp: { chain } }: Visit, address: `0x${string}`) => chain.getBalance({ address })

/** How many numbers of the account are used up: a switching transaction takes two. */
const usedBy = ({ dapp: { chain, wallet } }: Visit) => chain.getTransactionCount({ address: wallet.account.address })

const asks = (page: Page) => walletIn(page).locator('[data-part="asks"]')

test('of two batches that are asked for at once each is carried out once: the second is shown again, as the account is another by then', async ({
  page,
  journey,
}) => {
  const visit = await visitOf({ page, journey, name: 'twice' })
  const { wallet, chain } = visit.dapp
  const [one, other] = [two(), two()]
  const asked = [one, other].map(({ calls }) => wallet.sendCalls({ calls, forceAtomic: true }))
  let request = (await askedAt(page)).getByRole('main')
  await expect(request).toContainText(switching)
  await approve(page)
  const again = () => request.getByText('Something else was sent from your address meanwhile. Read this again.')
  // What waited behind it is approved as it was shown, and is another request by then.
  await expect(async () => {
    if (!(await again().isVisible())) await approve(page)
    request = (await askedAt(page)).getByRole('main')
    await expect(again()).toBeVisible()
  }).toPass()
  await expect(request).not.toContainText(switching)
  await approve(page)
  const ids = await Promise.all(asked)
  const came = await Promise.all(ids.map(({ id }) => wallet.waitForCallsStatus({ id, pollingInterval: 200 })))
  expect(came.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const types = await Promise.all(
    came.map(async ({ receipts }) => {
      const [{ transactionHash: hash } = { transactionHash: '0x' as const }] = receipts ?? []
      return (await chain.getTransaction({ hash })).type
    }),
  )
  expect(types.sort()).toEqual(['eip1559', 'eip7702'])
  for (const { to } of [one, other]) expect(await balanceOf(visit, to)).toBe(4n)
  expect(await usedBy(visit)).toBe(3)
})

/** Has what the wallet's page sends reach its node, whose answer the page never gets. @returns what holds once the node has it */
async function loseAnswer({ page, journey: { local } }: Visit): Promise<{ readonly sent: () => Promise<void> }> {
  const had = { isIt: false }
  await page.route(
    (url) => url.origin === new URL(local.wallet).origin,
    async (route) => {
      if (!route.request().postData()?.includes('eth_sendRawTransaction')) return route.fallback()
      // Node doesn't know names below `localhost`.
      await route.fetch({ url: local.chains[0].url })
      had.isIt = true
    },
  )
  return { sent: () => expect.poll(() => had.isIt).toBe(true) }
}

test('a frame that is loaded anew between approval and receipt sends nothing twice, and knows what came of the batch', async ({
  page,
  journey,
}) => {
  const visit = await visitOf({ page, journey, name: 'reloads' })
  const { wallet, chain, designator } = visit.dapp
  const id = '0x5e17'
  const { to, calls } = two()
  const { sent } = await loseAnswer(visit)
  const sending = wallet.sendCalls({ calls, id, forceAtomic: true })
  await Promise.all([
    // Nobody is left to be answered.
    expect(sending).rejects.toThrow(),
    (async () => {
      await approve(page)
      await sent()
      await page.reload()
    })(),
  ])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(hostStatus(page)).toHaveText('connected with Email')
  const came = await wallet.waitForCallsStatus({ id, pollingInterval: 200 })
  expect(came).toMatchObject({ statusCode: 200, atomic: true })
  await expect(wallet.sendCalls({ calls, id, forceAtomic: true })).rejects.toMatchObject({
    details: expect.stringContaining('(5720)'),
  })
  await expect(asks(page)).toBeHidden()
  expect(await balanceOf(visit, to)).toBe(4n)
  expect(await chain.getCode({ address: wallet.account.address })).toBe(designator)
  expect(await usedBy(visit)).toBe(2)
})

test.extend(contextIn('blocked'))(
  'where storage is blocked, a batch is signed in the wallet’s own window as one, and what came of it is known after a reload',
  async ({ page, journey }) => {
    journey.expectTrouble(/IndexedDB|indexedDB|SecurityError|UnknownError/)
    const visit = await visitOf({ page, journey, name: 'blocked' })
    const { wallet, chain, designator } = visit.dapp
    const to = newAddress()
    const calls = [
      { to, value: parseEther('0.5') },
      { to, value: parseEther('0.25') },
    ]
    const sending = wallet.sendCalls({ calls, forceAtomic: true })
    const opening = page.context().waitForEvent('page')
    await walletIn(page).getByRole('button', { name: 'Open a window' }).click()
    const window = await opening
    await expect(window.getByText(switching)).toBeVisible()
    const closing = window.waitForEvent('close')
    await approveIn(window)
    await closing
    const { id } = await sending
    expect(await wallet.waitForCallsStatus({ id, pollingInterval: 200 })).toMatchObject({ statusCode: 200 })
    expect(await balanceOf(visit, to)).toBe(parseEther('0.75'))
    expect(await chain.getCode({ address: wallet.account.address })).toBe(designator)
    await page.reload()
    await expect(hostStatus(page)).toHaveText('connected with Email')
    expect(await wallet.getCallsStatus({ id })).toMatchObject({ statusCode: 200, atomic: true })
    expect(await usedBy(visit)).toBe(2)
  },
)
