import { encodeFunctionData, erc20Abi, maxUint256, parseAbi, parseEther, parseUnits } from 'viem'
import { test as base, expect } from '../fixtures.js'
import { giveTokens } from '../giveTokens.js'
import { openHost } from '../host.js'
import { walletIn } from '../journeys/embeddedWallet.js'
import { modalOf } from '../journeys/modal.js'
import { show } from '../journeys/shown.js'
import { type Calls, dappOf, fundedAddress, untilDelegateIsKnown } from '../journeys/smartStage.js'
import { approveAnywhere } from './approveAnywhere.js'
import { type Drawn, draw } from './draw.js'
import { logInAnywhere } from './logInAnywhere.js'

/** Nobody's, and always the same: what is drawn twice is compared. */
const friend = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const router = parseAbi([
  'function swapExactTokensForETH(uint256 give, uint256 get, address[] path, address to, uint256 deadline)',
])

/** What a visitor sees of an account that can be a smart one: its kind in the settings, the batch that switches it on, and those after it. */
for (const locale of ['en', 'de', 'ar'] as const) {
  const test = base.extend({ locale })

  test(`a smart account, in ${locale}`, async ({ page, journey }) => {
    const [home] = journey.local.chains
    const wallet = walletIn(page)
    const kind = modalOf(page).part('smart-account')
    const drawn = (state: string, more: Partial<Drawn> = {}) =>
      draw({ page, group: 'smart accounts', state, languages: { [locale]: async () => {} }, ...more })
    await untilDelegateIsKnown(journey)
    await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet, locale } })
    await logInAnywhere({ page, journey, email: `smart-${locale}@example.com` })
    const address = await fundedAddress({ page, journey })
    const dapp = dappOf({ page, journey, address })
    await giveTokens({ chain: home, to: address, symbol: 'DUSD', amount: parseUnits('1204.5', 6) })
    const tokenOf = (symbol: string) => home.tokens.find((token) => token.symbol === symbol)?.address ?? '0x'
    const dollars = tokenOf('DUSD')
    const token = (functionName: 'approve' | 'transfer', to: `0x${string}`, amount: bigint) =>
      ({ to: dollars, data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] }) }) as const

    await show(page, { view: 'AccountSettings' })
    await expect(kind).toHaveAttribute('aria-checked', 'true')
    await drawn('account settings, a smart account')
    await kind.click()
    await expect(kind).toHaveAttribute('aria-checked', 'false')
    await drawn('account settings, a plain account')
    await kind.click()
    await expect(kind).toHaveAttribute('aria-checked', 'true')
    await page.keyboard.press('Escape')
    await expect(modalOf(page).dialog).toHaveCount(0)

    /** Asks for a batch, draws it, and approves it. @returns its id */
    const carriedOut = async (state: string, calls: Calls): Promise<string> => {
      const sending = dapp.wallet.sendCalls({ calls, forceAtomic: true })
      await Promise.race([sending, expect(wallet.locator('[data-part="headline"]')).toBeVisible()])
      await drawn(state)
      await approveAnywhere(page)
      const { id } = await sending
      await dapp.wallet.waitForCallsStatus({ id, pollingInterval: 200 })
      return id
    }
    await carriedOut('a first batch, which switches the account', [
      { to: friend, value: parseEther('0.25') },
      token('transfer', friend, parseUnits('12.5', 6)),
    ])
    const path = [dollars, tokenOf('WETH')] as const
    const swap = [parseUnits('250', 6), 1n, path, address, 4_000_000_000n] as const
    const id = await carriedOut('a later batch, with its allowance', [
      token('approve', home.router, parseUnits('250', 6)),
      {
        to: home.router,
        data: encodeFunctionData({ abi: router, functionName: 'swapExactTokensForETH', args: swap }),
      },
    ])
    const showing = dapp.wallet.showCallsStatus({ id })
    await expect(wallet.locator('[data-part="asks"]')).toBeVisible()
    await drawn('where a batch stands')
    await approveAnywhere(page)
    await showing

    const taking = dapp.wallet.sendCalls({
      calls: [token('approve', friend, maxUint256), { to: friend, value: parseEther('0.1') }],
      forceAtomic: true,
    })
    // It isn't approved.
    const refused = expect(taking).rejects.toThrow()
    await expect(wallet.locator('[data-part="headline"]')).toBeVisible()
    await drawn('a batch that lets somebody take all')
    await page.keyboard.press('Escape')
    await refused
  })
}
