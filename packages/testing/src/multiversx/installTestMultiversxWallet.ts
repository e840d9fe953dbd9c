import type { TestContext, TestPage } from '../installInPages.js'
import { followingScript, installInPages } from '../installInPages.js'
import { createTestMultiversxWallet } from './createTestMultiversxWallet.js'
import { multiversxPageObject, placeMultiversx } from './pageObject.js'
import type { TestMultiversxWallet, TestMultiversxWalletOptions } from './testMultiversxWallet.js'

/**
 * Puts a wallet of MultiversX into every page of a Playwright context, as `installTestWallet` does one for EVM chains. Its keys never enter the browser.
 *
 * @example
 * const wallet = await installTestMultiversxWallet(page, { name: 'Willow', accounts: [{ key }] })
 * await page.goto('/')
 */
export async function installTestMultiversxWallet(
  page: TestPage | TestContext,
  options: TestMultiversxWalletOptions,
): Promise<TestMultiversxWallet> {
  const wallet = await createTestMultiversxWallet(options)
  const script = followingScript({
    made: `const object = (${multiversxPageObject.toString()})({ request })`,
    placed: [`(${placeMultiversx.toString()})({ window, object })`],
    emitted: 'window.dispatchEvent(new Event(event))',
  })
  await installInPages({ page, wallet, script })
  return wallet
}
