import type { TestContext, TestPage } from '../installTestWallet.js'
import { originOf } from '../originOf.js'
import { createTestBitcoinWallet, presenceOf } from './createTestBitcoinWallet.js'
import { dialectObjects } from './dialectObjects.js'
import { type BitcoinPresence, bitcoinPageObject, placeInPage } from './pageObject.js'
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
  const context = 'context' in page ? page.context() : page
  const binding = `foyerBitcoinWallet_${crypto.randomUUID().replaceAll('-', '')}`
  await context.exposeBinding(binding, ({ frame, page }, message) =>
    wallet.serve({ origin: originOf(frame.url()), frame, isClosed: () => page.isClosed(), message }),
  )
  const presence = presenceOf(options, wallet.dialect)
  await context.addInitScript({ content: pageScript({ binding, presence }) })
  return wallet
}

/** The page's part, as text: it runs before anything of the page's own does. */
function pageScript({ binding, presence }: { readonly binding: string; readonly presence: BitcoinPresence }): string {
  return `(() => {
  const send = window[${JSON.stringify(binding)}]
  if (typeof send !== 'function') return
  const page = Date.now().toString(36) + '-' + Math.random().toString(36).slice(2)
  const presence = ${JSON.stringify(presence)}
  const made = (${bitcoinPageObject.toString()})({
    presence,
    objectOf: (${dialectObjects[presence.dialect].toString()}),
    request: ({ method, params }) => send({ type: 'request', method, params }),
    report: (count) => void send({ type: 'listeners', page, count }).catch(() => {}),
  })
  const leave = (${placeInPage.toString()})({ window, presence, object: made.object })
  const follow = async () => {
    for (;;) for (const each of await send({ type: 'next', page })) {
      if (each.type === 'event') made.emit(each.event, each.value)
      else if (each.presence.injectedAs.length === 0) leave()
    }
  }
  follow().catch(() => {})
})()`
}
