import type { SwapBeginning } from '@foyer/core/swap'
import type { TestCalls, TestWallet } from '@foyer/testing'
import { expect, type Page } from '@playwright/test'
import { createPublicClient, encodeFunctionData, erc20Abi, getAbiItem, http, type PublicClient } from 'viem'
import type { Journey } from '../fixtures.js'
import { openHost } from '../host.js'
import type { HostSettings } from '../hosts/kit/settings.js'
import type { Modal } from './modal.js'
import { modalOf } from './modal.js'
import { settled } from './shown.js'

/** A visitor with coins of the local chain, before a modal that swaps. */
export interface Swapping {
  readonly modal: Modal
  readonly maple: TestWallet
  readonly account: `0x${string}`
  readonly chain: PublicClient
  readonly tokenOf: (symbol: string) => `0x${string}`
  /** What the account holds, read from the chain itself: of the coin without a symbol. */
  readonly held: (symbol?: string) => Promise<bigint>
  /** Opens the view that swaps. */
  readonly open: (beginning?: SwapBeginning) => Promise<void>
  /** Which transactions the wallet was asked for, by now. */
  readonly sent: () => number
  /** The contract that the account's last approval was for, from the chain's own log. */
  readonly approved: () => Promise<`0x${string}`>
  /** Lets a contract take tokens of the account, by the wallet and not by the kit. */
  readonly approve: (request: { symbol: string; spender: `0x${string}`; amount: bigint }) => Promise<void>
}

/** Connects a new wallet to the host's page. */
export async function openSwapping({
  page,
  journey,
  settings,
  calls,
}: {
  readonly page: Page
  readonly journey: Journey
  readonly settings?: Partial<HostSettings> | undefined
  /** How the wallet takes calls in batches. */
  readonly calls?: TestCalls | undefined
}): Promise<Swapping> {
  const [home] = journey.local.chains
  const chain = createPublicClient({ transport: http(home.url) })
  const maple = await journey.install({ name: 'Maple', calls })
  const [account = '0x'] = maple.accounts
  await openHost({ page, journey, settings })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  const modal = modalOf(page)
  const tokenOf = (symbol: string) => home.tokens.find((token) => token.symbol === symbol)?.address ?? '0x'
  return {
    modal,
    maple,
    account,
    chain,
    tokenOf,
    held: (symbol) =>
      symbol === undefined
        ? chain.getBalance({ address: account })
        : chain.readContract({ address: tokenOf(symbol), abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
    open: async (beginning = {}) => {
      await page.evaluate((begin) => window.kits[0]?.open({ view: 'Swap', ...begin }), beginning)
      await settled(page, 'Swap')
      await expect(modal.part('swap-fields')).toBeVisible()
    },
    sent: () => maple.requests.filter(({ method }) => method === 'eth_sendTransaction').length,
    approved: async () => {
      const event = getAbiItem({ abi: erc20Abi, name: 'Approval' })
      const logs = await chain.getLogs({ event, args: { owner: account }, fromBlock: 0n })
      return logs.at(-1)?.args.spender ?? '0x'
    },
    approve: async ({ symbol, spender, amount }) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
      const transaction = { from: account, to: tokenOf(symbol), data }
      const hash = await page.evaluate(
        async (wanted) =>
          `${await window.kits[0]?.provider('eip155')?.request({ method: 'eth_sendTransaction', params: [wanted] })}`,
        transaction,
      )
      await chain.waitForTransactionReceipt({ hash: `0x${hash.slice(2)}` })
    },
  }
}

/** Goes on to the review, and waits until the wallet can be asked. */
export async function reviewSwap({
  page,
  modal,
  action,
}: {
  readonly page: Page
  readonly modal: Modal
  readonly action: 'Approve' | 'Swap' | 'Approve and swap'
}): Promise<void> {
  await modal.button('Review swap').click()
  await settled(page, 'SwapPreview')
  await expect(modal.part('swap-confirm')).toHaveText(action)
  await expect(modal.part('swap-confirm')).not.toHaveAttribute('aria-busy')
}
