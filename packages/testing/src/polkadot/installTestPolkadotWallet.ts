import type { TestContext, TestPage } from '../installInPages.js'
import { followingScript, installInPages } from '../installInPages.js'
import { placeAt } from '../placeAt.js'
import { changedEvent, createTestPolkadotWallet } from './createTestPolkadotWallet.js'
import { polkadotPageObject } from './pageObject.js'
import type { TestPolkadotWallet, TestPolkadotWalletOptions } from './testPolkadotWallet.js'

/**
 * Puts a wallet of Polkadot into every page of a Playwright context, as `installTestWallet` does one for EVM chains. Its keys never enter the browser.
 *
 * @example
 * const wallet = await installTestPolkadotWallet(page, { name: 'Willow', accounts: [{ key }] })
 * await page.goto('/')
 */
export async function installTestPolkadotWallet(
  page: TestPage | TestContext,
  options: TestPolkadotWalletOptions,
): Promise<TestPolkadotWallet> {
  const wallet = await createTestPolkadotWallet(options)
  await installInPages({ page, wallet, script: pageScript(options) })
  return wallet
}

function pageScript({ name, id = name.toLowerCase() }: Pick<TestPolkadotWalletOptions, 'name' | 'id'>): string {
  const [event, path] = [JSON.stringify(changedEvent), JSON.stringify(`injectedWeb3.${id}`)]
  return followingScript({
    made: `const object = (${polkadotPageObject.toString()})({ request, window, event: ${event} })`,
    placed: [`(${placeAt.toString()})({ window, path: ${path}, object })`],
    emitted: 'window.dispatchEvent(new Event(event))',
  })
}
