import type { BrowserContext, Locator, Page } from '@playwright/test'
import { patience } from '../../scripts/pace.mjs'
import { expect, test } from '../fixtures.js'
import { faults, isOlderChromium } from '../olderChromium.js'
import { unless } from '../onlyFull.js'
import { launchDense, launchProfile, phone } from '../profiles.js'
import { benign, layOut, putBack } from './layouts.js'
import { placesAsked } from './pointAt.js'
import { logIn, openWalletPage, serveWalletStage, type WalletPage, type WalletStage } from './stage.js'
import { typeNumber } from './typeNumber.js'

let stage: WalletStage
test.beforeAll(async () => {
  stage = await serveWalletStage()
})
test.afterAll(() => stage.stop())

const act = ({ frame }: WalletPage): Locator => frame.locator('[part~="approve"]')
const isArmed = async (wallet: WalletPage) => (await act(wallet).getAttribute('aria-disabled')) === null
/** While this browser says that it is armed, whatever it was armed by. */
const armed = (wallet: WalletPage, name?: string) => expect.poll(() => isArmed(wallet), name).toBe(true)

interface Asked {
  readonly wallet: WalletPage
  ask(): Promise<{ readonly type: string }>
}

async function loggedIn(context: BrowserContext, email: string): Promise<Asked> {
  const wallet = await openWalletPage(context, stage)
  const address = await logIn(wallet, stage, email)
  return {
    wallet,
    ask: () => wallet.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x68656c6c6f', address] }),
  }
}

interface Place {
  readonly x: number
  readonly y: number
}

/** Where a part of the frame stands in the page around, however that is zoomed. */
async function placeOf(wallet: WalletPage, part: Locator): Promise<Place> {
  const place = await part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  })
  return placeAround(wallet, place)
}

/** Where a place of the frame is in the page around. */
async function placeAround({ page, frame }: WalletPage, { x, y }: Place): Promise<Place> {
  const inline = await frame.evaluate(() => innerWidth)
  const around = await page.evaluate(() => {
    const { left, top, width } = document.querySelector('#wallet iframe')?.getBoundingClientRect() ?? new DOMRect()
    return { left, top, width }
  })
  const scale = around.width / inline
  return { x: around.left + x * scale, y: around.top + y * scale }
}

/** Has the pointer go over what is asked, as a reader's does, and to the button, until that is armed. */
const comeTo = (wallet: WalletPage, name?: string): Promise<void> =>
  expect(async () => {
    await passTo(wallet)
    await expect.poll(() => isArmed(wallet), { message: name ?? '', timeout: patience(2_000) }).toBe(true)
  }).toPass()

async function passTo(wallet: WalletPage): Promise<void> {
  for (const place of await placesAsked(act(wallet))) {
    const { x, y } = await placeAround(wallet, place)
    await wallet.page.mouse.move(x - 3, y)
    await wallet.page.mouse.move(x, y)
  }
  const { x, y } = await placeOf(wallet, act(wallet))
  await wallet.page.mouse.move(x, y)
}

/** A press of the mouse, without a movement before it. */
async function pressHere({ mouse }: Page, clickCount = 1): Promise<void> {
  await mouse.down({ clickCount })
  await mouse.up({ clickCount })
}

/** What a press came to: the request waits still, and is rejected. @returns whether it was approved */
async function isApproved({
  wallet,
  signing,
}: {
  readonly wallet: WalletPage
  readonly signing: ReturnType<Asked['ask']>
}) {
  // Whatever a press begins has begun once the page has answered something else.
  await wallet.ask('IS_CONNECTED')
  // Where it is carried out it can't be rejected any more, and is gone at any time.
  await wallet.frame.getByRole('button', { name: 'Reject' }).evaluateAll((all) => {
    for (const each of all) each.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
  return (await signing).type.endsWith('_SUCCESS')
}

/** So long a request has to be seen without a change before it is armed, in milliseconds. */
const armingMs = 500

/** Until then a visitor sees, and presses, what was there before. */
const isDrawn = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

/** Whether a press approves that comes right after something. Where a busy machine brings it only once the request may be armed anew, it is tried again: by then it is a press like any other. */
async function approvesAtOnce({ wallet, ask }: Asked, comesRightBefore: () => Promise<unknown>, times = 1) {
  for (;;) {
    const signing = ask()
    await wallet.raise()
    await comeTo(wallet)
    const begunAt = performance.now()
    await comesRightBefore()
    await pressHere(wallet.page, times)
    const isLate = performance.now() - begunAt >= armingMs
    if (!(await isApproved({ wallet, signing }))) return false
    if (!isLate) return true
    await putBack(wallet)
  }
}

test.describe('[F11] a press that was meant for something else approves nothing', () => {
  test('a pop-up of the page’s own lay above: its first press closes it, and the second meets the wallet', async ({
    context,
  }) => {
    const { wallet, ask } = await loggedIn(context, 'above@example.com')
    const { page } = wallet
    const opening = context.waitForEvent('page')
    await page.evaluate(() => {
      const above = open('about:blank', '_blank', 'popup')
      above?.document.addEventListener('mousedown', () => above.close())
    })
    const above = await opening
    const signing = ask()
    await wallet.raise()
    await comeTo(wallet)
    const { x, y } = await placeOf(wallet, act(wallet))
    // The pointer goes over the pop-up: frames are told that it has left by a mouse, and not by what the debugger moves.
    await wallet.frame.evaluate(() =>
      document.documentElement.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' })),
    )
    await Promise.allSettled([above.mouse.click(x, y), above.waitForEvent('close')])
    await page.mouse.click(x, y, { delay: 20 })
    expect(await isApproved({ wallet, signing })).toBe(false)
  })

  test('the same with the pointer where it was: the window system says that another window was in front', async ({
    context,
  }) => {
    const asked = await loggedIn(context, 'front@example.com')
    // No window of a browser without a screen is in front of another: what frames are told by others is said here.
    const comesToFront = () =>
      asked.wallet.frame.evaluate(() => {
        window.dispatchEvent(new Event('blur'))
        window.dispatchEvent(new Event('focus'))
      })
    expect(await approvesAtOnce(asked, comesToFront)).toBe(false)
  })

  test('its tab was in the back', async () => {
    const context = await launchProfile({ profile: 'partitioned', directory: test.info().outputPath('profile') })
    const asked = await loggedIn(context, 'back@example.com')
    const front = await context.newPage()
    await asked.wallet.page.bringToFront()
    const comesBack = async () => {
      await front.bringToFront()
      await expect.poll(() => isArmed(asked.wallet)).toBe(false)
      await asked.wallet.page.bringToFront()
    }
    expect(await approvesAtOnce(asked, comesBack)).toBe(false)
    await context.close()
  })

  test('half of a double press: the other half met the page around, or something else in the wallet', async ({
    context,
  }) => {
    const asked = await loggedIn(context, 'double@example.com')
    const { page } = asked.wallet
    const aside = async () => {
      const { x, y } = await placeOf(asked.wallet, act(asked.wallet))
      await page.mouse.move(x, y - 300)
      await pressHere(page)
      await page.mouse.move(x, y)
    }
    expect(await approvesAtOnce(asked, async () => {}, 2)).toBe(false)
    await putBack(asked.wallet)
    expect(await approvesAtOnce(asked, aside)).toBe(false)
  })

  test('the wallet was resized, or moved, under the pointer', async ({ context }) => {
    const asked = await loggedIn(context, 'moved@example.com')
    for (const style of [
      'block-size: 560px',
      'margin-block-start: 60px',
      'margin-inline-start: 300px',
      'translate: 40px',
    ]) {
      const moves = async () => {
        await layOut(asked.wallet, `dialog.style.cssText += ";${style}"`)
        await isDrawn(asked.wallet.page)
      }
      expect(await approvesAtOnce(asked, moves), style).toBe(false)
      await putBack(asked.wallet)
    }
  })

  test('the first of two requests was pressed twice', async ({ context }) => {
    const { wallet, ask } = await loggedIn(context, 'two@example.com')
    const signing = [ask(), ask()] as const
    await expect(wallet.frame.getByText('1 more')).toBeAttached()
    await wallet.raise()
    await comeTo(wallet)
    await pressHere(wallet.page)
    await pressHere(wallet.page)
    // The first is read, described and hashed before the second, as a rule: whichever stands in front, one press approves one.
    const answered = await Promise.race(signing.map(async (one, index) => ({ index, answer: await one })))
    expect(answered.answer.type).toMatch(/_SUCCESS$/)
    const other = signing[1 - answered.index] ?? signing[0]
    expect(await isApproved({ wallet, signing: other })).toBe(false)
  })
})

test('[F11] the frame jumps under a mouse that moves by 2 px, and the press was meant for "Reject": 0 approvals', async ({
  context,
}) => {
  const asked = await loggedIn(context, 'jump@example.com')
  const { wallet } = asked
  const signing = asked.ask()
  await wallet.raise()
  await comeTo(wallet)
  const { x, y } = await placeOf(wallet, act(wallet))
  const reject = await placeOf(wallet, wallet.frame.getByRole('button', { name: 'Reject' }))
  for (const [aside, below] of [
    [-60, -80],
    [-20, -30],
    [0, 0],
  ] as const)
    await wallet.page.mouse.move(reject.x + aside, reject.y + below)
  await armed(wallet)
  await layOut(wallet, `dialog.style.translate = "${reject.x - x}px ${reject.y - y}px"`)
  await isDrawn(wallet.page)
  await wallet.page.mouse.move(reject.x + 2, reject.y)
  await pressHere(wallet.page)
  expect(await isApproved({ wallet, signing })).toBe(false)
})

for (const [name, script] of Object.entries({
  'a frame that moves all the time':
    'dialog.animate([{ translate: "0 0" }, { translate: "0 -90px" }], { duration: 700, iterations: Infinity, direction: "alternate" })',
  'a frame at zoom 0.1':
    'iframe.style.cssText = "border:0;display:block;zoom:.1;inline-size:3600px;block-size:6000px"; dialog.style.inlineSize = "360px"; dialog.style.zoom = ".2"',
  'a frame that shows the button alone': 'dialog.style.blockSize = "90px"',
}))
  test(`[F11] ${name}, and 12 presses: 0 approvals`, unless(name.endsWith('time')), async ({ context }) => {
    const { wallet, ask } = await loggedIn(context, 'unsteady@example.com')
    const signing = ask()
    await wallet.raise()
    await layOut(wallet, script)
    // Where the frame is too small for any request, that is the one which opens the wallet's window.
    const last = wallet.frame.locator('.actions button').last()
    for (let press = 0; press < 12; press += 1) {
      const { x, y } = await placeOf(wallet, last)
      await wallet.page.mouse.move(x, y)
      await wallet.page.mouse.move(x + 3, y)
      await pressHere(wallet.page)
      // A hand is never at rest.
      for (let step = 0; step < 8; step += 1) {
        await wallet.page.mouse.move(x + 3 + (step % 2), y)
        await wallet.frame.evaluate((ms) => new Promise((over) => setTimeout(over, ms)), armingMs / 8 + 10)
      }
    }
    expect(await isApproved({ wallet, signing })).toBe(false)
  })

/** One press each, of somebody who has looked at the request. */
const presses: Readonly<Record<string, (wallet: WalletPage, name: string) => Promise<void>>> = {
  'a mouse': async (wallet, name) => {
    await comeTo(wallet, name)
    await pressHere(wallet.page)
  },
  'the keyboard': async (wallet, name) => {
    await act(wallet).focus()
    await typeNumber(act(wallet), wallet.page.keyboard)
    await armed(wallet, name)
    await wallet.page.keyboard.press('Enter')
  },
  'a finger': async (wallet, name) => {
    const site = await placeOf(wallet, wallet.frame.locator('[data-part="asks"] b'))
    await wallet.page.touchscreen.tap(site.x, site.y)
    await armed(wallet, name)
    const { x, y } = await placeOf(wallet, act(wallet))
    await wallet.page.touchscreen.tap(x, y)
  },
}

for (const [by, press] of Object.entries(presses))
  test(
    `[F11] 10 benign layouts, and one press of ${by} in each: 9 approvals, and one that is too small for any`,
    unless(by === 'a mouse'),
    async ({ browser }) => {
      test.skip(by === 'a finger' && isOlderChromium(browser), faults.framedTaps)
      // Of another screen than a telephone's the wallet doesn't know by one touch how large it is drawn.
      const dense = by === 'a finger' ? await launchDense() : undefined
      const context = await (dense ?? browser).newContext(dense && phone)
      const { wallet, ask } = await loggedIn(context, 'benign@example.com')
      let approvals = 0
      for (const [name, script] of Object.entries(benign)) {
        const signing = ask()
        await layOut(wallet, script)
        await wallet.raise()
        // It isn't as large as a request needs any more: that says so, and goes on in the wallet's window.
        if (name === 'zoomed out')
          await expect(wallet.frame.getByText(/shown too small|wallet’s own window/)).toBeVisible()
        else await press(wallet, name)
        if (await isApproved({ wallet, signing })) approvals += 1
        else expect(name).toBe('zoomed out')
        await putBack(wallet)
        await wallet.page.mouse.move(0, 0)
      }
      expect(Object.keys(benign)).toHaveLength(10)
      expect(approvals).toBe(9)
      await context.close()
      await dense?.close()
    },
  )
