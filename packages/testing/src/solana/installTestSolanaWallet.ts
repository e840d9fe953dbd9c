import type { TestContext, TestPage } from '../installInPages.js'
import { bridgeScript, installInPages } from '../installInPages.js'
import { createTestSolanaWallet, solanaShape } from './createTestSolanaWallet.js'
import { solanaPage, solanaWalletIn } from './solanaPage.js'
import type { TestSolanaWallet, TestSolanaWalletOptions } from './testSolanaWallet.js'

/**
 * Puts a wallet of Solana's into every page of a Playwright context, present and to come, as `installTestWallet` does with one of EVM's: it is there after
 * the next navigation, survives reloads, is one for all tabs, and remembers consent by origin. Its keys never enter the browser.
 *
 * @example
 * const wallet = await installTestSolanaWallet(page, { name: 'Maple', keys: [key], chains: [{ chain: 'solana:localnet', rpcUrl }] })
 * await page.goto('/')
 * wallet.next({ connect: 'reject' })
 */
export async function installTestSolanaWallet(
  page: TestPage | TestContext,
  options: TestSolanaWalletOptions,
): Promise<TestSolanaWallet> {
  const wallet = createTestSolanaWallet(options)
  await installInPages({ page, wallet, script: pageScript(options) })
  return wallet
}

const pageScript = (options: TestSolanaWalletOptions): string => `(${solanaPage.toString()})({
    window,
    shape: ${JSON.stringify(solanaShape(options))},
    solanaWalletIn: ${solanaWalletIn.toString()},
    bridge: ${bridgeScript},
  })`
