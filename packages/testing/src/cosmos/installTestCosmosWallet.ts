import type { TestContext, TestPage } from '../installInPages.js'
import { followingScript, installInPages } from '../installInPages.js'
import { placeAt } from '../placeAt.js'
import { createTestCosmosWallet } from './createTestCosmosWallet.js'
import { cosmosPageObject } from './pageObject.js'
import { placeCosmos } from './placeCosmos.js'
import type { TestCosmosWallet, TestCosmosWalletOptions } from './testCosmosWallet.js'

/**
 * Puts a wallet of Cosmos into every page of a Playwright context, as `installTestWallet` does one for EVM chains. Its keys never enter the browser.
 *
 * @example
 * const wallet = await installTestCosmosWallet(page, { name: 'Keplr', keys: [key], chains: { 'foyer-1': 'cosmos' } })
 * await page.goto('/')
 */
export async function installTestCosmosWallet(
  page: TestPage | TestContext,
  options: TestCosmosWalletOptions,
): Promise<TestCosmosWallet> {
  const wallet = createTestCosmosWallet(options)
  await installInPages({ page, wallet, script: pageScript(options) })
  return wallet
}

const pageScript = ({ path = 'keplr' }: Pick<TestCosmosWalletOptions, 'path'>): string =>
  followingScript({
    made: `const object = (${cosmosPageObject.toString()})({ request })`,
    placed: [
      `(${placeCosmos.toString()})({ window, path: ${JSON.stringify(path)}, object, placeAt: ${placeAt.toString()} })`,
    ],
    emitted: 'window.dispatchEvent(new Event(event))',
  })
