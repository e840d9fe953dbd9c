import type { TestContext, TestPage } from '../installInPages.js'
import { followingScript, installInPages } from '../installInPages.js'
import { placeAt } from '../placeAt.js'
import { createTestBitcoinWallet, presenceOf } from './createTestBitcoinWallet.js'
import { dialectObjects } from './dialectObjects.js'
import { type BitcoinPresence, bitcoinPageObject, listIn } from './pageObject.js'
import type { BitcoinDialect, TestBitcoinWallet, TestBitcoinWalletOptions } from './testBitcoinWallet.js'

/** Those whose answers are JSON, and so cross into a browser. */
export type InstallableDialect = Exclude<BitcoinDialect, 'phantom' | 'wallet-standard'>

/**
 * Puts a Bitcoin wallet into every page of a Playwright context, as `installTestWallet` does one for EVM chains. Its keys never enter the browser.
 *
 * @example
 * const wallet = await installTestBitcoinWallet(page, { name: 'Willow', keys: [key], esplora: bitcoin.url })
 * await page.goto('/')
 */
export async function installTestBitcoinWallet(
  page: TestPage | TestContext,
  options: TestBitcoinWalletOptions & { readonly dialect?: InstallableDialect | undefined },
): Promise<TestBitcoinWallet> {
  const wallet = createTestBitcoinWallet(options)
  await installInPages({ page, wallet, script: pageScript(presenceOf(options, wallet.dialect)) })
  return wallet
}

const pageScript = (presence: BitcoinPresence): string =>
  followingScript({
    made: `const presence = ${JSON.stringify(presence)}
  const made = (${bitcoinPageObject.toString()})({
    ...{ presence, request },
    objectOf: (${dialectObjects[presence.dialect].toString()}),
    report: (count) => void send({ type: 'listeners', page, count }).catch(() => {}),
  })`,
    placed: [
      `(${placeAt.toString()})({ window, path: presence.path, object: made.object })`,
      `(${listIn.toString()})({ window, presence })`,
    ],
    emitted: 'made.emit(event, value)',
  })
