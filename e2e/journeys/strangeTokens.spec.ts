import { deployStrangeToken } from '@foyer/stack'
import type { TestWallet } from '@foyer/testing'
import type { Page } from '@playwright/test'
import { type Address, createWalletClient, encodeFunctionData, erc20Abi, http, parseAbi, parseEther } from 'viem'
import { readContract, waitForTransactionReceipt } from 'viem/actions'
import { expect, type Journey, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { type Modal, modalOf } from './modal.js'
import { previewAndSend, readReceipt } from './sendStage.js'
import { look, settled, show } from './shown.js'

const abi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function setTax(uint256 bps)',
  'function setAnswersNothing(bool nothing)',
  'function setCall(address target, bytes data)',
  'function setWords(string newName, string newSymbol)',
])

/** An account of the local chains that signs for everybody. */
const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A visitor with 100 of a strange token. */
async function openStrange({ page, journey }: { readonly page: Page; readonly journey: Journey }): Promise<{
  readonly maple: TestWallet
  readonly modal: Modal
  readonly token: Address
  readonly held: (account: Address) => Promise<bigint>
  readonly change: (data: `0x${string}`) => Promise<void>
  /** Fills in the form with ten of it. */
  readonly fillIn: (to: Address) => Promise<void>
}> {
  const [home] = journey.local.chains
  const client = createWalletClient({ account: owner, transport: http(home.url) })
  const token = await deployStrangeToken({ url: home.url })
  const change = async (data: `0x${string}`) => {
    const hash = await client.sendTransaction({ chain: null, to: token, data })
    await waitForTransactionReceipt(client, { hash, pollingInterval: 50 })
  }
  const maple = await journey.install({ name: 'Maple' })
  const [account = '0x'] = maple.accounts
  await change(encodeFunctionData({ abi, functionName: 'mint', args: [account, parseEther('100')] }))
  const modal = modalOf(page)
  await openHost({ page, journey })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  return {
    maple,
    modal,
    token,
    change,
    held: (holder) =>
      readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
    async fillIn(to) {
      await show(page, { view: 'WalletSend', asset: { type: 'token', address: token }, amount: '10', to })
      await expect(modal.part('send-preview')).toHaveText('Review send')
    },
  }
}

test('[F27] a token that answers nothing is sent as any other, and of one that keeps a fee what leaves is what was shown', async ({
  page,
  journey,
}) => {
  const { modal, held, change, fillIn } = await openStrange({ page, journey })
  const to = newAddress()
  await change(encodeFunctionData({ abi, functionName: 'setAnswersNothing', args: [true] }))
  await fillIn(to)
  await previewAndSend({ modal })
  await readReceipt({ page, modal })
  await expect.poll(() => held(to)).toBe(parseEther('10'))

  await change(encodeFunctionData({ abi, functionName: 'setTax', args: [200n] }))
  await fillIn(to)
  await previewAndSend({ modal })
  await readReceipt({ page, modal })
  await expect.poll(() => held(to)).toBe(parseEther('19.8'))
})

test('a transfer that the token will refuse is said before it is sent; who cancels finds the form as it was, and nothing was asked of the wallet', async ({
  page,
  journey,
}) => {
  journey.expectTrouble(/revert|execution/i)
  const { modal, token, maple, held, change, fillIn } = await openStrange({ page, journey })
  const to = newAddress()
  // In the middle of a transfer it takes what nobody allowed it.
  const taking = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [to, owner, 1n] })
  await change(encodeFunctionData({ abi, functionName: 'setCall', args: [token, taking] }))
  await fillIn(to)
  await modal.part('send-preview').click()
  await settled(page, 'WalletSendPreview')
  await expect(modal.dialog).toContainText('The network expects this transaction to fail.')
  await look({ page, name: 'send-refused' })
  await modal.button('Cancel').click()
  await settled(page, 'WalletSend')
  await expect(modal.part('amount-input')).toHaveValue('10')
  expect(await held(to)).toBe(0n)
  expect(maple.requests.filter(({ method }) => method === 'eth_sendTransaction')).toEqual([])
})

test('[F14] a token whose letters only look like those of another is pointed out in the form and in the preview', async ({
  page,
  journey,
}) => {
  const { modal, change, fillIn } = await openStrange({ page, journey })
  await change(encodeFunctionData({ abi, functionName: 'setWords', args: ['USD Coin', 'U\u0405DC'] }))
  await fillIn(newAddress())
  const note = modal.part('look-alike-note')
  await expect(note).toContainText('only look like others')
  await look({ page, name: 'send-look-alike' })
  await modal.part('send-preview').click()
  await settled(page, 'WalletSendPreview')
  await expect(note).toContainText('only look like others')
})
