import type { TestContext, TestPage } from '../installInPages.js'
import { followingScript, installInPages } from '../installInPages.js'
import { createTestTezosWallet, extensionIdOf } from './createTestTezosWallet.js'
import { placeTezos, tezosPageObject } from './pageObject.js'
import type { TestTezosWallet, TestTezosWalletOptions } from './testTezosWallet.js'

/**
 * Puts a wallet of Tezos into every page of a Playwright context, as `installTestWallet` does one for EVM chains. Its keys never enter the browser.
 *
 * @example
 * const wallet = await installTestTezosWallet(page, { name: 'Willow', accounts: [{ key }], nodeUrl })
 * await page.goto('/')
 */
export async function installTestTezosWallet(
  page: TestPage | TestContext,
  options: TestTezosWalletOptions,
): Promise<TestTezosWallet> {
  const wallet = await createTestTezosWallet(options)
  const about = JSON.stringify({ name: options.name, id: extensionIdOf(options.name) })
  const script = followingScript({
    made: `const object = (${tezosPageObject.toString()})({ request, ...${about} })`,
    placed: [`(${placeTezos.toString()})({ window, object })`],
    emitted: 'window.dispatchEvent(new Event(event))',
  })
  await installInPages({ page, wallet, script })
  return wallet
}
