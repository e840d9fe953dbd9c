import type { Page } from '@playwright/test'
import { expect, type Journey, test } from '../fixtures.js'
import { hostStatus, openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { setBalance } from '../setBalance.js'
import { approve, askedAt, askForMail, continueAt, emailOf, followLink, typeCode, walletIn } from './embeddedWallet.js'
import { fact, modalOf } from './modal.js'
import { freshName } from './registerName.js'
import { directly, fillForm, previewAndSend, readReceipt } from './sendStage.js'
import { settled } from './shown.js'
import { switching, untilDelegateIsKnown } from './smartStage.js'
import { storedSessions } from './storedSessions.js'
import { reviewSwap } from './swapping.js'

interface AtHost {
  readonly page: Page
  readonly journey: Journey
}

/** The frame names the page's origin and shows the text that is signed. @returns the text */
async function reviewed({ page, journey: { local } }: AtHost): Promise<string> {
  const wallet = await askedAt(page)
  await expect(wallet.locator('[data-part="asks"]')).toContainText(new URL(local.host).host)
  return (await wallet.locator('section.content').textContent()) ?? ''
}

/** Rejects what the frame shows. */
const reject = (page: Page): Promise<void> => walletIn(page).getByRole('button', { name: 'Reject' }).click()

/** One press signs in, and the page's own backend knows the account by what it verified, once. */
async function signIn({ page, journey }: AtHost): Promise<void> {
  await settled(page, 'SIWXSignMessage')
  await modalOf(page)
    .button(/^Sign$/)
    .click()
  await reject(page)
  await expect(modalOf(page).part('review-trouble')).toHaveText('Signature declined')
  await modalOf(page)
    .button(/^Sign$/)
    .click()
  await reviewed({ page, journey })
  await approve(page)
  await expect(modalOf(page).dialog).toHaveCount(0)
  await expect.poll(() => storedSessions(page)).toHaveLength(1)
  const [{ data, message, signature } = { data: undefined, message: '', signature: '' }] = await storedSessions(page)
  expect(await askBackend(page, 'session')).toEqual({ accountId: `${data?.chainId}:${data?.accountAddress}` })
  journey.expectTrouble(/401/)
  expect(await askBackend(page, 'verify', { message, signature })).toEqual({ error: 'SiwxMessageError' })
}

/** What the page's own backend answers to it. */
const askBackend = (page: Page, path: string, body?: unknown): Promise<unknown> =>
  page.evaluate(
    async ({ path, body }) => {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      return (await fetch(`/siwx/${path}`, init)).json()
    },
    { path, body },
  )

/** Has the page's own code ask the wallet for something. @returns how that ends */
const ask = (page: Page, method: string, params: readonly unknown[] = []): Promise<string> =>
  page.evaluate(
    async ({ method, params }) => {
      try {
        return `${await window.kits[0]?.provider('eip155')?.request({ method, params })}`
      } catch (error) {
        return error instanceof Error ? error.message : `${error}`
      }
    },
    { method, params },
  )

/** What the wallet doesn't allow is refused in sight of the visitor, and so is what is being reviewed. */
async function askForTooMuch({ page, journey }: AtHost): Promise<void> {
  const address = await page.evaluate(() => window.kits[0]?.account('eip155').address)
  const signing = ask(page, 'personal_sign', ['0x68656c6c6f', address])
  expect(await reviewed({ page, journey })).toBe('hello')
  expect(await ask(page, 'wallet_addEthereumChain', [{ chainId: '0x1' }])).toBe('Requested RPC call is not allowed')
  expect(await signing).toBe('Request was aborted')
  await expect(modalOf(page).part('snackbar')).toHaveText('Action not allowed')
  await expect(walletIn(page).locator('[data-part="asks"]')).toBeHidden()
}

/** From the account, where the modal stands: a name is signed for once, in the frame. */
async function registerName({ page, journey }: AtHost): Promise<void> {
  const modal = modalOf(page)
  await modal.button('Choose account name').click()
  await settled(page, 'ChooseAccountName')
  await modal.button('Choose name').click()
  await settled(page, 'RegisterAccountName')
  const name = freshName()
  await modal.dialog.getByRole('textbox', { name: 'Account name' }).fill(name)
  await expect(modal.part('name-shown')).toContainText('Available')
  await modal.part('register-name').click()
  expect(await reviewed({ page, journey })).toContain(`"${name}.foyer.test"`)
  await approve(page)
  await settled(page, 'RegisterAccountNameSuccess')
  await modal.button('Go to account').click()
  await settled(page, 'Account')
  await expect(modal.part('copy-address')).toContainText(name)
}

/** The kit's own views spend with it: each transaction is approved in the frame, and one that is rejected there was not sent. */
async function spend({ page, journey }: AtHost): Promise<void> {
  const [home] = journey.local.chains
  const modal = modalOf(page)
  const account = `0x${(await page.evaluate(() => window.kits[0]?.account('eip155').address))?.slice(2)}` as const
  await setBalance({ chain: home, address: account, ether: '10' })
  await page.evaluate(() => window.kits[0]?.open({ view: 'Swap', toToken: 'FYR' }))
  await reviewSwap({ page, modal, action: 'Swap' })
  await modal.part('swap-confirm').click()
  await reviewed({ page, journey })
  await reject(page)
  await expect(modal.part('review-trouble')).toHaveText('The request was not approved in the wallet.')
  await expect(modal.part('snackbar')).toHaveCount(0)
  await modal.part('swap-confirm').click()
  await expect((await askedAt(page)).getByText('You get at least').first()).toBeVisible()
  await approve(page)
  await readReceipt({ page, modal })

  await page.evaluate(() => window.kits[0]?.open({ view: 'Swap', fromToken: 'FYR', toToken: 'DUSD', amount: '100' }))
  // The approval and the swap as one, which switches the account on.
  await reviewSwap({ page, modal, action: 'Approve and swap' })
  await modal.part('swap-confirm').click()
  await expect((await askedAt(page)).getByText(switching)).toBeVisible()
  await expect((await askedAt(page)).getByText('You get at least').first()).toBeVisible()
  await approve(page)
  await readReceipt({ page, modal })

  const to = newAddress()
  await fillForm({ page, modal, token: /Digital Dollar/, amount: '1.5', to })
  await previewAndSend({ modal })
  await approve(page)
  await readReceipt({ page, modal })
  expect(await directly(home).balanceOf('DUSD', to)).toBe(1_500_000n)
  await page.evaluate((request) => window.pay(request), {
    recipient: to,
    amount: '0.5',
    asset: {
      networkId: `eip155:${home.id}` as const,
      asset: 'native',
      metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  })
  await settled(page, 'Pay')
  await modal.button('Pay with Email').click()
  await approve(page)
  await expect(modal.part('receipt-title')).toHaveText('Payment completed')
}

/** The same wallet in another dapp. */
async function continueAtDemo({ page, journey, email }: AtHost & { readonly email: string }): Promise<void> {
  const address = await page.evaluate(() => window.kits[0]?.account('eip155').address)
  await continueAt({ page, journey, email, origin: journey.local.demo, open: () => page.goto(journey.local.demo) })
  await expect(fact(page, 'address')).toHaveText(address ?? '')
}

test('[S1.6 S3.23 S4.9 S4.10 S4.11 S4.33 S6.5 S6.6 S6.7] a wallet by e-mail signs in with one press for the dapp’s own backend, is asked for nothing that it doesn’t allow, gets a name, swaps with its approval in one step, sends and pays, and continues at another dapp without a link', async ({
  page,
  journey,
}) => {
  const email = emailOf('lin')
  await untilDelegateIsKnown(journey)
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet, signIn: 'backend', pay: true } })
  await askForMail({ page, email })
  await followLink({ page, journey, email })
  await typeCode({ page, journey, email })
  await signIn({ page, journey })
  await expect(hostStatus(page)).toHaveText('connected with Email')
  await askForTooMuch({ page, journey })
  await registerName({ page, journey })
  await spend({ page, journey })
  await continueAtDemo({ page, journey, email })
})
