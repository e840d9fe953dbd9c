import type { Locator, Page } from '@playwright/test'
import { createPublicClient, http, isHex, verifyMessage, verifyTypedData } from 'viem'
import { patience } from '../../scripts/pace.mjs'
import { expect, type Journey } from '../fixtures.js'
import { confirmWith, contextIn, emailOf, mailsTo, mailThat, newestCode, walletIn } from '../journeys/embeddedWallet.js'
import { test } from '../journeys/ownServices.js'
import { newAddress } from '../newAddress.js'
import { isOlderChromium } from '../olderChromium.js'
import { setBalance } from '../setBalance.js'
import { approveIn } from './approveIn.js'
import {
  addressOf,
  answerOf,
  approve,
  asked,
  askForLink,
  closeModal,
  followLink,
  hexOf,
  logIn,
  openModal,
  openSettings,
  originalModal,
  said,
  shownFrame,
  signOut,
  typeCode,
  wrongOf,
} from './originalModal.js'
import { type OriginalHost, type OriginalPage, openAgain, openOriginal, serveOriginal } from './originalStage.js'
import { pressArmed } from './pressArmed.js'
import { typeNumber } from './typeNumber.js'

let host: OriginalHost
test.beforeAll(async ({ local }) => {
  host = await serveOriginal(local)
})
test.afterAll(() => host.stop())

/** A login that began: what each phase after it is asked with. */
interface Visit {
  readonly original: OriginalPage
  readonly journey: Journey
  readonly address: `0x${string}`
}

const balanceOf = ({ url }: { readonly url: string }, address: `0x${string}`): Promise<bigint> =>
  createPublicClient({ transport: http(url) }).getBalance({ address })

/** The phases of a login by e-mail, each as AppKit's views show it. */
async function logInSlowly(original: OriginalPage, journey: Journey): Promise<`0x${string}`> {
  const email = emailOf('original')
  const modal = originalModal(original.page)
  const digits =
    await test.step('an address is typed into the modal, which says the link’s digits, and then waits for the device', async () => {
      const said = await askForLink(original, journey, email)
      await expect(modal.getByText(email)).toBeVisible()
      return said
    })
  await test.step('the link is confirmed in its mail, and the modal asks for the code', async () => {
    await followLink(original, journey, { email, digits })
    await expect(modal.getByText('Enter the code we sent to')).toBeVisible()
  })
  const { code } = await newestCode({ journey, email })
  await test.step('a wrong code is refused, and said', async () => {
    await typeCode(original, wrongOf(code))
    await expect(modal.getByText('Invalid code. Try Again')).toBeVisible()
  })
  return test.step('the right code connects: in wagmi, and on AppKit’s button', async () => {
    await typeCode(original, code)
    const address = await addressOf(original)
    await expect(said(original.page)).toContainText(String(journey.local.chains[0].id))
    const button = original.page.locator('appkit-button')
    await expect(button).toContainText(address.slice(0, 4))
    await expect(button).toContainText('0.000 ETH')
    await expect(modal).not.toHaveClass(/open/)
    return address
  })
}

/** One press of somebody who has looked at the request; the mouse's is that of every other step. */
const presses: Readonly<Record<string, (page: Page, button: Locator) => Promise<void>>> = {
  'the keyboard': async (page, button) => {
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(button).toBeFocused({ timeout: patience(500) })
    }).toPass()
    await typeNumber(button, page.keyboard)
    await expect(button).not.toHaveAttribute('aria-disabled')
    await page.keyboard.press('Enter')
  },
  'a finger': async (page, button) => {
    const touch = await page.context().newCDPSession(page)
    const tap = async (what: Locator, across = 0.5) => {
      const { x, y, width, height } = (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const touchPoints = [{ x: x + width * across, y: y + height / 2 }]
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    // It is on who asks and on what before it presses: something may lie above a window, where there are pointers too.
    await tap(page.locator('[data-part="asks"] b'))
    await tap(page.getByText('by a finger'), 0.1)
    await expect(button).not.toHaveAttribute('aria-disabled')
    await tap(button)
    await touch.detach()
  },
}

/** What wagmi signs and sends, in the window that the wallet's frame within AppKit's modal opens. */
async function signAndSend({ original, journey, address }: Visit): Promise<void> {
  const { page } = original
  const modal = originalModal(page)
  await test.step('signMessage is shown, sized as AppKit says, and signed', async () => {
    const signing = original.call('signMessage', 'hello')
    await shownFrame(original)
    expect(await page.locator('#w3m-iframe').boundingBox()).toMatchObject({ width: 360, height: 600 })
    const wallet = await asked(original, 'hello')
    await expect(wallet.locator('[data-part="asks"]')).toContainText(new URL(host.origin).host)
    await approve(original, 'hello')
    const signature = hexOf(await signing)
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    await expect(modal).not.toHaveClass(/open/)
  })
  for (const [by, press] of Object.entries(presses)) {
    // No finger’s press reaches a frame there.
    if (by === 'a finger' && isOlderChromium(page.context().browser())) continue
    await test.step(`one press of ${by} approves`, async () => {
      const signing = original.call('signMessage', `by ${by}`)
      const wallet = await asked(original, `by ${by}`)
      await press(wallet, wallet.locator('[part~="approve"]'))
      expect(await verifyMessage({ address, message: `by ${by}`, signature: hexOf(await signing) })).toBe(true)
      await expect(modal).not.toHaveClass(/open/)
    })
  }
  await test.step('what is rejected in the frame is rejected for wagmi, and the modal closes', async () => {
    const signing = original.call('signMessage', 'to be rejected')
    await (await shownFrame(original)).getByRole('button', { name: 'Reject' }).click()
    expect(await signing).toMatchObject({ failure: expect.stringContaining('You rejected the request.') })
    await expect(modal).not.toHaveClass(/open/)
  })
  await test.step('what is closed in the modal is rejected for wagmi', async () => {
    const signing = original.call('signMessage', 'to be closed')
    await shownFrame(original)
    await closeModal(original)
    expect(await signing).toMatchObject({ failure: expect.stringContaining('Request was aborted') })
  })
  await test.step('signTypedData is signed', async () => {
    const typed = {
      domain: { name: 'A dapp', version: '1', chainId: journey.local.chains[0].id },
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail',
      message: { text: 'in its own field' },
    } as const
    const signing = original.call('signTypedData', typed)
    await approve(original, 'in its own field')
    expect(await verifyTypedData({ address, ...typed, signature: hexOf(await signing) })).toBe(true)
  })
  await test.step('sendTransaction is mined', async () => {
    await setBalance({ chain: journey.local.chains[0], address, ether: '3' })
    const sending = original.call('send', { to: newAddress(), value: 10n ** 18n })
    await approve(original, '1 ETH')
    expect(answerOf(await original.call('receipt', hexOf(await sending)))).toBe('success')
  })
}

/** What AppKit's own account view sends, and what it offers beside. */
async function sendFromModal({ original, journey, address }: Visit): Promise<void> {
  const { page } = original
  const modal = originalModal(page)
  await test.step('the account shows what is there, and offers the kinds that there are', async () => {
    await openModal(original)
    await expect(modal.locator('wui-balance')).toContainText('$')
    await closeModal(original)
    const isOfTwoKinds = await openSettings(original)
    await expect(modal.locator('[data-testid="account-switch-network-button"]')).toContainText(
      journey.local.chains[0].name,
    )
    await expect(modal.locator('[data-testid="account-toggle-preferred-account-type"]')).toHaveCount(
      isOfTwoKinds ? 1 : 0,
    )
    await closeModal(original)
  })
  await test.step('its Send view sends, and shows the account again', async () => {
    await openModal(original)
    await modal.locator('[data-testid="wallet-features-send-button"]').click()
    await modal.getByRole('button', { name: 'Select token', exact: true }).click()
    await modal.locator('wui-list-token').first().click()
    await modal.locator('wui-input-amount input').fill('0.5')
    const receiver = newAddress()
    // In its middle is a button that pastes.
    await modal.locator('w3m-input-address').click({ position: { x: 20, y: 50 } })
    await modal.locator('w3m-input-address textarea').fill(receiver)
    await modal.getByRole('button', { name: 'Preview Send' }).click()
    await modal.locator('.sendButton').click()
    await approve(original, '0.5 ETH')
    await expect(modal.getByText('Transaction started')).toBeVisible()
    const [chain] = journey.local.chains
    expect(await balanceOf(chain, receiver)).toBe(5n * 10n ** 17n)
    expect(await balanceOf(chain, address)).toBeLessThan(15n * 10n ** 17n)
    await closeModal(original)
  })
}

/** The network, switched by the page and by the modal. */
async function switchNetworks({ original, journey, address }: Visit): Promise<void> {
  const { page } = original
  const [chain, other] = journey.local.chains
  const isAt = async (chainId: number) => {
    await expect(said(page)).toHaveText(`connected ${address} ${chainId}`)
    expect(answerOf(await original.call('wallet', 'request', { method: 'eth_chainId' }))).toBe(chainId)
    expect(answerOf(await original.call('wallet', 'request', { method: 'eth_accounts' }))).toEqual([address])
    expect(await page.evaluate(() => Reflect.get(globalThis, 'appKit').getCaipAddress())).toBe(
      `eip155:${chainId}:${address}`,
    )
  }
  await test.step('switchChain switches', async () => {
    expect(answerOf(await original.call('switchChain', other.id))).toBe(other.id)
    await isAt(other.id)
  })
  await test.step('the modal’s list of networks switches', async () => {
    await openModal(original)
    await originalModal(page).locator('[data-testid="w3m-account-select-network"]').click()
    await originalModal(page).locator(`[data-testid="w3m-network-switch-${chain.name}"]`).click()
    await isAt(chain.id)
    await closeModal(original)
  })
  await test.step('switchChain switches back after it', async () => {
    expect(answerOf(await original.call('switchChain', other.id))).toBe(other.id)
    await isAt(other.id)
  })
}

/** The page loaded anew, and in another tab. */
async function comeBack({ original, journey, address }: Visit): Promise<void> {
  const signs = async (at: OriginalPage) => {
    await expect(said(at.page)).toHaveText(`connected ${address} ${journey.local.chains[1].id}`)
    const signing = at.call('signMessage', 'again')
    await approve(at, 'again')
    expect(await verifyMessage({ address, message: 'again', signature: hexOf(await signing) })).toBe(true)
  }
  await test.step('a reload is connected still, at its network, and signs', async () => {
    await original.page.reload()
    await signs(original)
  })
  await test.step('another tab is connected, and signs', async () => {
    const tab = await openAgain({ context: original.page.context(), host })
    await signs(tab)
    await tab.page.close()
    await original.page.bringToFront()
  })
}

/** The look of the page, which reaches the frame, and its size. */
async function lookOfFrame({ original }: Visit): Promise<void> {
  const { page } = original
  await test.step('the theme of the page is that of the frame', async () => {
    await page.evaluate(() => {
      Reflect.get(globalThis, 'appKit').setThemeMode('light')
      Reflect.get(globalThis, 'appKit').setThemeVariables({ '--w3m-accent': '#aa0000' })
    })
    const [signing, wallet] = [original.call('signMessage', 'in the light'), await shownFrame(original)]
    await expect(wallet.locator('[data-theme="light"]').first()).toBeVisible()
    // What a pointer lies over has another colour; a frame that was hidden isn't told that it has left, and one that comes in brings its button below the pointer.
    await expect(async () => {
      await wallet.getByRole('heading').first().hover()
      const color = ['background-color', 'rgb(170, 0, 0)'] as const
      await expect(wallet.locator('.actions button').last()).toHaveCSS(...color, { timeout: patience(2_000) })
    }).toPass()
    await wallet.getByRole('button', { name: 'Reject' }).click()
    expect(await signing).toMatchObject({ failure: expect.any(String) })
  })
  await test.step('a window that is turned and resized meanwhile has the request still', async () => {
    const desktop = page.viewportSize() ?? { width: 1280, height: 860 }
    const signing = original.call('signMessage', 'at any size')
    for (const size of [{ width: 390, height: 844 }, { width: 844, height: 390 }, desktop]) {
      await page.setViewportSize(size)
      await expect(walletIn(page).locator('.actions button').last()).toBeVisible()
    }
    await approve(original, 'at any size')
    expect(isHex(answerOf(await signing))).toBe(true)
  })
}

test('[F11] [S7.39 S7.41] a page on AppKit logs in by e-mail, signs and sends, through its own modal and by wagmi', async ({
  context,
  journey,
}) => {
  // A wrong code is refused; and AppKit's client logs each request that was.
  journey.expectTrouble(/status of 403/)
  journey.expectTrouble(/W3mFrameLogger, error: Error: (You rejected the request\.|Request was aborted)/)
  const original = await openOriginal({ context, journey, host })
  const address = await logInSlowly(original, journey)
  const visit = { original, journey, address }
  await signAndSend(visit)
  await sendFromModal(visit)
  await switchNetworks(visit)
  await comeBack(visit)
  await lookOfFrame(visit)
  await test.step('Disconnect in the modal’s settings signs out, here and in the wallet', () => signOut(original))
})

test('[S9.28] AppKit’s own client that goes back and forth meets its login again, without a second mail', async ({
  context,
  journey,
}) => {
  // AppKit's own pause between two mails.
  journey.expectTrouble(/Error: Please try again after \d+ seconds/)
  const original = await openOriginal({ context, journey, host })
  const whose = emailOf('patient')
  const digits = await askForLink(original, journey, whose)
  const modal = originalModal(original.page)
  const { links } = await mailThat(journey, { email: whose, says: /\/confirm#/ })
  // Answered before the 30 seconds after which the original gives up listening for good: its view goes back then.
  await expect(modal.locator('wui-email-input')).toBeVisible({ timeout: patience(40_000) })
  const field = modal.locator('wui-email-input input')
  await expect(async () => {
    await field.fill(whose)
    await field.press('Enter')
    await expect(modal.getByText('Approve the login link we sent to')).toBeVisible({ timeout: patience(3_000) })
  }).toPass({ timeout: patience(40_000) })
  await confirmWith(original.page, { links, digits })
  await expect(modal.getByText('Enter the code we sent to')).toBeVisible()
  await mailThat(journey, { email: whose, says: /\b\d{6}\b/ })
  expect((await mailsTo(journey, whose)).filter(({ text }) => text.includes('/confirm#'))).toHaveLength(1)
})

test('[S1.3 S7.39] a page on AppKit logs in at a provider: its window, its word to the page that opened it, the account', async ({
  context,
  journey,
}) => {
  const { local } = journey
  const original = await openOriginal({ context, journey, host })
  // A provider that cuts its windows off ends such a login: AppKit's client takes its window for closed, and hears nothing from it.
  await context.route(`${local.socials}/**`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    const { 'cross-origin-opener-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const modal = originalModal(original.page)
  await openModal(original)
  const opening = context.waitForEvent('page')
  await modal.locator('[data-testid="social-selector-google"]').click()
  const popup = await opening
  await pressArmed(popup.getByRole('button', { name: 'Continue with Google' }))
  await popup.getByRole('link', { name: /Ada Lovelace/ }).click()
  const address = await addressOf(original)
  await expect(modal).not.toHaveClass(/open/)
  await openSettings(original)
  await expect(modal.locator('[data-testid="w3m-account-email-update"]')).toContainText('Ada Lovelace')
  await closeModal(original)
  const signing = original.call('signMessage', 'by an account elsewhere')
  await approve(original, 'by an account elsewhere')
  const signature = hexOf(await signing)
  expect(await verifyMessage({ address, message: 'by an account elsewhere', signature })).toBe(true)
  await original.page.reload()
  expect(await addressOf(original)).toBe(address)
})

test('[S1.2 S7.39] a page on AppKit logs in at Farcaster: its code leads a telephone there, and what is signed there is its account’s', async ({
  context,
  journey,
}) => {
  const original = await openOriginal({ context, journey, host })
  const modal = originalModal(original.page)
  await openModal(original)
  await modal.locator('[data-testid="social-selector-farcaster"]').click()
  const code = modal.locator('wui-qr-code')
  await expect(code).toBeVisible()
  const url = String(await code.evaluate((drawn) => Reflect.get(drawn, 'uri')))
  expect(new URL(url).origin).toBe(journey.local.farcaster)
  const telephone = await context.newPage()
  await telephone.goto(url)
  await expect(telephone.getByText(`to ${new URL(journey.local.wallet).host}`)).toBeVisible()
  await telephone.getByRole('button', { name: /Ada Lovelace/ }).click()
  const address = await addressOf(original)
  await expect(modal).not.toHaveClass(/open/)
  await openSettings(original)
  await expect(modal.locator('[data-testid="w3m-account-email-update"]')).toContainText('ada')
  await original.page.reload()
  expect(await addressOf(original)).toBe(address)
})

test.extend(contextIn('blocked'))(
  '[F30] a page on AppKit in a browser that keeps nothing for the wallet’s frame logs in, and signs in a window of the wallet’s own',
  async ({ context, journey }) => {
    // What the frame asks the browser for, it refuses.
    journey.expectTrouble(/^UnknownError: The user denied permission to access the database/)
    const original = await openOriginal({ context, journey, host })
    const address = await logIn(original, journey, emailOf('blocked'))
    const signing = original.call('signMessage', 'hello')
    const opening = context.waitForEvent('page')
    await walletIn(original.page).getByRole('button', { name: 'Open a window' }).click()
    const window = await opening
    await expect(window.getByText('hello')).toBeVisible()
    await approveIn(window)
    expect(await verifyMessage({ address, message: 'hello', signature: hexOf(await signing) })).toBe(true)
    await original.page.reload()
    expect(await addressOf(original)).toBe(address)
  },
)
