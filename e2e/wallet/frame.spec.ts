import { gzipSync } from 'node:zlib'
import type { BrowserContext } from '@playwright/test'
import { recoverMessageAddress } from 'viem'
import { expect, test } from '../fixtures.js'
import { launchProfile, profiles } from '../profiles.js'
import { approveIn } from './approveIn.js'
import { pointAtAsked } from './pointAt.js'
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
    await approveIn(page.frame)
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
  await approveIn(page.frame)
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
    await pointAtAsked(approve(page))
    await expect.poll(() => isArmed(page)).toBe(true)
    await reject(page)
    expect(await signing).toMatchObject({ type: '@w3m-frame/RPC_REQUEST_ERROR', payload: { code: 4001 } })
    await page.page.evaluate(() => document.querySelector<HTMLDialogElement>('#wallet')?.close())
  }
})

test('[S3.24] a batch of calls is read whatever of data and value each has, and refused by the field that isn’t one', async ({
  context,
}) => {
  const page = await openWalletPage(context, stage)
  const from = await logIn(page, stage, 'batch@example.com')
  const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const about = {
    chainId: '0x1',
    from,
    version: '2.0.0',
    capabilities: { paymasterService: { url: 'https://p.example' } },
  }
  const ask = (batch: unknown) => page.ask('RPC_REQUEST', { method: 'wallet_sendCalls', params: [batch] })
  const datas = [{}, { data: '0x' }, { data: '0xa9059cbb' }, { data: `0x${'ab'.repeat(4_096)}` }]
  const values = [{}, { value: '0x0' }, { value: '0x1' }, { value: '0xde0b6b3a7640000' }]
  const calls = datas.flatMap((data) => values.map((value) => ({ to, ...data, ...value })))
  // Read, and known to want what the wallet hasn't: a capability that isn't optional (EIP-5792).
  const unfit = { type: '@w3m-frame/RPC_REQUEST_ERROR', payload: { code: 5700 } }
  for (const call of calls) expect(await ask({ ...about, calls: [call] }), JSON.stringify(call)).toMatchObject(unfit)
  expect(await ask({ ...about, calls })).toMatchObject(unfit)
  for (const [field, call] of Object.entries({
    to: { data: '0x', value: '0x0' },
    data: { to, data: 'a9059cbb' },
    value: { to, value: 1 },
  })) {
    const { payload } = await ask({ ...about, calls: [{ to }, call] })
    expect(payload).toMatchObject({
      code: -32_602,
      message: expect.stringContaining(`payload.params.0.calls.1.${field}`),
    })
  }
  const { payload: can } = await page.ask('RPC_REQUEST', { method: 'wallet_getCapabilities' })
  // No network here has the code of smart accounts.
  for (const each of Object.values(Object(can))) expect(each).toEqual({})
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
  await expect(window.locator('[data-part="asks"]').getByText('dapp.localhost')).toBeVisible()
  await approveIn(window)
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
  await expect(window.locator('[data-part="asks"]').getByText('dapp.localhost')).toBeVisible()
  await approveIn(window)
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
