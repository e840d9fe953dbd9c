import type { TestContext, TestPage } from '../installInPages.js'
import { followingScript, installInPages } from '../installInPages.js'
import { placeAt } from '../placeAt.js'
import { changedEvent, createTestCardanoWallet } from './createTestCardanoWallet.js'
import { cardanoPageObject } from './pageObject.js'
import type { TestCardanoWallet, TestCardanoWalletOptions } from './testCardanoWallet.js'

/**
 * Puts a wallet of Cardano into every page of a Playwright context, as `installTestWallet` does one for EVM chains. Its keys never enter the browser.
 *
 * @example
 * const wallet = await installTestCardanoWallet(page, { name: 'Willow', accounts: [{ key }], url })
 * await page.goto('/')
 */
export async function installTestCardanoWallet(
  page: TestPage | TestContext,
  options: TestCardanoWalletOptions,
): Promise<TestCardanoWallet> {
  const wallet = await createTestCardanoWallet(options)
  await installInPages({ page, wallet, script: pageScript(options) })
  return wallet
}

function pageScript({ name, id = name.toLowerCase(), hasEvents = false }: TestCardanoWalletOptions): string {
  const about = JSON.stringify({ name, ...(hasEvents && { event: changedEvent({ hasEvents }) }) })
  return followingScript({
    made: `const object = (${cardanoPageObject.toString()})({ request, window, ...${about} })`,
    placed: [`(${placeAt.toString()})({ window, path: ${JSON.stringify(`cardano.${id}`)}, object })`],
    emitted: 'window.dispatchEvent(new Event(event))',
  })
}
