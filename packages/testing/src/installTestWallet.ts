import { createTestWallet } from './createTestWallet.js'
import { originOf } from './originOf.js'
import { type Announcement, pageProvider, pageWallet } from './pageWallet.js'
import type { TestWallet, TestWalletOptions } from './testWallet.js'

/** As much of Playwright's `BrowserContext` as is needed. */
export interface TestContext {
  exposeBinding(
    name: string,
    callback: (
      source: { readonly frame: { url(): string }; readonly page: { isClosed(): boolean } },
      message: unknown,
    ) => unknown,
  ): Promise<unknown>
  addInitScript(script: { readonly content: string }): Promise<unknown>
}

/** As much of Playwright's `Page` as is needed. */
export interface TestPage {
  context(): TestContext
}

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
  const context = 'context' in page ? page.context() : page
  const binding = `foyerTestWallet_${wallet.uuid.replaceAll('-', '')}`
  await context.exposeBinding(binding, ({ frame, page }, message) =>
    wallet.serve({ origin: originOf(frame.url()), frame, isClosed: () => page.isClosed(), message }),
  )
  const { uuid, name, icon, rdns } = wallet
  const first = options.announced === 'at once' ? { uuid, name, icon, rdns } : undefined
  await context.addInitScript({ content: pageScript(binding, first) })
  return wallet
}

/** The page's part, as text: it runs before anything of the page's own does. */
function pageScript(binding: string, first: Announcement | undefined): string {
  return `(() => {
  const send = window[${JSON.stringify(binding)}]
  if (typeof send !== 'function') return
  ;(${pageWallet.toString()})({
    window,
    first: ${JSON.stringify(first)},
    pageProvider: ${pageProvider.toString()},
    bridge: {
      next: (page) => send({ type: 'next', page }),
      request: ({ method, params }) => send({ type: 'request', method, params }),
      listeners: ({ page, count }) => send({ type: 'listeners', page, count }),
    },
  })
})()`
}
