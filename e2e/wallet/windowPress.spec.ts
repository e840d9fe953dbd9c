import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { unless } from '../onlyFull.js'
import { approveIn } from './approveIn.js'
import { middleOf, pass, press } from './hand.js'
import { pointAtAsked } from './pointAt.js'
import { logIn, openWalletPage, serveWalletStage, type WalletStage } from './stage.js'

let stage: WalletStage
test.beforeAll(async () => {
  stage = await serveWalletStage()
})
test.afterAll(() => stage.stop())

interface Asked {
  readonly window: Page
  readonly button: Locator
  readonly signing: Promise<{ readonly type: string }>
}

/** A request of a page that nobody vouches for, in the wallet's window. */
async function openRequest(context: BrowserContext, text: string): Promise<Asked> {
  const wallet = await openWalletPage(context, { ...stage, dapp: stage.other })
  const address = await logIn(wallet, stage, `press.${test.info().testId.slice(-6)}@example.com`)
  const params = [`0x${Buffer.from(text).toString('hex')}`, address]
  const signing = wallet.ask('RPC_REQUEST', { method: 'personal_sign', params })
  await wallet.raise()
  const opening = context.waitForEvent('page')
  await wallet.frame.getByRole('button', { name: 'Open a window' }).click()
  const window = await opening
  const button = window.locator('[part~="approve"]')
  await button.waitFor()
  return { window, button, signing }
}

/** Scrolls by the wheel, as far as there is something to scroll. */
async function readToEnd(page: Page): Promise<void> {
  const scroll = page.locator('.scroll')
  await scroll.hover()
  await expect(async () => {
    await page.mouse.wheel(0, 120)
    const left = await scroll.evaluate(
      ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
    )
    expect(left).toBeLessThan(2)
  }).toPass({ intervals: [50] })
}

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at} of what is signed`).join('\n')

const attacks: Readonly<Record<string, readonly [text: string, attack: (asked: Asked) => Promise<void>]>> = {
  'the second half of a double press, right after it is drawn': [
    'hello',
    async ({ window, button }) => {
      await window.mouse.move(...(await middleOf(button)))
      await press(window)
      await press(window)
    },
  ],
  'a pointer that comes to its button alone, and presses again and again': [
    'hello',
    async ({ window, button }) => {
      const [x, y] = await middleOf(button)
      await window.mouse.move(x - 60, y)
      for (const by of [-30, 0, 1, 0]) {
        await window.mouse.move(x + by, y)
        await pass(window)
        await press(window)
      }
    },
  ],
  'a window that was under another, and comes to the front by its press': [
    'hello',
    async ({ window, button }) => {
      await pointAtAsked(window.locator('.screen button').last())
      await window.mouse.move(...(await middleOf(button)))
      await expect(button).toBeEnabled()
      await window.evaluate(() => {
        globalThis.dispatchEvent(new Event('blur'))
        globalThis.dispatchEvent(new Event('focus'))
      })
      await pass(window)
      await press(window)
    },
  ],
  'keys of a game beside it, after a press that didn’t count': [
    'hello',
    async ({ window, button }) => {
      const [x, y] = await middleOf(button)
      await pass(window)
      await window.mouse.move(x - 20, y)
      await window.mouse.move(x, y)
      await press(window)
      for (const key of ['Space', 'Space', 'ArrowUp', 'Enter', 'Enter']) {
        await pass(window)
        await window.keyboard.press(key)
      }
    },
  ],
  'keys that a page dictates, whose window lies over all of this one': [
    'hello',
    async ({ window }) => {
      for (const key of ['Tab', 'End', 'Tab', 'Tab', 'Enter', 'Space', '4', '2', 'Enter', 'Tab', 'Tab', 'Enter']) {
        await pass(window)
        await window.keyboard.press(key)
      }
    },
  ],
  'a pointer that is dragged over what is asked, beside a window that lies above it': [
    'hello',
    async ({ window, button }) => {
      const [x, y] = await middleOf(button)
      await window.mouse.move(x, y - 60)
      await window.mouse.down()
      for (const asked of [window.locator('h1'), window.locator('[data-part="asks"]'), window.getByText('hello')]) {
        const [toX, toY] = await middleOf(asked.first())
        await window.mouse.move(toX, toY, { steps: 5 })
      }
      await window.mouse.move(x, y, { steps: 5 })
      await window.mouse.up()
      await pass(window)
      await press(window)
    },
  ],
  'a long request of which the beginning alone was in view': [
    lines(120),
    async ({ window, button }) => {
      await pointAtAsked(window.locator('.screen button').last())
      await window.mouse.move(...(await middleOf(button)))
      await pass(window)
      await press(window)
      await expect(button).toHaveAccessibleDescription(/^Scroll through all of it first\./)
    },
  ],
}

for (const [name, [text, attack]] of Object.entries(attacks))
  test(
    `[F11] in the wallet’s window, ${name}: nothing is approved until it is read and pointed at`,
    unless(name.startsWith('a pointer that comes')),
    async ({ context }) => {
      const asked = await openRequest(context, text)
      await attack(asked)
      expect(asked.window.isClosed()).toBe(false)
      await readToEnd(asked.window)
      await approveIn(asked.window)
      expect((await asked.signing).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
    },
  )
