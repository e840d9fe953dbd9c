import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { unless } from '../onlyFull.js'
import { approveIn } from './approveIn.js'
import { middleOf, pass, press } from './hand.js'
import { placesAsked, pointAtAsked } from './pointAt.js'
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

interface Request {
  readonly method: string
  readonly params: readonly string[]
}

const textRequest =
  (text: string) =>
  (address: string): Request => ({
    method: 'personal_sign',
    params: [`0x${Buffer.from(text).toString('hex')}`, address],
  })

/** A request of a page that nobody vouches for, in the wallet's window. */
async function openRequest(context: BrowserContext, requestOf: (address: string) => Request): Promise<Asked> {
  const wallet = await openWalletPage(context, { ...stage, dapp: stage.other })
  const address = await logIn(wallet, stage, `press.${test.info().testId.slice(-6)}@example.com`)
  const signing = wallet.ask('RPC_REQUEST', requestOf(address))
  await wallet.raise()
  const opening = context.waitForEvent('page')
  await wallet.frame.getByRole('button', { name: 'Open a window' }).click()
  const window = await opening
  const button = window.locator('[part~="approve"]')
  await button.waitFor()
  return { window, button, signing }
}

/** Scrolls by the wheel from the beginning, as far as there is something to scroll. */
async function readToEnd(page: Page): Promise<void> {
  const scroll = page.locator('.scroll')
  await scroll.hover()
  await page.mouse.wheel(0, -100_000)
  await expect.poll(() => scroll.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
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
      await window.locator('[data-part="asks"]').hover()
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
      const asked = await openRequest(context, textRequest(text))
      await attack(asked)
      expect(asked.window.isClosed()).toBe(false)
      await readToEnd(asked.window)
      await approveIn(asked.window)
      expect((await asked.signing).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
    },
  )

const inFields = (fields: string) =>
  fields.split(', ').map((field) => {
    const [type, name] = field.split(' ')
    return { type, name }
  })

const permitOf = (owner: string): Request => {
  const permit = {
    types: {
      EIP712Domain: inFields('string name, string version, uint256 chainId, address verifyingContract'),
      Permit: inFields('address owner, address spender, uint256 value, uint256 nonce, uint256 deadline'),
    },
    primaryType: 'Permit',
    domain: {
      ...{ name: 'USD Coin', version: '2', chainId: 1 },
      verifyingContract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    },
    message: {
      ...{ owner, spender: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: '1000000000000', nonce: 0 },
      deadline: 4_000_000_000,
    },
  }
  return { method: 'eth_signTypedData_v4', params: [owner, JSON.stringify(permit)] }
}

/** A request, how many rows of it there are at least, besides the site, and how many neighbours are left out at once: a single one of a text may be short. */
const inRows: Readonly<Record<string, readonly [requestOf: (address: string) => Request, rows: number, left: number]>> =
  {
    'an allowance by signature': [permitOf, 2, 1],
    'a text': [textRequest('Welcome to the game.\nAll that I have is yours.\nIt costs nothing.\nHave fun!'), 5, 2],
  }

/** Goes to a place as something would that leaves what lies between covered. */
async function jump({ mouse }: Page, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  await mouse.move(2, 2)
  await mouse.move(x - 1, y)
  await mouse.move(x, y)
}

for (const [name, [requestOf, rows, left]] of Object.entries(inRows))
  test(
    `[F11] in the wallet’s window, ${name} isn’t approved while a row of it wasn’t pointed at, whichever`,
    unless(name === 'a text'),
    async ({ context }) => {
      const { window, button, signing } = await openRequest(context, requestOf)
      // The page chooses where its sentence breaks.
      await window.setViewportSize({ width: 340, height: 700 })
      const places = await placesAsked(button)
      expect(places.length).toBeGreaterThan(rows * 2)
      // Two places a row; of the first and the last row a half by itself.
      const leftOut = Array.from({ length: places.length / 2 }, (_, row) => [row * 2, left * 2] as const)
      for (const [from, count] of [...leftOut, [0, 1], [places.length - 1, 1]] as const) {
        // What has been pointed at before is forgotten.
        await window.evaluate(() => {
          globalThis.dispatchEvent(new Event('blur'))
          globalThis.dispatchEvent(new Event('focus'))
        })
        for (const place of places.toSpliced(from, count)) await jump(window, place)
        const [x, y] = await middleOf(button)
        await jump(window, { x, y })
        await pass(window)
        await press(window)
        await expect(button).toHaveAttribute('aria-disabled', 'true')
        expect(window.isClosed()).toBe(false)
      }
      await approveIn(window)
      expect((await signing).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
    },
  )
