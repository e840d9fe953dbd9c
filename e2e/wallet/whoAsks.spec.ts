import type { BrowserContext } from '@playwright/test'
import { patience } from '../../scripts/pace.mjs'
import { expect, test } from '../fixtures.js'
import { unless } from '../onlyFull.js'
import { approveAsked, windowButton } from './approveIn.js'
import { benign, hiding, layOut, putBack } from './layouts.js'
import { pointAtAsked } from './pointAt.js'
import { logIn, openWalletPage, serveWalletStage, usdc, type WalletPage, type WalletStage } from './stage.js'

let stage: WalletStage
test.beforeAll(async () => {
  stage = await serveWalletStage()
})
test.afterAll(() => stage.stop())

const hello = '0x68656c6c6f'
/** 32 bytes that are no text: signing them takes a step of its own. */
const hash = `0x${'c0'.repeat(32)}`

const fieldsOf = (text: string) =>
  text.split(', ').map((field) => {
    const [name, type] = field.split(' ')
    return { name, type }
  })

/** A million dollars to somebody else, by a signature alone (ERC-3009). */
const transferOf = (from: string) => ({
  types: {
    EIP712Domain: fieldsOf('name string, version string, chainId uint256, verifyingContract address'),
    TransferWithAuthorization: fieldsOf(
      'from address, to address, value uint256, validAfter uint256, validBefore uint256, nonce bytes32',
    ),
  },
  primaryType: 'TransferWithAuthorization',
  domain: { name: usdc.name, version: '2', chainId: 1, verifyingContract: usdc.address },
  message: {
    ...{ from, to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: '1000000000000', validAfter: 0 },
    ...{ validBefore: Math.floor(Date.now() / 1_000) + 3_600, nonce: `0x${'11'.repeat(32)}` },
  },
})

const requests = {
  'a message': (address: string) => ({ method: 'personal_sign', params: [hello, address] }),
  'a value': (address: string) => ({
    method: 'eth_signTypedData_v4',
    params: [address, JSON.stringify(transferOf(address))],
  }),
  'a hash': (address: string) => ({ method: 'personal_sign', params: [hash, address] }),
} as const

interface Asked {
  readonly wallet: WalletPage
  ask(what: keyof typeof requests): Promise<{ readonly type: string }>
}

/** A page of the project with a visitor; its operator answers for its script or doesn't. */
async function opened(context: BrowserContext, isVouched: boolean): Promise<Asked> {
  const wallet = await openWalletPage(context, { ...stage, dapp: isVouched ? stage.dapp : stage.other })
  const address = await logIn(wallet, stage, `who${isVouched}.${test.info().testId.slice(-6)}@example.com`)
  return { wallet, ask: (what) => wallet.ask('RPC_REQUEST', requests[what](address)) }
}

/** So long a request that could be armed is armed by then, in milliseconds. */
const longMs = 1_200

/** Presses where the last button is, as a page has a visitor do who believes to press its own. */
async function lure({ page, frame }: WalletPage): Promise<void> {
  const button = frame.locator('.actions button').last()
  await button.waitFor({ state: 'attached' })
  const box = await button.boundingBox()
  if (!box) return
  const { x, y } = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(x, y + 2)
  await page.mouse.move(x, y)
  const since = await frame.evaluate(() => performance.now())
  await frame.waitForFunction((until) => performance.now() > until, since + longMs)
  await page.mouse.down()
  await page.mouse.up()
}

/** Rejects what waits still. @returns whether it was approved */
async function isApproved({ wallet }: Asked, signing: ReturnType<Asked['ask']>): Promise<boolean> {
  await wallet.ask('IS_CONNECTED')
  await wallet.frame.getByRole('button', { name: 'Reject' }).evaluateAll((all) => {
    for (const each of all) each.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
  return (await signing).type.endsWith('_SUCCESS')
}

/** The layouts in which one press of a visitor who sees none of it approves a request. */
async function approvedIn(asked: Asked, what: keyof typeof requests, names: readonly string[]): Promise<string[]> {
  const approved: string[] = []
  for (const [name, { script }] of hiding) {
    if (!names.includes(name)) continue
    const signing = asked.ask(what)
    await asked.wallet.raise()
    await layOut(asked.wallet, script)
    await lure(asked.wallet)
    if (await isApproved(asked, signing)) approved.push(name)
    await putBack(asked.wallet)
    await asked.wallet.page.mouse.move(0, 0)
  }
  return approved
}

const all = [...hiding.keys()]
/** One of each kind. */
const few = ['a cover of what is signed', 'a frame of 360 × 90 px', 'a mask on the frame', 'an outline inwards']
const unnoticed = all.filter((name) => hiding.get(name)?.isNoticed === false)

test('the layouts are 24, each kind of which is in the shorter list', () => {
  expect(all).toHaveLength(24)
  expect(few.filter((name) => hiding.has(name))).toHaveLength(few.length)
})

for (const [names, title] of [[few, 'one layout of each kind'] as const, [all, '24 layouts'] as const]) {
  const tag = unless(names === few)
  for (const what of ['a message', 'a value', 'a hash'] as const)
    test(
      `[F11] ${title} that hide ${what} in a page that nobody vouches for: 0 approvals`,
      tag,
      async ({ context }) => {
        expect(await approvedIn(await opened(context, false), what, names)).toEqual([])
      },
    )

  test(
    `[F11] ${title} in a page that is vouched for: 0 approvals where the browser says what hides it`,
    tag,
    async ({ context }) => {
      const asked = await opened(context, true)
      // What its script can do there is the operator's to answer for, but for what takes a step of its own.
      for (const what of ['a message', 'a value'] as const)
        expect(unnoticed, what).toEqual(expect.arrayContaining(await approvedIn(asked, what, names)))
      expect(await approvedIn(asked, 'a hash', names)).toEqual([])
    },
  )
}

test('[F11] a page that is taken off the list while it asks: what was pressed in the frame approves nothing, and the window asks', async ({
  context,
}) => {
  const asked = await opened(context, true)
  const { wallet } = asked
  const signing = asked.ask('a value')
  await wallet.raise()
  const sign = wallet.frame.locator('[part~="approve"]')
  await expect(async () => {
    await pointAtAsked(sign)
    await expect(sign).not.toHaveAttribute('aria-disabled', 'true', { timeout: patience(2_000) })
  }).toPass()
  stage.servers.vouched.delete(stage.dapp)
  await lure(wallet)
  await expect(windowButton(wallet.frame)).toBeVisible()
  stage.servers.vouched.add(stage.dapp)
  expect(await approveAsked(wallet.page, wallet.frame)).toBe('window')
  expect((await signing).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
})

test('[F11] a frame that is made too small while it asks leaves it to the window, and asks anew once it is large', async ({
  context,
}) => {
  const asked = await opened(context, true)
  const { wallet } = asked
  const signing = asked.ask('a message')
  await wallet.raise()
  const sign = wallet.frame.locator('[part~="approve"]')
  await expect(sign).toBeVisible()
  await layOut(wallet, 'dialog.style.blockSize = "319px"')
  await expect(windowButton(wallet.frame)).toBeVisible()
  await expect(sign).toHaveCount(0)
  await layOut(wallet, 'dialog.style.blockSize = "600px"')
  expect(await approveAsked(wallet.page, wallet.frame)).toBe('frame')
  expect((await signing).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
})

test('a sign-in at the page’s own domain is asked in the frame of any page; one that grants something, or is another’s, in the window', async ({
  context,
}) => {
  const wallet = await openWalletPage(context, { ...stage, dapp: stage.other })
  const address = await logIn(wallet, stage, 'signin@example.com')
  const signIn = (site: string, more = '') =>
    `${new URL(site).host} wants you to sign in with your Ethereum account:\n${address}\n\n\nURI: ${site}\nVersion: 1\nChain ID: 1\nNonce: kEWepMt9knR6lWJ6\nIssued At: 2026-01-02T03:04:05.678Z${more}`
  const texts = [
    [signIn(stage.other), 'frame'],
    [signIn(stage.other, '\nResources:\n- urn:recap:eyJhdHQiOnt9LCJwcmYiOltdfQ'), 'window'],
    [signIn(stage.dapp), 'window'],
  ] as const
  for (const [text, where] of texts) {
    const message = `0x${Buffer.from(text).toString('hex')}`
    const signing = wallet.ask('RPC_REQUEST', { method: 'personal_sign', params: [message, address] })
    await wallet.raise()
    expect(await approveAsked(wallet.page, wallet.frame), text).toBe(where)
    expect((await signing).type).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
    await putBack(wallet)
  }
})

test('[F11] 10 benign layouts in a page that nobody vouches for: 10 approvals, by the keyboard and the window', async ({
  context,
}) => {
  const asked = await opened(context, false)
  for (const [name, script] of Object.entries(benign)) {
    const signing = asked.ask('a message')
    await layOut(asked.wallet, script)
    await asked.wallet.raise()
    const { page, frame } = asked.wallet
    // Playwright doesn't find its way in a page that is zoomed.
    expect(await approveAsked(page, frame, { by: 'keyboard' }), name).toBe('window')
    expect((await signing).type, name).toBe('@w3m-frame/RPC_REQUEST_SUCCESS')
    await putBack(asked.wallet)
  }
  expect(Object.keys(benign)).toHaveLength(10)
})
