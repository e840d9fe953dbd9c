import type { TestContext, TestPage } from '../installInPages.js'
import { followingScript, installInPages } from '../installInPages.js'
import { placeAt } from '../placeAt.js'
import { createTestNearWallet } from './createTestNearWallet.js'
import { announceNear, nearPageObject } from './pageObject.js'
import type { TestNearWallet, TestNearWalletOptions } from './testNearWallet.js'

/**
 * Puts a wallet of NEAR into every page of a Playwright context, as `installTestWallet` does one for EVM chains. Its keys never enter the browser.
 *
 * @example
 * const wallet = await installTestNearWallet(page, { name: 'Willow', accounts: [{ key, name: 'alice.near' }], rpcUrl })
 * await page.goto('/')
 */
export async function installTestNearWallet(
  page: TestPage | TestContext,
  options: TestNearWalletOptions,
): Promise<TestNearWallet> {
  const wallet = createTestNearWallet(options)
  await installInPages({ page, wallet, script: pageScript(options) })
  return wallet
}

function pageScript({ name, kind = 'connect' }: Pick<TestNearWalletOptions, 'name' | 'kind'>): string {
  const about = JSON.stringify({ id: name.toLowerCase(), name, kind })
  return followingScript({
    made: `const object = (${nearPageObject.toString()})({ request, ...${about} })`,
    placed: [
      kind === 'window'
        ? `(${placeAt.toString()})({ window, path: 'near', object })`
        : `(${announceNear.toString()})({ window, object })`,
    ],
    emitted: 'window.dispatchEvent(new Event(event))',
  })
}
