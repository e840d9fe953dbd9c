import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { unless } from '../onlyFull.js'
import { isDrawn, middleOf, pass, press } from './hand.js'
import { pressArmed } from './pressArmed.js'
import { logIn, openWalletPage, serveWalletStage, type WalletStage } from './stage.js'

let stage: WalletStage
test.beforeAll(async () => {
  stage = await serveWalletStage()
})
test.afterAll(() => stage.stop())

interface Opened {
  readonly window: Page
  readonly button: Locator
  /** How often the keeper was asked to release the wallet. */
  readonly released: () => number
}

/** A login at another site, of a visitor whose wallet this browser knows, in the window that continues it without the mail's link. */
async function openContinue(context: BrowserContext): Promise<Opened> {
  const email = `continue.${test.info().testId.slice(-6)}@example.com`
  await logIn(await openWalletPage(context, stage), stage, email)
  const wallet = await openWalletPage(context, { ...stage, dapp: stage.other })
  await wallet.ask('CONNECT_EMAIL', { email })
  await wallet.raise()
  await wallet.frame.getByText(/^Used this wallet/).click()
  const calls = () => stage.servers.calls.filter(({ id }) => id === '/keeper/v1/continue').length
  const before = calls()
  const opening = context.waitForEvent('page')
  await wallet.frame.getByRole('button', { name: 'Continue without the link' }).click()
  const window = await opening
  const button = window.getByRole('button', { name: 'Continue' })
  await button.waitFor()
  return { window, button, released: () => calls() - before }
}

const attacks: Readonly<Record<string, (opened: Opened) => Promise<void>>> = {
  'the second half of a double press, right after it is drawn': async ({ window, button }) => {
    await window.mouse.move(...(await middleOf(button)))
    await press(window)
  },
  'a press that comes whenever it likes, of a pointer that was never over what is asked': async ({
    window,
    button,
  }) => {
    const [x, y] = await middleOf(button)
    await window.mouse.move(x, y)
    for (const by of [0, 1, 0]) {
      await window.mouse.move(x + by, y)
      await pass(window)
      await press(window)
    }
    await expect(button).toHaveAccessibleDescription(/^Move over/)
  },
  'a key that is held as it opens': async ({ window, button }) => {
    await button.focus()
    for (let repeat = 0; repeat < 12; repeat += 1) await window.keyboard.down('Enter')
    await window.keyboard.up('Enter')
  },
}

for (const [name, attack] of Object.entries(attacks))
  test(
    `[F11] in the window that continues a login, ${name}, releases no wallet`,
    unless(name.startsWith('the second')),
    async ({ context }) => {
      const opened = await openContinue(context)
      await attack(opened)
      await isDrawn(opened.window)
      expect(opened.released()).toBe(0)
      expect(opened.window.isClosed()).toBe(false)
      await pressArmed(opened.button)
      await expect.poll(opened.released).toBe(1)
      await expect.poll(() => opened.window.isClosed()).toBe(true)
    },
  )
