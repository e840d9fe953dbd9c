import type { Browser, BrowserContext, Frame, Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { faults, isOlderChromium } from '../olderChromium.js'
import { unless } from '../onlyFull.js'
import { launchDense, phone } from '../profiles.js'
import { isDrawn, middleOf, pass } from './hand.js'
import { layOut } from './layouts.js'
import { logIn, openWalletPage, serveWalletStage, type WalletPage, type WalletStage } from './stage.js'

let stage: WalletStage
let browser: Browser
test.beforeAll(async () => {
  stage = await serveWalletStage()
  browser = await launchDense()
})
test.afterAll(async () => {
  await browser.close()
  await stage.stop()
})

const success = '@w3m-frame/RPC_REQUEST_SUCCESS'

interface Asked {
  readonly context: BrowserContext
  readonly wallet: WalletPage
  readonly signing: ReturnType<WalletPage['ask']>
}

/** As the kit has its frame on a telephone. */
const sheet =
  'dialog.style.cssText = "padding:0;border:0;margin:auto 0 0;inline-size:100%;max-inline-size:100%;block-size:600px"'

/** A request on a telephone of 360 × 640 px, each of three by three of its screen's. */
async function askOnPhone(isVouched: boolean): Promise<Asked> {
  test.skip(isOlderChromium(browser), faults.framedTaps)
  const context = await browser.newContext({ ...phone, viewport: { width: 360, height: 640 }, isMobile: true })
  const wallet = await openWalletPage(context, { ...stage, dapp: isVouched ? stage.dapp : stage.other })
  const address = await logIn(wallet, stage, `phone.${test.info().testId.slice(-6)}@example.com`)
  // A page for telephones is as wide as they are.
  await wallet.page.evaluate(() => {
    const meta = document.head.appendChild(document.createElement('meta'))
    Object.assign(meta, { name: 'viewport', content: 'width=device-width' })
  })
  await layOut(wallet, sheet)
  const signing = wallet.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x68656c6c6f', address] })
  await wallet.raise()
  return { context, wallet, signing }
}

const approve = (where: Pick<Page, 'locator'> | Frame): Locator => where.locator('[part~="approve"]')
const armed = (button: Locator) => expect(button).not.toHaveAttribute('aria-disabled', 'true')

test('[F11] one touch of a telephone approves in the frame of a page that is vouched for, once the words were touched', async () => {
  const { context, wallet, signing } = await askOnPhone(true)
  await wallet.frame.locator('[data-part="asks"] b').tap()
  await armed(approve(wallet.frame))
  await approve(wallet.frame).tap()
  expect((await signing).type).toBe(success)
  await context.close()
})

test('[F11] in the wallet’s window on a telephone touches of one place approve nothing, however often; once the words were touched, one does', async () => {
  const { context, wallet, signing } = await askOnPhone(false)
  const opening = context.waitForEvent('page')
  await wallet.frame.getByRole('button', { name: 'Open a window' }).tap()
  const window = await opening
  const where = await middleOf(approve(window))
  for (let touch = 0; touch < 4; touch += 1) {
    await pass(window)
    await window.touchscreen.tap(...where)
    await isDrawn(window)
  }
  await expect(
    window.getByText(/^Move over each line above first, or touch the text, or type the three boxed digits:/),
  ).toBeVisible()
  await window.locator('[data-part="asks"] b').tap()
  await armed(approve(window))
  await approve(window).tap()
  expect((await signing).type).toBe(success)
  await context.close()
})

/** Ways of a page to have the frame drawn at less than it measures. */
const shrunk: Readonly<Record<string, string>> = {
  'scaled to 0.3': 'iframe.style.transform = "scale(.3)"',
  'zoomed to 0.3': 'dialog.style.zoom = ".3"',
  'zoomed to two thirds': 'dialog.style.zoom = ".67"',
}

for (const [how, script] of Object.entries(shrunk))
  test(`[F11] a frame that is ${how} on a telephone: no touch approves`, unless(how === 'zoomed to 0.3'), async () => {
    const { context, wallet, signing } = await askOnPhone(true)
    await wallet.frame.locator('[data-part="asks"] b').tap()
    await armed(approve(wallet.frame))
    await layOut(wallet, script)
    const last = wallet.frame.locator('.actions button').last()
    // What opens the wallet's window instead isn't pressed here.
    for (let touch = 0; touch < 3 && (await approve(wallet.frame).count()) > 0; touch += 1) {
      await pass(wallet.page)
      await wallet.page.touchscreen.tap(...(await middleOf(last)))
      await isDrawn(wallet.page)
    }
    await wallet.frame
      .getByRole('button', { name: 'Reject' })
      .evaluate((button) => button.dispatchEvent(new MouseEvent('click', { bubbles: true })))
    expect((await signing).type).not.toBe(success)
    await context.close()
  })
