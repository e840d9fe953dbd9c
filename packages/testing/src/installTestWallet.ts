import { createTestWallet } from './createTestWallet.js'
import { bridgeScript, installInPages, type TestContext, type TestPage } from './installInPages.js'
import { type Announcement, pageProvider, pageWallet } from './pageWallet.js'
import type { TestWallet, TestWalletOptions } from './testWallet.js'

/**
 * Puts a wallet into every page of a Playwright context, present and to come: it is there after the next navigation, survives
 * reloads, is one for all tabs, and remembers consent by origin. Its keys never enter the browser. It holds under a strict
 * content policy, Trusted Types included.
 *
 * @example
 * const wallet = await installTestWallet(page, { name: 'Maple', keys: [key], chains: [{ id: 31337, rpcUrl }] })
 * await page.goto('/')
 * wallet.next({ connect: 'reject' })
 */
export async function installTestWallet(page: TestPage | TestContext, options: TestWalletOptions): Promise<TestWallet> {
  const wallet = createTestWallet(options)
  const { uuid, name, icon, rdns } = wallet
  const first = options.announced === 'at once' ? { uuid, name, icon, rdns } : undefined
  await installInPages({ page, wallet, script: pageScript(first) })
  return wallet
}

const pageScript = (first: Announcement | undefined): string => `(${pageWallet.toString()})({
    window,
    first: ${JSON.stringify(first)},
    pageProvider: ${pageProvider.toString()},
    bridge: ${bridgeScript},
  })`
