import type { BrowserContext, Page } from '@playwright/test'
import { recoverMessageAddress } from 'viem'
import { expect, test } from '../fixtures.js'
import { unless } from '../onlyFull.js'
import { approveIn } from './approveIn.js'
import { embedWallet, logIn, openWalletPage, serveWalletStage, type WalletPage, type WalletStage } from './stage.js'

let stage: WalletStage
test.beforeAll(async () => {
  stage = await serveWalletStage()
})
test.afterAll(() => stage.stop())

// A browser that can't say what lies over a frame: whatever the page is, the window asks.
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')
  }),
)

const success = '@w3m-frame/RPC_REQUEST_SUCCESS'
const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}` as const

interface LoggedIn extends WalletPage {
  readonly address: `0x${string}`
  sign(text: string): ReturnType<WalletPage['ask']>
}

const asOwner = (wallet: WalletPage, address: `0x${string}`): LoggedIn => ({
  ...wallet,
  address,
  sign: (text) => wallet.ask('RPC_REQUEST', { method: 'personal_sign', params: [hexOf(text), address] }),
})

async function loggedIn(wallet: WalletPage, email: string): Promise<LoggedIn> {
  return asOwner(wallet, await logIn(wallet, stage, email))
}

const opened = async (context: BrowserContext, email: string) => loggedIn(await openWalletPage(context, stage), email)

/** Presses the frame's button, as its visitor does. */
async function openWindow(wallet: WalletPage): Promise<Page> {
  await wallet.raise()
  const opening = wallet.page.context().waitForEvent('page')
  await wallet.frame.getByRole('button', { name: 'Open a window' }).click()
  return opening
}

const windowsOf = (context: BrowserContext) => context.pages().filter((page) => page.url().startsWith(stage.wallet))
const putAway = ({ page }: WalletPage) =>
  page.evaluate(() => document.querySelector<HTMLDialogElement>('#wallet')?.close())

test('[F11] two requests: one window asks them one after the other, and one press approves one', async ({
  context,
}) => {
  const wallet = await opened(context, 'queue@example.com')
  const [first, second] = [wallet.sign('the first'), wallet.sign('the second')]
  const window = await openWindow(wallet)
  await expect(window.getByText('1 more after this one')).toBeVisible()
  const [before, after] = (await window.getByText('the first').isVisible()) ? [first, second] : [second, first]
  await approveIn(window)
  expect((await before).type).toBe(success)
  // What the first was armed by counts for none: the button takes no press yet.
  await expect(window.getByText('1 more after this one')).toHaveCount(0)
  await expect(window.locator('[part~="approve"]')).toBeVisible()
  expect(windowsOf(context)).toHaveLength(1)
  await approveIn(window)
  expect((await after).type).toBe(success)
  await expect.poll(() => window.isClosed()).toBe(true)
})

test('[F11] a page that opened the wallet’s window before, by its name or its address, holds none that is asked anything', async ({
  context,
}) => {
  const wallet = await opened(context, 'named@example.com')
  const { page } = wallet
  const before = context.waitForEvent('page')
  await page.evaluate((address) => {
    Reflect.set(globalThis, 'held', open(address, 'foyer-wallet', 'popup'))
  }, `${stage.wallet}/approve`)
  const held = await before
  await expect(held.getByText('This request is over.')).toBeVisible()
  const signing = wallet.sign('hello')
  const window = await openWindow(wallet)
  await expect(window.getByText('hello')).toBeVisible()
  await expect(held.getByText('hello')).toHaveCount(0)
  // At the press it leads its own window away.
  await page.evaluate(() => Reflect.get(globalThis, 'held').location.replace('about:blank'))
  await approveIn(window)
  expect((await signing).type).toBe(success)
})

test('two tabs of one site have a window each, and neither takes the other’s', async ({ context }) => {
  const one = await opened(context, 'tabs@example.com')
  const opening = context.waitForEvent('page')
  await one.page.evaluate((address) => void open(address, '_blank'), stage.dapp)
  const other = asOwner(await embedWallet(await opening, stage), one.address)
  const [first, second] = [one.sign('of the first tab'), other.sign('of the second tab')]
  const windows = [await openWindow(one), await openWindow(other)]
  await expect(windows[0]?.getByText('of the first tab') ?? one.page.locator('none')).toBeVisible()
  for (const each of windows) await approveIn(each)
  expect([(await first).type, (await second).type]).toEqual([success, success])
})

test('a second press brings the open window to the front; Reject in the frame closes it', async ({ context }) => {
  const wallet = await opened(context, 'front@example.com')
  const signing = wallet.sign('hello')
  const window = await openWindow(wallet)
  await expect(window.getByText('hello')).toBeVisible()
  await expect(wallet.frame.getByText('Answer in the wallet’s window.')).toBeVisible()
  await wallet.frame.getByRole('button', { name: 'Show the window' }).click()
  await expect(window.getByText('hello')).toBeVisible()
  expect(windowsOf(context)).toEqual([window])
  await wallet.frame.getByRole('button', { name: 'Reject' }).click()
  expect(await signing).toMatchObject({ payload: { code: 4001 } })
  await expect.poll(() => window.isClosed()).toBe(true)
})

/** Ways to leave a window that was asked, after which it is another document or none. */
const leavings: Readonly<Record<string, (window: Page) => Promise<unknown>>> = {
  closed: (window) => window.close(),
  'loaded anew': (window) => window.reload(),
  'led away and gone back in': async (window) => {
    await window.goto(stage.dapp)
    await window.goBack()
  },
}

for (const [how, leave] of Object.entries(leavings))
  test(`[F11] a window that is ${how} approves nothing`, unless(how === 'loaded anew'), async ({ context }) => {
    const wallet = await opened(context, 'left@example.com')
    const signing = wallet.sign('hello')
    const window = await openWindow(wallet)
    await expect(window.getByText('hello')).toBeVisible()
    await leave(window)
    expect(await signing).toMatchObject({ payload: { code: 4001 } })
    if (window.isClosed()) return
    await expect(window.getByText('This request is over.')).toBeVisible()
  })

for (const how of ['leaves', 'is closed'])
  test(`a window whose page ${how} says that nobody waits`, unless(how === 'leaves'), async ({ context }) => {
    const wallet = await opened(context, 'gone@example.com')
    void wallet.sign('hello').catch(() => {}) // its page is gone before it is answered
    const window = await openWindow(wallet)
    await expect(window.getByText('hello')).toBeVisible()
    if (how === 'leaves') await wallet.page.goto(stage.other)
    else await wallet.page.close()
    await expect(window.getByText('This request is over.')).toBeVisible()
    await expect(window.locator('[part~="approve"]')).toHaveCount(0)
  })

/** The page around says hello, as this kit does, and opens the wallet's window in a press on its own button. */
async function opensWindowItself({ page }: WalletPage, nonce: string): Promise<void> {
  await page.evaluate(
    ({ wallet, nonce }) => {
      const frame = document.querySelector<HTMLIFrameElement>('#wallet iframe')?.contentWindow
      const { port1, port2 } = new MessageChannel()
      frame?.postMessage({ type: 'foyer/hello', version: 1 }, wallet, [port2])
      port1.start()
      const button = document.body.appendChild(document.createElement('button'))
      button.textContent = 'Play'
      button.addEventListener('click', () => {
        const held = open(`${wallet}/approve?lang=en&by=host#${nonce}`, '_blank', 'popup,width=400,height=640')
        port1.postMessage({ type: 'foyer/window', nonce })
        port1.postMessage(Reflect.get(globalThis, 'request'))
        port1.addEventListener('message', ({ data }) => {
          if (/_(SUCCESS|ERROR)$/.test(data.type)) Reflect.set(globalThis, 'answer', data)
        })
        Object.assign(globalThis, { held, port: port1 })
      })
    },
    { wallet: stage.wallet, nonce },
  )
}

const nonce = 'A'.repeat(22)

/** The wallet's window, which the page around has opened for a request in the same press. */
async function openedByHost(context: BrowserContext, email: string) {
  const wallet = await opened(context, email)
  await opensWindowItself(wallet, nonce)
  await wallet.page.evaluate((request) => Reflect.set(globalThis, 'request', request), {
    ...{ type: '@w3m-app/RPC_REQUEST', id: 'one' },
    payload: { method: 'personal_sign', params: [hexOf('hello'), wallet.address] },
  })
  const opening = context.waitForEvent('page')
  await wallet.page.getByRole('button', { name: 'Play' }).click()
  const answer = () => wallet.page.evaluate(() => Reflect.get(globalThis, 'answer'))
  return { wallet, window: await opening, answer }
}

test('[F11] the page around opens the window in the press that asks: one press more approves, and the page has no part in it', async ({
  context,
}) => {
  const { wallet, window, answer } = await openedByHost(context, 'host@example.com')
  await expect(window.getByText('hello')).toBeVisible()
  // With its handle and the nonce that it chose, the page forges every word of either side.
  await wallet.page.evaluate(
    ({ wallet, nonce, words }) => {
      const frame = document.querySelector<HTMLIFrameElement>('#wallet iframe')?.contentWindow
      const held: Window = Reflect.get(globalThis, 'held')
      for (const to of [frame, held])
        for (const word of words) {
          const { port1, port2 } = new MessageChannel()
          const message = { nonce, id: 1, changes: 0, hashes: [], ...word }
          to?.postMessage(message, wallet, [port2])
          port1.postMessage(message)
          Reflect.get(globalThis, 'port').postMessage(message)
        }
    },
    {
      ...{ wallet: stage.wallet, nonce },
      words: ['ready', 'port', 'show', 'approved', 'over', 'closed'].map((word) => ({ type: `foyer-window-${word}` })),
    },
  )
  await expect(window.getByText('hello')).toBeVisible()
  expect(await answer()).toBeUndefined()
  await approveIn(window)
  await expect.poll(answer).toMatchObject({ type: success })
  await expect.poll(() => window.isClosed()).toBe(true)
})

test('[F11] a page that leads the window which it has opened away at the press, and back, has approved nothing', async ({
  context,
}) => {
  const { wallet, window, answer } = await openedByHost(context, 'away@example.com')
  await expect(window.getByText('hello')).toBeVisible()
  await wallet.page.evaluate(
    ({ dapp }) => {
      Reflect.get(globalThis, 'held').location = dapp
    },
    { dapp: stage.dapp },
  )
  await expect.poll(answer).toMatchObject({ payload: { code: 4001 } })
  await window.goto(`${stage.wallet}/approve?lang=en&by=host#${nonce}`)
  // It closes by itself, once it knows that its request is over.
  await expect(async () => {
    if (!window.isClosed()) await expect(window.locator('[part~="approve"]')).toHaveCount(0)
  }).toPass()
})

test('a window that the page around has opened for what needs none closes', async ({ context }) => {
  const wallet = await opened(context, 'none@example.com')
  await opensWindowItself(wallet, nonce)
  await wallet.page.evaluate(() =>
    Reflect.set(globalThis, 'request', {
      ...{ type: '@w3m-app/RPC_REQUEST', id: 'one' },
      payload: { method: 'personal_sign', params: ['0x00', '0x0000000000000000000000000000000000000001'] },
    }),
  )
  const opening = context.waitForEvent('page')
  await wallet.page.getByRole('button', { name: 'Play' }).click()
  const window = await opening
  await expect.poll(() => window.isClosed()).toBe(true)
  expect(await wallet.page.evaluate(() => Reflect.get(globalThis, 'answer').type)).toBe('@w3m-frame/RPC_REQUEST_ERROR')
})

test('a page of anybody’s that opens the wallet’s window by itself is asked nothing there', async ({ context }) => {
  const page = await context.newPage()
  await page.goto(stage.dapp.replace('dapp.', 'evil.'))
  for (const hash of ['', '#short', `#${nonce}.${'b'.repeat(43)}`]) {
    const opening = context.waitForEvent('page')
    await page.evaluate((address) => void open(address, '_blank', 'popup'), `${stage.wallet}/approve?lang=en${hash}`)
    const window = await opening
    await expect(window.getByRole('heading')).toHaveText(/^(Ready in a moment|This request is over)/)
    await expect(window.locator('[part~="approve"]')).toHaveCount(0)
    await window.close()
  }
})

const sandboxed = 'allow-scripts allow-same-origin allow-forms'

/** A page whose frame may open no window. */
async function blockedPage(
  context: BrowserContext,
  { email, sandbox }: { readonly email: string; readonly sandbox: string },
) {
  const page = await context.newPage()
  await page.goto(`${stage.dapp}/shop?item=1#here`)
  return loggedIn(await embedWallet(page, stage, sandbox), email)
}

/** Presses until the wallet says that no window can be had. */
async function pressTwice(wallet: WalletPage): Promise<void> {
  await wallet.raise()
  const button = wallet.frame.getByRole('button', { name: 'Open a window' })
  await button.click()
  await expect(wallet.frame.getByText('If none has opened')).toBeVisible()
  await button.click()
}

test('[F11] [F30] where no window can be had the whole tab goes to the wallet and comes back, and what was approved there is signed once', async ({
  context,
}) => {
  const sandbox = `${sandboxed} allow-top-navigation-by-user-activation`
  const wallet = await blockedPage(context, { email: 'visit@example.com', sandbox })
  const { page, address } = wallet
  const told: string[] = []
  await page.exposeFunction('tell', (url: string) => void told.push(url))
  await page.evaluate(() => {
    Reflect.get(globalThis, 'navigation')?.addEventListener('navigate', (event: Event) =>
      Reflect.get(globalThis, 'tell')(String(Reflect.get(event, 'destination').url)),
    )
  })
  void wallet.sign('hello').catch(() => {}) // its page is left before it is answered
  await pressTwice(wallet)
  await wallet.frame.getByRole('button', { name: 'Go to the wallet' }).click()
  await expect(page.locator('[data-part="asks"]').getByText('dapp.localhost')).toBeVisible()
  expect(page.url()).toBe(`${stage.wallet}/approve`)
  await approveIn(page)
  await expect.poll(() => page.url()).toBe(`${stage.dapp}/shop?item=1#here`)
  // The page around is never told the key under which the wallet's word lies.
  expect(told.filter((url) => url.includes('/approve'))).toEqual([])

  const again = asOwner(await embedWallet(page, stage, sandbox), address)
  const signature = `0x${String((await again.sign('hello')).payload).slice(2)}` as const
  expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(address)
  // Once: the same is asked about again.
  const third = again.sign('hello')
  await again.raise()
  await again.frame.getByRole('button', { name: 'Reject' }).click()
  expect(await third).toMatchObject({ payload: { code: 4001 } })
})

test('what was approved in a visit is approved of nothing else', async ({ context }) => {
  const sandbox = `${sandboxed} allow-top-navigation-by-user-activation`
  const wallet = await blockedPage(context, { email: 'other@example.com', sandbox })
  const { page, address } = wallet
  void wallet.sign('hello').catch(() => {}) // its page is left before it is answered
  await pressTwice(wallet)
  await wallet.frame.getByRole('button', { name: 'Go to the wallet' }).click()
  await approveIn(page)
  await expect.poll(() => page.url()).toContain(stage.dapp)
  const again = asOwner(await embedWallet(page, stage, sandbox), address)
  const other = again.sign('goodbye')
  await again.raise()
  await again.frame.getByRole('button', { name: 'Reject' }).click()
  expect(await other).toMatchObject({ payload: { code: 4001 } })
})

test('[F30] where neither a window nor a visit can be had, the request is refused by its name', async ({ context }) => {
  const wallet = await blockedPage(context, { email: 'blocked@example.com', sandbox: sandboxed })
  const signing = wallet.sign('hello')
  await pressTwice(wallet)
  await wallet.frame.getByRole('button', { name: 'Go to the wallet' }).click()
  expect(await signing).toMatchObject({
    type: '@w3m-frame/RPC_REQUEST_ERROR',
    payload: { code: -32_020, message: expect.stringContaining('in a window of its own') },
  })
  await putAway(wallet)
})

test('a window that was blocked once and is allowed then is opened by the next press', async ({ context }) => {
  await context.addInitScript((wallet) => {
    if (location.origin !== wallet) return
    const { open } = globalThis
    globalThis.open = () => {
      globalThis.open = open
      return null
    }
  }, stage.wallet)
  const wallet = await opened(context, 'once@example.com')
  const signing = wallet.sign('hello')
  await wallet.raise()
  await wallet.frame.getByRole('button', { name: 'Open a window' }).click()
  await expect(wallet.frame.getByText('If none has opened')).toBeVisible()
  const window = await openWindow(wallet)
  await approveIn(window)
  expect((await signing).type).toBe(success)
})
