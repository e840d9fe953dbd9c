import type { Page } from '@playwright/test'
import { type Address, encodeFunctionData, erc20Abi, isAddress, maxUint256, parseAbi, parseEther, toHex } from 'viem'
import { test as base, expect } from '../fixtures.js'
import { giveTokens } from '../giveTokens.js'
import { openHost } from '../host.js'
import { walletIn } from '../journeys/embeddedWallet.js'
import { holdRequests } from '../journeys/holdRequests.js'
import { setBalance } from '../setBalance.js'
import { approveAnywhere } from './approveAnywhere.js'
import { type Drawn, draw, drawOnce } from './draw.js'
import { logInAnywhere } from './logInAnywhere.js'
import { openedElsewhere } from './openedElsewhere.js'

const router = parseAbi([
  'function swapExactETHForTokens(uint256 get, address[] path, address to, uint256 deadline) payable',
])
/** Nobody's, and always the same: what is drawn twice is compared. */
const friend: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Asks the wallet, and leaves the answer. */
const ask = (page: Page, method: string, params: readonly unknown[]): Promise<void> =>
  page.evaluate(
    (request) => {
      const provider = window.kits[0]?.provider('eip155')
      Promise.resolve(provider?.request(request)).catch(() => {})
    },
    { method, params },
  )

/** What a wallet by e-mail is asked to approve, where all goes well, where a node is slow, and where there is no network in the middle. */
for (const locale of ['en', 'de', 'ar'] as const) {
  const test = base.extend({ locale })

  test(`what is approved, in ${locale}`, async ({ page, journey }) => {
    const { chains, wallet: walletPage } = journey.local
    const [home] = chains
    const wallet = walletIn(page)
    const asks = wallet.locator('[data-part="asks"]')
    journey.expectTrouble(/Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    const drawn = (state: string, more: Partial<Drawn> = {}) =>
      draw({ page, group: 'approvals', state, languages: { [locale]: async () => {} }, ...more })
    /** The node, simulations, prices and names: all of it under the wallet's own origin. */
    const isApi = new RegExp(`^${walletPage}/v1`)
    const leave = async () => {
      await page.keyboard.press('Escape')
      await expect(asks).toBeHidden()
    }
    await openHost({ page, journey, settings: { secureOrigin: walletPage, locale } })
    await logInAnywhere({ page, journey, email: `approving-${locale}@example.com` })
    const from = await page.evaluate(() => window.kits[0]?.account('eip155').address)
    if (!from || !isAddress(from)) throw new Error('The page has no address.')
    await setBalance({ chain: home, address: from, ether: '10' })
    await giveTokens({ chain: home, to: from, symbol: 'DUSD', amount: 1_204_500_000n })
    const tokenOf = (symbol: string) => home.tokens.find((token) => token.symbol === symbol)?.address ?? '0x'
    const send = (transaction: object) => ask(page, 'eth_sendTransaction', [{ from, ...transaction }])
    const allowance = { abi: erc20Abi, functionName: 'approve' } as const
    const toAnybody = { to: tokenOf('DUSD'), data: encodeFunctionData({ ...allowance, args: [friend, maxUint256] }) }
    const swapped = {
      abi: router,
      functionName: 'swapExactETHForTokens',
      args: [717_632_000n, [tokenOf('WETH'), tokenOf('DUSD')], from, 4_000_000_000n],
    } as const
    const swap = { to: home.router, value: toHex(parseEther('0.25')), data: encodeFunctionData(swapped) }
    const unknown = { to: '0x0000000000000000000000000000000000000aBc', data: '0x4e71d92d' }

    await openedElsewhere(page)
    await ask(page, 'personal_sign', [toHex('Good morning from Foyer.\n\nNonce: 4711'), from])
    await expect(wallet.locator('.opened')).toBeVisible()
    await drawn('a message, and opened elsewhere')
    await leave()
    await page.unroute('**/login/v1/devices/list')

    const shown = async (state: string, asking: () => Promise<void>) => {
      await asking()
      await expect(asks).toBeVisible()
      await expect(wallet.locator('[data-part="headline"]')).toBeVisible()
      await drawn(state)
    }
    await shown('a payment', () => send({ to: friend, value: toHex(parseEther('0.25')) }))
    await leave()
    await shown('a swap', () => send(swap))
    await wallet.locator('summary').first().click()
    await wallet.locator('.folded').scrollIntoViewIfNeeded()
    await drawn('a swap, its data')
    await leave()
    await shown('an allowance without a limit', () => send(toAnybody))
    await wallet.getByRole('radio').last().check()
    await drawn('an allowance, limited')
    await leave()
    await shown('a contract of which nothing is known', () => send(unknown))
    await leave()
    await shown('a permit', () =>
      ask(page, 'eth_signTypedData_v4', [from, permit({ from, token: tokenOf('DUSD'), home })]),
    )
    await leave()

    // What is read of the network comes late.
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(isApi, async (route) => {
      const asked = route.request().url()
      if (asked.includes('simulation')) await answered
      await route.continue()
    })
    await send(swap)
    await expect(wallet.getByRole('checkbox')).toBeVisible()
    await drawn('a slow node')
    await page.context().setOffline(true)
    answer()
    await drawn('without a network in the middle')
    await leave()
    await page.context().setOffline(false)
    await page.unrouteAll()

    // It stays with a busy button for as long as it is carried out.
    await send({ to: friend, value: toHex(parseEther('0.25')) })
    await expect(wallet.locator('[data-part="headline"]')).toBeVisible()
    const carryOut = await holdRequests({ page, url: isApi })
    await approveAnywhere(page)
    await expect(wallet.locator('[aria-busy="true"]').first()).toBeVisible()
    await drawn('a payment, busy')
    // It stands for less than a second: one look at it.
    await page.setViewportSize({ width: 390, height: 844 })
    const receipt = expect(wallet.locator('[data-part="receipt"]')).toBeVisible()
    carryOut()
    await receipt
    await drawOnce({ page, group: 'approvals', state: 'a receipt', look: `390x844 light ${locale}` })
    await expect(asks).toBeHidden()

    // What an exchange came to is known once the network has carried it out.
    await send(swap)
    await expect(wallet.locator('[data-part="headline"]')).toBeVisible()
    await approveAnywhere(page)
    await expect(wallet.locator('[data-part="receipt"] [data-is="done"]')).toBeVisible()
    await drawn('a receipt, what came')
  })
}

/** Lets somebody take all of a token, by a signature alone. */
const permit = ({ from, token, home }: { from: Address; token: Address; home: { readonly id: number } }) =>
  JSON.stringify({
    primaryType: 'Permit',
    domain: { name: 'Digital Dollar', version: '1', chainId: home.id, verifyingContract: token },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    message: { owner: from, spender: friend, value: maxUint256.toString(), nonce: '0', deadline: '4000000000' },
  })
