import { gzipSync } from 'node:zlib'
import type { BrowserContext } from '@playwright/test'
import { recoverMessageAddress } from 'viem'
import { expect, test } from '../fixtures.js'
import { launchProfile, profiles } from '../profiles.js'
import { logIn, openWalletPage, serveWalletStage, type WalletPage, type WalletStage } from './stage.js'

let stage: WalletStage
test.beforeAll(async () => {
  stage = await serveWalletStage()
})
test.afterAll(() => stage.stop())

const message = '0x68656c6c6f'
const approve = ({ frame }: WalletPage) => frame.getByRole('button', { name: 'Sign', exact: true })
const isArmed = async (page: WalletPage) => (await approve(page).getAttribute('aria-disabled')) === null

const launch = (profile: (typeof profiles)[number] = 'partitioned') =>
  launchProfile({ profile, directory: test.info().outputPath('profile') })

/** What the browser reports of a page that breaks its own policy, or throws. */
function troublesOf(context: BrowserContext): string[] {
  const troubles: string[] = []
  context.on('page', (page) => {
    page.on('pageerror', (error) => troubles.push(error.message))
    page.on('console', (said) => {
      if (said.type() === 'error') troubles.push(said.text())
    })
  })
  return troubles
}

for (const profile of profiles.filter((each) => each !== 'blocked'))
  test(`[F10] a first login makes a wallet that signs, under the page’s strict policy: ${profile}`, async ({
    context: partitioned,
  }) => {
    const context = profile === 'shared' ? await launch(profile) : partitioned
    const troubles = troublesOf(context)
    const page = await openWalletPage(context, stage)
    const address = await logIn(page, stage, `${profile}@example.com`)
    const signing = page.ask('RPC_REQUEST', { method: 'personal_sign', params: [message, address] })
    await page.raise()
    await expect(page.frame.getByText('hello')).toBeVisible()
    await expect.poll(() => isArmed(page)).toBe(true)
    await approve(page).click()
    const { payload } = await signing
    const signature = `0x${String(payload).slice(2)}` as const
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(address)
    expect(troubles).toEqual([])
    await context.close()
  })

test('a device is still one when its browser starts again', async () => {
  const first = await launch()
  const address = await logIn(await openWalletPage(first, stage), stage, 'again@example.com')
  await first.close()
  const second = await launch()
  const page = await openWalletPage(second, stage)
  expect((await page.ask('IS_CONNECTED')).payload).toEqual({ isConnected: true })
  expect(Object((await page.ask('GET_USER')).payload).address).toBe(address)
  const signing = page.ask('RPC_REQUEST', { method: 'personal_sign', params: [message, address] })
  await page.raise()
  await expect.poll(() => isArmed(page)).toBe(true)
  await approve(page).click()
  expect((await signing).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
  await second.close()
})

test('Escape and the button reject; a frame that is taken away has rejected', async ({ context }) => {
  const page = await openWalletPage(context, stage)
  const address = await logIn(page, stage, 'no@example.com')
  const rejections: ((page: WalletPage) => Promise<void>)[] = [
    ({ frame }) => frame.getByRole('button', { name: 'Reject' }).click(),
    ({ frame }) => frame.getByRole('heading', { name: 'Sign a message' }).press('Escape'),
    ({ page: around }) => around.evaluate(() => document.querySelector<HTMLDialogElement>('#wallet')?.close()),
  ]
  for (const reject of rejections) {
    const signing = page.ask('RPC_REQUEST', { method: 'personal_sign', params: [message, address] })
    await page.raise()
    await expect.poll(() => isArmed(page)).toBe(true)
    await reject(page)
    expect(await signing).toMatchObject({ type: '@w3m-frame/RPC_REQUEST_ERROR', payload: { code: 4001 } })
    await page.page.evaluate(() => document.querySelector<HTMLDialogElement>('#wallet')?.close())
  }
})

/** What a page may lay over the wallet, or do to it. */
const overlays: Readonly<Record<string, string>> = {
  'a clear cover': 'cover.style.cssText = "position:fixed;inset:0;background:#fff;pointer-events:none"',
  'a cover that is nearly clear':
    'cover.style.cssText = "position:fixed;inset:0;background:#ffffff02;pointer-events:none"',
  'a cover of the button alone':
    'cover.style.cssText = "position:fixed;height:90px;background:#fff;pointer-events:none"; Object.assign(cover.style, { left: box.left + "px", top: box.bottom - 90 + "px", width: box.width + "px" })',
  'a cover of the text in the button':
    'cover.style.cssText = "position:fixed;width:120px;height:40px;background:#fff;pointer-events:none"; Object.assign(cover.style, { left: box.left + 200 + "px", top: box.bottom - 60 + "px" })',
  'a cover of what is signed':
    'cover.style.cssText = "position:fixed;height:60px;background:#fff;pointer-events:none"; Object.assign(cover.style, { left: box.left + "px", top: box.top + 200 + "px", width: box.width + "px" })',
  'a frame that is faded': 'iframe.style.opacity = ".02"',
  'a filter': 'dialog.style.filter = "blur(8px)"',
  'a frame that is scaled': 'iframe.style.transform = "scale(.3)"',
  'a dialog that is cut off': 'dialog.style.clipPath = "inset(0 0 80% 0)"',
  'a frame that is cut off':
    'dialog.style.overflow = "hidden"; dialog.style.blockSize = "300px"; iframe.style.blockSize = "600px"; iframe.style.minBlockSize = "600px"',
}

/** Does a layout to the page around the frame. */
const layOut = ({ page }: WalletPage, script: string) =>
  page.evaluate(
    ({ script }) => {
      const dialog = document.querySelector('#wallet')
      const cover = dialog?.appendChild(document.createElement('div'))
      if (cover) cover.dataset.cover = ''
      const run = new Function('dialog', 'iframe', 'cover', 'box', script)
      run(dialog, dialog?.querySelector('iframe'), cover, dialog?.getBoundingClientRect())
    },
    { script },
  )

/** Undoes every layout, and puts the frame away. */
const putBack = ({ page }: WalletPage) =>
  page.evaluate(() => {
    const dialog = document.querySelector<HTMLDialogElement>('#wallet')
    dialog?.close()
    dialog?.setAttribute('style', 'padding: 0; border: 0; inline-size: 360px; block-size: 600px')
    dialog
      ?.querySelector('iframe')
      ?.setAttribute('style', 'display: block; inline-size: 100%; block-size: 100%; border: 0')
    for (const each of document.querySelectorAll('[data-cover], dialog:not(#wallet)')) each.remove()
    document.documentElement.removeAttribute('style')
    document.documentElement.removeAttribute('dir')
    document.body.removeAttribute('style')
  })

test('[F11] 10 layouts that cover, fade or cut it off: no approval', async ({ context }) => {
  let approvals = 0
  const page = await openWalletPage(context, stage)
  const address = await logIn(page, stage, 'overlay@example.com')
  for (const [name, script] of Object.entries(overlays)) {
    const signing = page.ask('RPC_REQUEST', { method: 'personal_sign', params: [message, address] })
    await page.raise()
    await layOut(page, script)
    await expect(page.frame.getByText('Something lies over this window.'), name).toBeVisible()
    // A press where the button is, as a page that lures one would have it; and one by a script.
    await approve(page).dispatchEvent('click')
    const box = await page.page.locator('#wallet').boundingBox()
    if (box) await page.page.mouse.click(box.x + box.width * 0.75, box.y + box.height - 40)
    await page.frame.getByRole('button', { name: 'Reject' }).dispatchEvent('click')
    if ((await signing).type.endsWith('_SUCCESS')) approvals += 1
    await putBack(page)
  }
  expect(Object.keys(overlays)).toHaveLength(10)
  expect(approvals).toBe(0)
})

/** What a page's own layout may do without covering anything. */
const benign: Readonly<Record<string, string>> = {
  'as it is': '',
  'another modal dialog below': 'document.body.appendChild(document.createElement("dialog")).showModal()',
  'a page that is scrolled': 'document.body.style.blockSize = "5000px"; window.scrollTo(0, 900)',
  'a bottom sheet':
    'dialog.style.cssText = "padding:0;border:0;margin:auto 0 0;inline-size:100%;max-inline-size:100%;block-size:600px"',
  'a dark page': 'document.documentElement.style.colorScheme = "dark"; document.body.style.background = "#000"',
  'zoomed in': 'document.documentElement.style.zoom = "1.3"',
  'zoomed out': 'document.documentElement.style.zoom = ".5"',
  rounded: 'dialog.style.borderRadius = "0"; dialog.style.boxShadow = "0 0 40px #000"',
  'a margin': 'dialog.style.marginBlockStart = "8px"',
  'from right to left': 'document.documentElement.dir = "rtl"',
}

test('[F11] 10 benign layouts: 10 approvals', async ({ context }) => {
  let approvals = 0
  const page = await openWalletPage(context, stage)
  const address = await logIn(page, stage, 'benign@example.com')
  for (const [name, script] of Object.entries(benign)) {
    const signing = page.ask('RPC_REQUEST', { method: 'personal_sign', params: [message, address] })
    await layOut(page, script)
    await page.raise()
    await expect.poll(() => isArmed(page), name).toBe(true)
    // Of a frame in a zoomed page, the test's own pointer doesn't find the place; the keyboard does.
    if (name.startsWith('zoomed')) await approve(page).press('Enter')
    else await approve(page).click()
    if ((await signing).type.endsWith('_SUCCESS')) approvals += 1
    await putBack(page)
  }
  expect(Object.keys(benign)).toHaveLength(10)
  expect(approvals).toBe(10)
})

test('[F11] a browser that can’t say what lies over a frame shows the request in a window of the wallet’s own', async ({
  context,
}) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')
  })
  const page = await openWalletPage(context, stage)
  const address = await logIn(page, stage, 'window@example.com')
  const signing = page.ask('RPC_REQUEST', { method: 'personal_sign', params: [message, address] })
  await page.raise()
  await expect(approve(page)).toHaveCount(0)
  const opening = context.waitForEvent('page')
  await page.frame.getByRole('button', { name: 'Open a window' }).click()
  const window = await opening
  await expect(window.getByText('dapp.localhost')).toBeVisible()
  const act = window.getByRole('button', { name: 'Sign', exact: true })
  await expect(act).not.toHaveAttribute('aria-disabled')
  await act.click()
  expect((await signing).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
})

test('[F11] [F30] a page that is cut off from the windows it opens: the wallet’s window is asked by letter, which the server can’t read, and the frame signs what was approved', async ({
  context,
}) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')
  })
  const page = await openWalletPage(context, { ...stage, dapp: `${stage.dapp}/apart` })
  const address = await logIn(page, stage, 'letters@example.com')
  const ask = async () => {
    const signing = page.ask('RPC_REQUEST', { method: 'personal_sign', params: [message, address] })
    await page.raise()
    const opening = context.waitForEvent('page')
    await page.frame.getByRole('button', { name: 'Open a window' }).click()
    return { signing, window: await opening }
  }
  const { signing, window } = await ask()
  await expect(page.frame.getByText('Answer in the wallet’s window.')).toBeVisible()
  expect(await window.evaluate(() => window.opener)).toBeNull()
  await expect(window.getByText('dapp.localhost')).toBeVisible()
  const act = window.getByRole('button', { name: 'Sign', exact: true })
  await expect(act).not.toHaveAttribute('aria-disabled')
  await act.click()
  const signature = `0x${String((await signing).payload).slice(2)}` as const
  expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(address)
  expect(window.isClosed()).toBe(true)
  await page.page.evaluate(() => document.querySelector<HTMLDialogElement>('#wallet')?.close())

  const rejecting = await ask()
  await rejecting.window.getByRole('button', { name: 'Reject' }).click()
  expect(await rejecting.signing).toMatchObject({ type: '@w3m-frame/RPC_REQUEST_ERROR', payload: { code: 4001 } })
})

test('a page that the project doesn’t allow can’t frame the wallet', async ({ context }) => {
  const page = await context.newPage()
  await page.goto(stage.dapp.replace('dapp.', 'evil.'))
  const refused = page.waitForEvent('console', (said) => said.text().includes('frame-ancestors'))
  await page.evaluate((src) => {
    document.body.appendChild(document.createElement('iframe')).src = src
  }, `${stage.wallet}/sdk?projectId=shop&chainId=eip155:1&version=4&origin=${stage.dapp}`)
  await refused
})

test('the frame’s first load is at most 120 kB gzip', async ({ context }) => {
  const bodies: Promise<Buffer>[] = []
  context.on('response', (response) => {
    if (response.url().startsWith(stage.wallet) && response.request().method() === 'GET') bodies.push(response.body())
  })
  await openWalletPage(context, stage)
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  test.info().annotations.push({ type: 'bytes', description: String(bytes) })
  expect(bytes).toBeGreaterThan(5_000)
  expect(bytes).toBeLessThanOrEqual(120_000)
})
