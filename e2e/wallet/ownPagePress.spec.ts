import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { unless } from '../onlyFull.js'
import { isDrawn, middleOf, pass, press } from './hand.js'
import { pointAtAsked } from './pointAt.js'
import { serveWalletStage, type WalletStage } from './stage.js'
import { typeNumber } from './typeNumber.js'

let stage: WalletStage
test.beforeAll(async () => {
  stage = await serveWalletStage()
})
test.afterAll(() => stage.stop())

interface Opened {
  readonly page: Page
  readonly deny: Locator
  /** The calls that changed something. */
  readonly decided: readonly string[]
}

const view = {
  ...{ status: 'opened', site: 'https://shop.example', browser: 'Chrome on Linux', place: null },
  ...{ email: 'ada@example.com', beganAt: 1_790_000_000, openedAt: 1_790_000_100 },
}

/** A page to which a mail leads, whose keeper is answered for here: a press on its one button ends a device. */
async function openConfirm(context: BrowserContext, from?: Page): Promise<Opened> {
  const decided: string[] = []
  await context.route('**/keeper/v1/links/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.endsWith('/read')) return route.fulfill({ json: view })
    decided.push(pathname)
    return route.fulfill({ json: { undone: false } })
  })
  const page = from ?? (await context.newPage())
  await page.goto(`${stage.wallet}/confirm#${'a'.repeat(43)}`)
  const deny = page.getByRole('button', { name: 'It wasn’t me: sign it out' })
  await deny.waitFor()
  return { page, deny, decided }
}

const armed = (button: Locator) => expect(button).not.toHaveAttribute('aria-disabled', 'true')

/** The beginning of what a button that isn't armed says, by why it isn't. */
const reasons = {
  away: /^Move over each line above first, or touch the text, or type the three boxed digits:/,
  small: /^This window is too small to decide in\./,
} as const

/** Waits for as long as arming takes, at whose end the button says still why it isn't. */
async function staysUnarmed(button: Locator, reason: keyof typeof reasons): Promise<void> {
  await pass(button.page())
  await expect(button).toHaveAccessibleDescription(reasons[reason])
}

/** A pointer that moves in the window, over what is asked and to the button. */
async function goTo(page: Page, button: Locator): Promise<void> {
  await pointAtAsked(page.locator('.screen button').last())
  await comeToButton(page, button)
}

/** A pointer that moves beside the button and to it: where something lies above the window and leaves that free, it moves nowhere else. */
async function comeToButton(page: Page, button: Locator): Promise<void> {
  const [x, y] = await middleOf(button)
  await page.mouse.move(x - 40, y - 60)
  await page.mouse.move(x, y)
}

const attacks: Readonly<Record<string, (opened: Opened) => Promise<void>>> = {
  'the second half of a double press, right after it is drawn': async ({ page, deny }) => {
    await goTo(page, deny)
    await press(page)
  },
  'a pointer that lay where it was opened': async ({ page, deny }) => {
    const [x, y] = await middleOf(deny)
    await page.mouse.move(x, y)
    await staysUnarmed(deny, 'away')
    await press(page)
  },
  'a pointer that was never over what is asked, which another window may cover': async ({ page, deny }) => {
    await comeToButton(page, deny)
    await staysUnarmed(deny, 'away')
    await press(page)
    await staysUnarmed(deny, 'away')
    await press(page)
  },
  'such a pointer after keys': async ({ page, deny }) => {
    await typeNumber(deny, page.keyboard)
    await armed(deny)
    await comeToButton(page, deny)
    await pass(page)
    await press(page)
    await staysUnarmed(deny, 'away')
    await page.keyboard.press('Space')
  },
  'one without the focus': async ({ page, deny }) => {
    const devices = await page.context().newCDPSession(page)
    await devices.send('Emulation.setFocusEmulationEnabled', { enabled: false })
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await goTo(page, deny)
    await staysUnarmed(deny, 'away')
    await press(page)
  },
  'one that comes as it is uncovered': async ({ page, deny }) => {
    await goTo(page, deny)
    await armed(deny)
    await page.evaluate(() => {
      window.dispatchEvent(new Event('blur'))
      window.dispatchEvent(new Event('focus'))
    })
    await press(page)
  },
  'one in a window that shows the button alone': async ({ page, deny }) => {
    await goTo(page, deny)
    await armed(deny)
    await page.setViewportSize({ width: 200, height: 200 })
    await deny.scrollIntoViewIfNeeded()
    await goTo(page, deny)
    await staysUnarmed(deny, 'small')
    await press(page)
    await expect(page.getByText('This window is too small to decide in.', { exact: false })).toBeVisible()
  },
  'one right after its words have changed': async ({ page, deny }) => {
    await goTo(page, deny)
    await armed(deny)
    await page.evaluate(() => {
      const said = document.querySelector('#wallet')?.shadowRoot?.querySelector('main p')
      if (said) said.textContent = 'Something else'
    })
    await press(page)
  },
}

for (const [name, attack] of Object.entries(attacks))
  test(
    `[F11] on a page of the wallet’s own, ${name} decides nothing`,
    unless(name.startsWith('the second') || name.startsWith('a pointer that was never')),
    async ({ context }) => {
      const opened = await openConfirm(context)
      await attack(opened)
      await isDrawn(opened.page)
      expect(opened.decided).toEqual([])
    },
  )

const ways: Readonly<Record<string, (opened: Opened) => Promise<void>>> = {
  'a mouse': async ({ page, deny }) => {
    await goTo(page, deny)
    await armed(deny)
    await press(page)
  },
  'the keyboard': async ({ page, deny }) => {
    await page.keyboard.press('Tab')
    await expect(deny).toBeFocused()
    await typeNumber(deny, page.keyboard)
    await armed(deny)
    await page.keyboard.press('Enter')
  },
  'a finger': async ({ page, deny }) => {
    const [x, y] = await middleOf(deny)
    await page.touchscreen.tap(...(await middleOf(page.getByRole('heading'))))
    await armed(deny)
    await page.touchscreen.tap(x, y)
  },
}

for (const [by, decide] of Object.entries(ways))
  test(
    `[F11] on a page of the wallet’s own, one press of ${by} decides once it is armed`,
    unless(by === 'a mouse'),
    async ({ browser }) => {
      const context = await browser.newContext({ hasTouch: by === 'a finger' })
      const opened = await openConfirm(context)
      await decide(opened)
      await expect.poll(() => opened.decided).toEqual(['/keeper/v1/links/refuse'])
      await context.close()
    },
  )
