import type { TestContext, TestPage } from '../installInPages.js'
import { followingScript, installInPages } from '../installInPages.js'
import { placeAt } from '../placeAt.js'
import { createTestAlgorandWallet } from './createTestAlgorandWallet.js'
import { algorandPageObject, answerArc27 } from './pageObject.js'
import type { TestAlgorandWallet, TestAlgorandWalletOptions } from './testAlgorandWallet.js'

/**
 * Puts a wallet of Algorand into every page of a Playwright context, as `installTestWallet` does one for EVM chains. Its keys never enter the browser.
 *
 * @example
 * const wallet = await installTestAlgorandWallet(page, { name: 'Willow', accounts: [{ key }], genesisHashes: [genesisHash] })
 * await page.goto('/')
 */
export async function installTestAlgorandWallet(
  page: TestPage | TestContext,
  options: TestAlgorandWalletOptions,
): Promise<TestAlgorandWallet> {
  const wallet = await createTestAlgorandWallet(options)
  await installInPages({ page, wallet, script: pageScript(options) })
  return wallet
}

function pageScript({ name, genesisHashes, kind = 'arc27' }: TestAlgorandWalletOptions): string {
  const about = JSON.stringify({ name, genesisHashes, kind })
  return followingScript({
    made: `const object = (${algorandPageObject.toString()})({ request, ...${about} })`,
    placed: [
      kind === 'window'
        ? `(${placeAt.toString()})({ window, path: 'algorand', object })`
        : `(${answerArc27.toString()})({ window, object })`,
    ],
    emitted: 'window.dispatchEvent(new Event(event))',
  })
}
