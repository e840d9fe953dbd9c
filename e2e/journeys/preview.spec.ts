import type { Asset } from '@foyer/core'
import type { TestWallet } from '@foyer/testing'
import type { Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, maxUint256, parseEther, parseUnits } from 'viem'
import type { ChainAddress } from '../addresses.js'
import { expect, type Journey, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { holdRequests } from './holdRequests.js'
import { type Modal, modalOf } from './modal.js'
import { directly } from './sendStage.js'
import { held, look, painted, readInFull, settled, show } from './shown.js'

test.describe.configure({ mode: 'parallel' })

declare global {
  /** How the page's own call has ended. */
  var ended: Promise<{ readonly hash?: string; readonly code?: string }> | undefined
}

/** The host with a connected wallet, which shows in words what that is about to be asked for. */
async function openConnected({ page, journey }: { readonly page: Page; readonly journey: Journey }): Promise<{
  readonly maple: TestWallet
  readonly account: `0x${string}`
  readonly modal: Modal
}> {
  const maple = await journey.install({ name: 'Maple', accounts: 2 })
  await openHost({ page, journey, settings: { preview: true } })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  const [account] = maple.accounts
  if (!account) throw new Error('The wallet has no account.')
  return { maple, account, modal: modalOf(page) }
}

const asked = ({ requests }: TestWallet, wanted: string) => requests.filter(({ method }) => method === wanted).length

interface OwnCall {
  readonly to: `0x${string}`
  readonly value?: bigint | undefined
  readonly data?: `0x${string}` | undefined
  readonly purpose?: string | undefined
}

function dollarsOf({ tokens }: ChainAddress): `0x${string}` {
  const dollars = tokens.find(({ symbol }) => symbol === 'DUSD')
  if (!dollars) throw new Error('The chain has no DUSD.')
  return dollars.address
}

/** The page's own code has the wallet send a call. */
async function sendCall(page: Page, own: OwnCall): Promise<void> {
  await page.evaluate(({ purpose, ...wanted }) => {
    const [kit] = window.kits
    if (!kit) throw new Error('The page has no kit.')
    globalThis.ended = window.actions.sendCall(kit, { family: 'eip155', call: wanted, purpose }).then(
      ({ hash }) => ({ hash }),
      (error) => ({ code: String(error.code) }),
    )
  }, own)
  await settled(page, 'Preview')
}

/** The same, simulated. */
const sendSimulated = (page: Page, call: OwnCall) =>
  readInFull(page, async () => {
    await sendCall(page, call)
    await expect(modalOf(page).part('preview-known')).toHaveAttribute('data-simulation', 'known')
  })

const outcomeOf = (page: Page) => page.evaluate(() => globalThis.ended)

test('[F22 F27] a host’s own transaction is shown in words before the wallet is asked: what leaves is what then leaves, to the last unit', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const chain = directly(home)
  const { maple, account, modal } = await openConnected({ page, journey })
  const [to, value] = [newAddress(), parseEther('1.000000000000000001')]
  await sendSimulated(page, { to, value })
  await expect(modal.part('preview-purpose')).toHaveCount(0)
  await expect(modal.part('preview-title')).toHaveText('Send ETH')
  const facts = modal.part('preview-facts')
  await expect(facts).toContainText('You give1.000000000000000001 ETH')
  await expect(facts).toContainText(to)
  await expect(modal.part('fee')).toContainText('ETH')
  expect(asked(maple, 'eth_sendTransaction')).toBe(0)
  await look({ page, name: 'preview-1-coin' })
  await modal.part('preview-continue').click()
  await expect.poll(() => outcomeOf(page)).toMatchObject({ hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  await expect(modal.dialog).toBeHidden()
  await expect.poll(() => chain.coinOf(to)).toBe(value)

  await chain.give('DUSD', account, parseUnits('12.345678', 6))
  const token = dollarsOf(journey.local.chains[0])
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, parseUnits('2.5', 6)] })
  // What the page says itself stands below that as the page's own words, however it would be taken.
  await sendSimulated(page, { to: token, data, purpose: 'Give 1 DUSD\u202e' })
  await expect(modal.part('preview-title')).toHaveText('Send DUSD')
  await expect(facts).toContainText('You give2.5 DUSD')
  await expect(facts).not.toContainText('1 DUSD')
  await expect(modal.part('preview-purpose')).toHaveText('In this app’s own words: “Give 1 DUSD”')
  await modal.part('preview-continue').click()
  await expect.poll(() => chain.balanceOf('DUSD', to)).toBe(2_500_000n)
})

test('[F22] Cancel, Escape and another view are a no: the wallet is never asked, and the page is told so', async ({
  page,
  journey,
}) => {
  const { maple, modal } = await openConnected({ page, journey })
  const ways = [
    () => modal.part('review-cancel').click(),
    () => page.keyboard.press('Escape'),
    () => show(page, { view: 'Account' }),
  ]
  for (const leave of ways) {
    await page.evaluate(() => window.kits[0]?.close())
    await sendCall(page, { to: newAddress(), value: 1n })
    await leave()
    expect(await outcomeOf(page)).toEqual({ code: 'user_rejected' })
  }
  // Beside what is open already it is shown above it, and leads back there.
  await sendCall(page, { to: newAddress(), value: 1n })
  await modal.part('review-cancel').click()
  await settled(page, 'Account')
  expect(asked(maple, 'eth_sendTransaction')).toBe(0)
})

test('[F14] an allowance without a limit, and to somebody’s own account, takes a step of its own', async ({
  page,
  journey,
}) => {
  const chain = directly(journey.local.chains[0])
  const { maple, account, modal } = await openConnected({ page, journey })
  await chain.give('DUSD', account, 5_000_000n)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [newAddress(), maxUint256] })
  await sendSimulated(page, { to: dollarsOf(journey.local.chains[0]), data })
  const warnings = modal.part('preview-warnings')
  await expect(warnings).toContainText('The spender may take all of your DUSD, now and later, without asking you.')
  await expect(warnings).toContainText('The spender is no contract, but somebody’s own account.')
  await expect(modal.part('preview-facts')).toContainText('Unlimited')
  await expect(modal.part('preview-facts')).not.toContainText('unlisted')
  await expect(modal.part('preview-known')).toHaveAttribute('data-simulation', 'known')
  await expect(modal.part('preview-continue')).toBeDisabled()
  await look({ page, name: 'preview-2-unlimited' })
  await modal.dialog.getByRole('checkbox', { name: 'I have read the warning, and want this' }).check()
  await modal.part('preview-continue').click()
  await expect.poll(() => asked(maple, 'eth_sendTransaction')).toBe(1)
})

test('a simulation that can’t be had, or is late, holds nothing up: the words come without it, and say so', async ({
  page,
  journey,
}) => {
  journey.expectTrouble(/500/)
  const { maple, modal } = await openConnected({ page, journey })
  await page.route(/\/simulation/, (route) => route.fulfill({ status: 500, body: '' }))
  await sendCall(page, { to: newAddress(), value: 1n })
  await expect(modal.part('preview-known')).toHaveText(
    'It could not be simulated: what will really happen is not known.',
  )
  await modal.part('review-cancel').click()

  await page.unroute(/\/simulation/)
  await page.route(/\/simulation/, () => {})
  await sendCall(page, { to: newAddress(), value: 1n })
  await expect(modal.part('preview-title')).toHaveText('Send ETH')
  // What isn't known yet may speak against it: whoever doesn't wait for it takes a step more.
  await expect(modal.part('preview-warnings')).toContainText('Not all of this is checked yet')
  await expect(modal.part('preview-continue')).toBeDisabled()
  await modal.dialog.getByRole('checkbox').check()
  await modal.part('preview-continue').click()
  await expect.poll(() => asked(maple, 'eth_sendTransaction')).toBe(1)
})

test('a press counts whatever is found out while it lasts: the button stays under it', async ({ page, journey }) => {
  const { maple, modal } = await openConnected({ page, journey })
  const arrive = await holdRequests({ page, url: /\/simulation/ })
  // However busy the machine is, the simulation comes in time: in the midst of the press.
  const press = async () => {
    await sendCall(page, { to: newAddress(), value: parseEther('1') })
    const go = modal.part('preview-continue')
    await modal.dialog.getByRole('checkbox').check()
    await expect(go).toBeEnabled()
    // All else that moves it has come.
    await expect(modal.part('preview-facts')).toContainText(/about \$\d/)
    await expect(modal.part('fee')).toContainText('$')
    await go.hover()
    await page.mouse.down()
    expect(await go.evaluate((button) => button.matches(':active'))).toBe(true)
    const answered = page.waitForResponse(/\/simulation/)
    arrive()
    await (await answered).finished()
    await painted(page)
    await page.mouse.up()
    await expect.poll(() => asked(maple, 'eth_sendTransaction')).toBe(1)
  }
  await held(page, press, 5_000)
})

test('a node that says nothing leaves what it would have said unknown, and nobody waiting', async ({
  page,
  journey,
}) => {
  const { modal } = await openConnected({ page, journey })
  await page.route(/\/v1\/\?|:\d+\/$/, (route) => (route.request().method() === 'POST' ? undefined : route.continue()))
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [newAddress(), 1n] })
  // The server's word comes, however busy the machine is; the node is given up after that.
  const simulated = page.waitForResponse(/\/simulation\?/)
  const call = { to: dollarsOf(journey.local.chains[0]), data }
  const shown: Promise<void>[] = []
  await readInFull(page, async () => {
    shown.push(sendCall(page, call))
    await (await simulated).finished()
  })
  await Promise.all(shown)
  await expect(modal.part('preview-title')).toHaveText('Allow spending of DUSD')
  // By the data, and by what the server's simulation says; that the spender is no contract only the page's node could say.
  await expect(modal.part('preview-warnings')).toContainText('The spender may take this much of your DUSD')
  await expect(modal.part('preview-warnings')).not.toContainText('no contract')
  await expect(modal.part('preview-continue')).toBeEnabled()
  await modal.part('review-cancel').click()
  expect(await outcomeOf(page)).toEqual({ code: 'user_rejected' })
})

test('[F13] a permit is shown as what it lets others take; several calls as what they come to', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const chain = directly(home)
  const { maple, account, modal } = await openConnected({ page, journey })
  await chain.give('DUSD', account, 5_000_000n)
  const token = dollarsOf(journey.local.chains[0])
  const permit = () =>
    page.evaluate(
      ({ chainId, token: verifyingContract, owner, spender }) => {
        const [kit] = window.kits
        if (!kit) throw new Error('The page has no kit.')
        const types = {
          Permit: ['address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline'].map(
            (each) => {
              const [type = '', name = ''] = each.split(' ')
              return { name, type }
            },
          ),
        }
        const typedData = {
          domain: { name: 'Digital Dollar', version: '1', chainId, verifyingContract },
          types,
          primaryType: 'Permit',
          message: { owner, spender, value: 5_000_000n, nonce: 0n, deadline: 1_900_000_000n },
        }
        globalThis.ended = window.actions.signTypedData(kit, { family: 'eip155', typedData }).then(
          ({ signature }) => ({ hash: signature }),
          (error) => ({ code: String(error.code) }),
        )
      },
      { chainId: home.id, token, owner: account, spender: newAddress() },
    )
  await readInFull(page, async () => {
    await permit()
    await settled(page, 'Preview')
    await expect(modal.part('preview-title')).toHaveText('Allow spending by signature')
    await expect(modal.part('preview-facts')).toContainText('5 DUSD')
  })
  await expect(modal.part('preview-warnings')).toContainText('those whom it names may take the tokens')
  expect(asked(maple, 'eth_signTypedData_v4')).toBe(0)
  await look({ page, name: 'preview-3-permit' })
  await modal.dialog.getByRole('checkbox').check()
  await modal.part('preview-continue').click()
  await expect.poll(() => outcomeOf(page)).toMatchObject({ hash: expect.stringMatching(/^0x[0-9a-f]{130}$/) })

  const to = newAddress()
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1_000_000n] })
  const sendCalls = () =>
    page.evaluate(
      (calls) => {
        const [kit] = window.kits
        if (!kit) throw new Error('The page has no kit.')
        globalThis.ended = window.actions.sendCalls(kit, { family: 'eip155', calls }).then(
          ({ id }) => ({ hash: id }),
          (error) => ({ code: String(error.code) }),
        )
      },
      [
        { to: token, data },
        { to: token, data },
        { to, value: 7n },
      ] as const,
    )
  await readInFull(page, async () => {
    await sendCalls()
    await settled(page, 'Preview')
    await expect(modal.part('preview-title')).toHaveText('Carry out 3 calls')
    await expect(modal.part('preview-facts')).toContainText('You give2 DUSD')
  })
  await modal.part('preview-continue').click()
  await expect.poll(() => chain.balanceOf('DUSD', to)).toBe(2_000_000n)
  await expect.poll(() => chain.coinOf(to)).toBe(7n)
})

test('[F27] a send’s review says what the simulation saw, without a press more; it needn’t be there to go on', async ({
  page,
  journey,
}) => {
  const chain = directly(journey.local.chains[0])
  const { maple, modal } = await openConnected({ page, journey })
  const to = newAddress()
  const asset: Asset = { type: 'coin' }
  await show(page, { view: 'WalletSend', asset, amount: '0.25', to })
  await expect(modal.part('send-preview')).toBeEnabled()
  await readInFull(page, async () => {
    await modal.part('send-preview').click()
    await settled(page, 'WalletSendPreview')
    await expect(modal.part('preview-beside')).toContainText('Leaves, as simulated0.25 ETH')
  })
  await look({ page, name: 'preview-4-send' })
  await modal.part('send-confirm').click()
  await settled(page, 'Receipt')
  await expect.poll(() => chain.coinOf(to)).toBe(parseEther('0.25'))

  await page.route(/\/simulation/, () => {})
  await show(page, { view: 'WalletSend', asset, amount: '0.5', to })
  await expect(modal.part('send-preview')).toBeEnabled()
  await modal.part('send-preview').click()
  await settled(page, 'WalletSendPreview')
  await modal.part('send-confirm').click()
  await expect.poll(() => asked(maple, 'eth_sendTransaction')).toBe(2)
})
