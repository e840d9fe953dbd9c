import { deployNfts, devAccounts, localNftAbi } from '@foyer/stack'
import { expect, type Page } from '@playwright/test'
import { type Address, createTestClient, createWalletClient, encodeFunctionData, erc20Abi, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getBalance, readContract, waitForTransactionReceipt } from 'viem/actions'
import type { ChainAddress } from '../addresses.js'
import type { Modal } from './modal.js'
import { settled, show } from './shown.js'

/** A chain, read and set up directly: what the modal shows and does is compared with it. */
export interface DirectChain {
  readonly coinOf: (address: Address) => Promise<bigint>
  readonly balanceOf: (symbol: string, account: Address) => Promise<bigint>
  readonly give: (symbol: string, to: Address, amount: bigint) => Promise<void>
  /** Moves a token out of an account, without its wallet. */
  readonly takeAway: (symbol: string, from: Address, amount: bigint) => Promise<void>
  readonly mintNft: (to: Address) => Promise<{ readonly address: Address; readonly ownerOf: () => Promise<Address> }>
}

export function directly(chain: ChainAddress): DirectChain {
  const client = createTestClient({ mode: 'anvil', transport: http(chain.url) })
  const [, , , , , , giver] = devAccounts
  if (!giver) throw new Error('The development accounts are missing.')
  const wallet = createWalletClient({ account: privateKeyToAccount(giver.privateKey), transport: http(chain.url) })
  const tokenOf = (symbol: string): Address => {
    const token = chain.tokens.find((each) => each.symbol === symbol)
    if (!token) throw new Error(`There is no ${symbol}.`)
    return token.address
  }
  const mined = async (hash: `0x${string}`) => {
    const { status } = await waitForTransactionReceipt(client, { hash })
    expect(status).toBe('success')
  }
  const transfer = (to: Address, amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  return {
    coinOf: (address) => getBalance(client, { address }),
    balanceOf: (symbol, account) =>
      readContract(client, { address: tokenOf(symbol), abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
    give: async (symbol, to, amount) =>
      mined(await wallet.sendTransaction({ chain: null, to: tokenOf(symbol), data: transfer(to, amount) })),
    async takeAway(symbol, from, amount) {
      await client.impersonateAccount({ address: from })
      const data = transfer(giver.address, amount)
      await mined(await client.sendUnsignedTransaction({ from, to: tokenOf(symbol), data }))
      await client.stopImpersonatingAccount({ address: from })
    },
    async mintNft(to) {
      const { nft: address } = await deployNfts({ url: chain.url })
      const common = { chain: null, address, abi: localNftAbi } as const
      await mined(await wallet.writeContract({ ...common, functionName: 'mint', args: [to, 7n, ''] }))
      return { address, ownerOf: () => readContract(client, { ...common, functionName: 'ownerOf', args: [7n] }) }
    },
  }
}

/** Fills the form in, as a visitor does by pointer. */
export async function fillForm({
  page,
  modal,
  token,
  amount,
  to,
}: {
  readonly page: Page
  readonly modal: Modal
  readonly token: RegExp
  readonly amount: string
  readonly to: string
}): Promise<void> {
  await show(page, { view: 'WalletSend' })
  await modal.part('send-token').click()
  await modal.part('token').filter({ hasText: token }).click()
  await modal.part('amount-input').fill(amount)
  await modal.part('field-input').fill(to)
  await expect(modal.part('send-preview')).toHaveText('Review send')
}

/** Waits for the receipt of what was sent, and goes on to the account that it stands over. */
export async function readReceipt({ page, modal }: { readonly page: Page; readonly modal: Modal }): Promise<void> {
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toBeVisible()
  await modal.part('done').click()
  await settled(page, 'Account')
}

/** Opens the preview and sends what it shows. */
export async function previewAndSend({ modal }: { readonly modal: Modal }): Promise<void> {
  await modal.part('send-preview').click()
  await expect(modal.part('fee')).toBeVisible()
  await modal.part('send-confirm').click()
}
