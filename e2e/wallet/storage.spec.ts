import type { Browser, BrowserContext, Page } from '@playwright/test'
import { recoverMessageAddress } from 'viem'
import { expect, test } from '../fixtures.js'
import { launchBlocking, launchProfile, profiles } from '../profiles.js'
import { approveIn } from './approveIn.js'
import { logIn, openWalletPage, serveWalletStage, type WalletPage, type WalletStage } from './stage.js'

let stage: WalletStage
let blocking: Browser
test.beforeAll(async () => {
  stage = await serveWalletStage()
  blocking = await launchBlocking()
})
test.afterAll(async () => {
  await blocking.close()
  await stage.stop()
})

/** A dapp's page in a browser that keeps nothing for the wallet's frame, with somebody logged in. */
async function loggedIn(email: string, dapp = stage.dapp) {
  const context = await blocking.newContext()
  const page = await openWalletPage(context, { ...stage, dapp })
  return { context, page, email, address: await logIn(page, stage, email) }
}

const ask = (page: WalletPage, address: string) =>
  page.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x68656c6c6f', address] })

/** Asks for a signature, and presses the frame's button. */
async function openWindow(context: BrowserContext, page: WalletPage, address: string) {
  const signing = ask(page, address)
  await page.raise()
  const opening = context.waitForEvent('page')
  await page.frame.getByRole('button', { name: 'Open a window' }).click()
  return { signing, window: await opening }
}

async function signerOf(signing: ReturnType<typeof ask>) {
  const signature = `0x${String((await signing).payload).slice(2)}` as const
  return recoverMessageAddress({ message: 'hello', signature })
}

/** The dapp's page, loaded anew. */
async function reloaded(context: BrowserContext, { page }: WalletPage): Promise<WalletPage> {
  await page.close()
  return openWalletPage(context, stage)
}

const rejected = { type: '@w3m-frame/RPC_REQUEST_ERROR', payload: { code: 4001 } }

test('[F11] [F13] what the frame’s login has made goes to the wallet’s own window, which signs after a reload too', async () => {
  const { context, page, address } = await loggedIn('kept@example.com')
  const first = await openWindow(context, page, address)
  await expect(first.window.getByText('hello')).toBeVisible()
  await approveIn(first.window)
  expect(await signerOf(first.signing)).toBe(address)
  const again = await reloaded(context, page)
  expect((await again.ask('IS_CONNECTED')).payload).toEqual({ isConnected: true })
  expect(Object((await again.ask('GET_USER')).payload)).toMatchObject({ address, email: 'kept@example.com' })
  const second = await openWindow(context, again, address)
  await approveIn(second.window)
  expect(await signerOf(second.signing)).toBe(address)
  await context.close()
})

test('a window that hasn’t the wallet asks for a login first, and has it from then on', async () => {
  const { context, page, address, email } = await loggedIn('later@example.com')
  const again = await reloaded(context, page)
  const { signing, window } = await openWindow(context, again, address)
  await window.getByRole('button', { name: 'Send me a link' }).click()
  await expect(window.getByRole('heading', { name: /mail/ })).toBeVisible()
  await stage.servers.useLink(email)
  const code = window.getByRole('textbox')
  await code.fill('000000')
  await expect(window.getByText('Invalid code')).toBeVisible()
  await code.fill(stage.servers.code)
  await approveIn(window)
  expect(await signerOf(signing)).toBe(address)
  const next = await openWindow(context, again, address)
  await approveIn(next.window)
  expect(await signerOf(next.signing)).toBe(address)
  await context.close()
})

test('[F30] a window that is closed or says no has rejected; one that the browser keeps closed has its sentence', async () => {
  const { context, page, address } = await loggedIn('no@example.com')
  for (const leave of [
    (window: Page) => window.close({ runBeforeUnload: true }),
    (window: Page) => window.getByRole('button', { name: 'Reject' }).click(),
    (window: Page) => window.getByRole('heading', { name: 'Sign a message' }).press('Escape'),
  ]) {
    const { signing, window } = await openWindow(context, page, address)
    await expect(window.getByText('hello')).toBeVisible()
    await Promise.allSettled([leave(window)]) // it may be gone before the press has ended
    expect(await signing).toMatchObject(rejected)
    await page.page.evaluate(() => document.querySelector<HTMLDialogElement>('#wallet')?.close())
  }
  const signing = ask(page, address)
  await page.raise()
  await page.frame.evaluate(() => {
    window.open = () => null
  })
  await page.frame.getByRole('button', { name: 'Open a window' }).click()
  await expect(page.frame.getByText('The wallet’s window couldn’t be opened')).toBeVisible()
  await page.frame.getByRole('button', { name: 'Reject' }).click()
  expect(await signing).toMatchObject(rejected)
  await context.close()
})

test('a window that is asked for again while it is open stays the one that asks', async () => {
  const { context, page, address } = await loggedIn('twice@example.com')
  const { signing, window } = await openWindow(context, page, address)
  await expect(window.getByText('hello')).toBeVisible()
  await page.frame.getByRole('button', { name: 'Show the window' }).click()
  expect(context.pages()).toHaveLength(2)
  await approveIn(window)
  expect(await signerOf(signing)).toBe(address)
  await context.close()
})

test('a window whose frame has gone, or that no frame opened, signs nothing', async () => {
  const { context, page, address } = await loggedIn('gone@example.com')
  const { signing, window } = await openWindow(context, page, address)
  await expect(window.getByText('hello')).toBeVisible()
  await Promise.all([expect(signing).rejects.toThrow(), page.page.reload()]) // nobody is left to be answered
  await expect(window.getByText('This request is over.')).toBeVisible()
  const alone = await context.newPage()
  await alone.goto(`${stage.wallet}/approve`)
  await expect(alone.getByText('This request is over.')).toBeVisible()
  await context.close()
})

test('[F30] a page that keeps itself apart from the windows it opens is named in both, and the request can be rejected', async () => {
  const { context, page, address } = await loggedIn('apart@example.com', `${stage.dapp}/apart`)
  const { signing, window } = await openWindow(context, page, address)
  await expect(window.getByText('keeps itself apart')).toBeVisible()
  await expect(page.frame.getByText('keeps itself apart')).toBeVisible()
  await page.frame.getByRole('button', { name: 'Reject' }).click()
  expect(await signing).toMatchObject(rejected)
  await context.close()
})

test('[F8] [F9] a page that opens the wallet’s window itself gets no word of it, and shows it nothing', async () => {
  const { context, page } = await loggedIn('forged@example.com')
  const opening = context.waitForEvent('page')
  await page.page.evaluate((wallet) => {
    const opened = window.open(`${wallet}/approve#n`, '_blank', 'popup')
    const folded = { label: 'Details', facts: [], hasData: false }
    const said = { headline: [], warnings: [], sums: [], facts: [], folded }
    const shown = { title: 'Forged', act: 'Sign', isDeliberate: false, ...said }
    const approval = { id: 1, site: 'https://bank.example', shown, hashes: ['x'] }
    window.addEventListener('message', ({ source }) => {
      if (source === opened) document.title = 'heard'
    })
    setInterval(() => {
      const { port1, port2 } = new MessageChannel()
      opened?.postMessage({ type: 'foyer-window-port', nonce: 'n' }, '*', [port2])
      port1.postMessage({ type: 'foyer-window-show', approval })
    }, 50)
  }, stage.wallet)
  const forged = await opening
  await expect(forged.getByText('Ready in a moment')).toBeVisible()
  await forged.evaluate(async () => {
    for (let count = 0; count < 5; count += 1)
      await new Promise((resolve) => window.addEventListener('message', resolve, { once: true }))
  })
  await expect(forged.getByText('Ready in a moment')).toBeVisible()
  expect(await page.page.title()).toBe('dapp')
  await context.close()
})

test('a visitor who signs out is forgotten by the frame', async () => {
  const { context, page } = await loggedIn('out@example.com')
  await page.ask('SIGN_OUT')
  stage.servers.state.sessionOver = false
  expect((await page.ask('IS_CONNECTED')).payload).toEqual({ isConnected: false })
  expect((await (await reloaded(context, page)).ask('IS_CONNECTED')).payload).toEqual({ isConnected: false })
  await context.close()
})

for (const profile of profiles)
  test(`a login at one site isn’t seen at another: ${profile}`, async ({ context: partitioned }) => {
    const contexts = {
      blocked: () => blocking.newContext(),
      partitioned: () => partitioned,
      shared: () => launchProfile({ profile, directory: test.info().outputPath('profile') }),
    }
    const context = await contexts[profile]()
    const page = await openWalletPage(context, stage)
    await logIn(page, stage, `${profile}@example.com`)
    const other = await openWalletPage(context, { ...stage, dapp: stage.other })
    expect((await other.ask('IS_CONNECTED')).payload).toEqual({ isConnected: false })
    expect((await (await reloaded(context, page)).ask('IS_CONNECTED')).payload).toEqual({ isConnected: true })
    await context.close()
  })
