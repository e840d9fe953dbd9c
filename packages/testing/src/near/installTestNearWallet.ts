import type { TestContext, TestPage } from '../installTestWallet.js'
import { originOf } from '../originOf.js'
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
  const context = 'context' in page ? page.context() : page
  const binding = `foyerNearWallet_${crypto.randomUUID().replaceAll('-', '')}`
  await context.exposeBinding(binding, ({ frame, page }, message) =>
    wallet.serve({ origin: originOf(frame.url()), frame, isClosed: () => page.isClosed(), message }),
  )
  await context.addInitScript({ content: pageScript({ binding, ...options }) })
  return wallet
}

/** The page's part, as text: it runs before anything of the page's own does. */
function pageScript({
  binding,
  name,
  kind = 'connect',
}: Pick<TestNearWalletOptions, 'name' | 'kind'> & { readonly binding: string }): string {
  const about = JSON.stringify({ id: name.toLowerCase(), name, kind })
  const shown =
    kind === 'window'
      ? `(${placeAt.toString()})({ window, path: 'near', object })`
      : `(${announceNear.toString()})({ window, object })`
  return `(() => {
  const send = window[${JSON.stringify(binding)}]
  if (typeof send !== 'function') return
  const page = Date.now().toString(36) + '-' + Math.random().toString(36).slice(2)
  const request = ({ method, params }) => send({ type: 'request', method, params })
  const object = (${nearPageObject.toString()})({ request, ...${about} })
  const leave = ${shown}
  const follow = async () => {
    for (;;) for (const each of await send({ type: 'next', page })) {
      if (each.type === 'event') window.dispatchEvent(new Event(each.event))
      else if (each.presence.injectedAs.length === 0) leave()
    }
  }
  follow().catch(() => {})
})()`
}
