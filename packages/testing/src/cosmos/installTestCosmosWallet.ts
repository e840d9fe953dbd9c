import type { TestContext, TestPage } from '../installTestWallet.js'
import { originOf } from '../originOf.js'
import { placeAt } from '../placeAt.js'
import { createTestCosmosWallet } from './createTestCosmosWallet.js'
import { cosmosPageObject } from './pageObject.js'
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
  const context = 'context' in page ? page.context() : page
  const binding = `foyerCosmosWallet_${crypto.randomUUID().replaceAll('-', '')}`
  await context.exposeBinding(binding, ({ frame, page }, message) =>
    wallet.serve({ origin: originOf(frame.url()), frame, isClosed: () => page.isClosed(), message }),
  )
  await context.addInitScript({ content: pageScript({ binding, path: options.path ?? 'keplr' }) })
  return wallet
}

/** The page's part, as text: it runs before anything of the page's own does. */
function pageScript({ binding, path }: { readonly binding: string; readonly path: string }): string {
  return `(() => {
  const send = window[${JSON.stringify(binding)}]
  if (typeof send !== 'function') return
  const page = Date.now().toString(36) + '-' + Math.random().toString(36).slice(2)
  const object = (${cosmosPageObject.toString()})({ request: ({ method, params }) => send({ type: 'request', method, params }) })
  const leave = (${placeAt.toString()})({ window, path: ${JSON.stringify(path)}, object })
  const follow = async () => {
    for (;;) for (const each of await send({ type: 'next', page })) {
      if (each.type === 'event') window.dispatchEvent(new Event(each.event))
      else if (each.presence.injectedAs.length === 0) leave()
    }
  }
  follow().catch(() => {})
})()`
}
