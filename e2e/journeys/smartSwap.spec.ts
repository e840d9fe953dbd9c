import { erc20Abi, getAbiItem, parseEther, parseUnits } from 'viem'
import { expect, test } from '../fixtures.js'
import { giveTokens } from '../giveTokens.js'
import { openHost } from '../host.js'
import { approve, askedAt, emailOf, logIn } from './embeddedWallet.js'
import { modalOf } from './modal.js'
import { readReceipt } from './sendStage.js'
import { look, settled } from './shown.js'
import { dappOf, fundedAddress, switching, untilDelegateIsKnown } from './smartStage.js'
import { reviewSwap } from './swapping.js'

test('the wallet’s account swaps a token with exactly its approval in one step and one transaction, the first of which switches it on', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  await untilDelegateIsKnown(journey)
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet } })
  await logIn({ page, journey, email: emailOf('swaps') })
  const address = await fundedAddress({ page, journey })
  const { chain, wallet, designator } = dappOf({ page, journey, address })
  const tokenOf = (symbol: string) => home.tokens.find((token) => token.symbol === symbol)?.address ?? '0x'
  const held = (symbol: string) =>
    chain.readContract({ abi: erc20Abi, address: tokenOf(symbol), functionName: 'balanceOf', args: [address] })
  await giveTokens({ chain: home, to: address, symbol: 'FYR', amount: parseEther('150') })

  const modal = modalOf(page)
  // By then the wallet's page has what answers: a busy machine takes longer for it than a review waits.
  expect((await wallet.getCapabilities({ chainId: home.id })).atomic).toEqual({ status: 'ready' })
  await page.evaluate(() => window.kits[0]?.open({ view: 'Swap', fromToken: 'FYR', toToken: 'DUSD', amount: '100' }))
  await settled(page, 'Swap')
  await reviewSwap({ page, modal, action: 'Approve and swap' })
  await expect(modal.part('review-status')).toHaveText(
    'You allow exactly 100 FYR and swap it: both happen, or neither does.',
  )
  await modal.part('swap-confirm').click()
  await expect((await askedAt(page)).getByText(switching)).toBeVisible()
  await look({ page, name: 'smart-account-swap' })
  await approve(page)
  await settled(page, 'Receipt')
  await readReceipt({ page, modal })
  await expect.poll(() => held('DUSD')).toBeGreaterThan(parseUnits('45', 6))
  expect(await held('FYR')).toBe(parseEther('50'))
  expect(await chain.getCode({ address })).toBe(designator)

  const event = getAbiItem({ abi: erc20Abi, name: 'Approval' })
  const approvals = await chain.getLogs({ event, args: { owner: address }, fromBlock: 0n, strict: true })
  const [first] = approvals
  expect(first?.args.value).toBe(parseEther('100'))
  expect(new Set(approvals.map(({ transactionHash }) => transactionHash)).size).toBe(1)
  const spender = first?.args.spender ?? '0x'
  const allowance = { abi: erc20Abi, functionName: 'allowance', args: [address, spender] } as const
  expect(await chain.readContract({ ...allowance, address: tokenOf('FYR') })).toBe(0n)
  // The authorization counts as well.
  expect(await chain.getTransactionCount({ address })).toBe(2)
})
