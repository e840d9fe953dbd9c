import type { TestContext, TestPage } from '../installTestWallet.js'
import { originOf } from '../originOf.js'
import { createTestSolanaWallet, solanaShape } from './createTestSolanaWallet.js'
import { solanaPage, solanaWalletIn } from './solanaPage.js'
import type { TestSolanaWallet, TestSolanaWalletOptions } from './testSolanaWallet.js'

/**
 * Puts a wallet of Solana's into every page of a Playwright context, present and to come, as `installTestWallet` does with one of EVM's: it is there after
 * the next navigation, survives reloads, is one for all tabs, and remembers consent by origin. Its keys never enter the browser.
 *
 * @example
 * const wallet = await installTestSolanaWallet(page, { name: 'Maple', keys: [key], chains: [{ chain: 'solana:localnet', rpcUrl }] })
 * await page.goto('/')
 * wallet.next({ connect: 'reject' })
 */
export async function installTestSolanaWallet(
  page: TestPage | TestContext,
  options: TestSolanaWalletOptions,
): Promise<TestSolanaWallet> {
  const wallet = createTestSolanaWallet(options)
  const context = 'context' in page ? page.context() : page
  const binding = `foyerTestSolana_${crypto.randomUUID().replaceAll('-', '')}`
  await context.exposeBinding(binding, ({ frame, page }, message) =>
    wallet.serve({ origin: originOf(frame.url()), frame, isClosed: () => page.isClosed(), message }),
  )
  await context.addInitScript({ content: pageScript({ binding, options }) })
  return wallet
}

/** The page's part, as text: it runs before anything of the page's own does. */
function pageScript({
  binding,
  options,
}: {
  readonly binding: string
  readonly options: TestSolanaWalletOptions
}): string {
  return `(() => {
  const send = window[${JSON.stringify(binding)}]
  if (typeof send !== 'function') return
  ;(${solanaPage.toString()})({
    window,
    shape: ${JSON.stringify(solanaShape(options))},
    solanaWalletIn: ${solanaWalletIn.toString()},
    bridge: {
      next: (page) => send({ type: 'next', page }),
      request: ({ method, params }) => send({ type: 'request', method, params }),
      listeners: ({ page, count }) => send({ type: 'listeners', page, count }),
    },
  })
})()`
}
