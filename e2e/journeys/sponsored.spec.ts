import { encodeFunctionData, erc20Abi, isAddress } from 'viem'
import { expect, test } from '../fixtures.js'
import { giveTokens } from '../giveTokens.js'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { windowButton } from '../wallet/approveIn.js'
import { approve, askedAt, emailOf, logIn, walletIn } from './embeddedWallet.js'
import { type Calls, type Dapp, dappOf, switching, untilDelegateIsKnown } from './smartStage.js'

/** What a dapp of viem's or wagmi's asks for; the address is a paymaster's of its own, which isn't asked here. */
const capabilities = { paymasterService: { url: 'https://paymaster.invalid' } }

test('[F10] a visitor’s first login and an account without coin: a dapp’s batch of two is carried out at no cost to them, and so is a later call, for less gas', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  await untilDelegateIsKnown(journey)
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet } })
  await logIn({ page, journey, email: emailOf('free') })
  const address = await page.evaluate(() => window.kits[0]?.account('eip155').address)
  if (!address || !isAddress(address)) throw new Error('The page has no address.')
  await giveTokens({ chain: home, to: address, symbol: 'DUSD', amount: 100n })
  const token = home.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? '0x'
  const dapp = dappOf({ page, journey, address })
  const [one, other] = [newAddress(), newAddress()]
  const send = (to: `0x${string}`, amount: bigint) => ({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  })
  const held = (of: `0x${string}`) =>
    dapp.chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [of] })

  expect(await dapp.wallet.getCapabilities({ chainId: home.id })).toMatchObject({
    paymasterService: { supported: true },
  })
  const first = await carryOutFree({ dapp, calls: [send(one, 1n), send(other, 2n)] })
  expect(first).toMatchObject({ status: 'success', statusCode: 200, atomic: true })
  expect([await held(one), await held(other)]).toEqual([1n, 2n])
  expect(await dapp.chain.getCode({ address })).toBe(dapp.designator)

  const later = await carryOutFree({ dapp, calls: [send(one, 1n)] })
  expect([later.statusCode, await held(one)]).toEqual([200, 2n])
  expect(later.receipts?.[0]?.gasUsed).toBeLessThanOrEqual(92_000n)
  expect([await dapp.chain.getBalance({ address }), await held(address)]).toEqual([0n, 96n])

  async function carryOutFree({ dapp: { wallet }, calls }: { readonly dapp: Dapp; readonly calls: Calls }) {
    const sending = wallet.sendCalls({ calls, forceAtomic: true, capabilities })
    // What is refused is never shown.
    await Promise.race([
      sending,
      expect(windowButton(walletIn(page)).or(walletIn(page).locator('[data-part="asks"]'))).toBeVisible(),
    ])
    const asks = (await askedAt(page)).getByRole('main')
    await Promise.race([sending, expect(asks).toContainText('Free for you: this wallet’s operator pays it')])
    if (calls.length > 1) await expect(asks).toContainText(switching)
    await approve(page)
    const approvedAt = Date.now()
    const { id } = await sending
    const came = await wallet.waitForCallsStatus({ id, pollingInterval: 100 })
    test.info().annotations.push({ type: 'approval to block', description: `${Date.now() - approvedAt} ms` })
    return came
  }
})
