import type { ControlledWallet } from './controlledWallet.js'
import { originOf } from './originOf.js'

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

interface InPages {
  readonly page: TestPage | TestContext
  readonly wallet: Pick<ControlledWallet, 'serve'>
  /** The wallet's part of a page, as text: statements that reach the wallet by `send`. It runs before anything of the page's own does. */
  readonly script: string
}

/** Puts a wallet's part into every page of a Playwright context, present and to come. */
export async function installInPages({ page, wallet, script }: InPages): Promise<void> {
  const context = 'context' in page ? page.context() : page
  const binding = `foyerTestWallet_${crypto.randomUUID().replaceAll('-', '')}`
  await context.exposeBinding(binding, ({ frame, page }, message) =>
    wallet.serve({ origin: originOf(frame.url()), frame, isClosed: () => page.isClosed(), message }),
  )
  await context.addInitScript({
    content: `(() => {
  const send = window[${JSON.stringify(binding)}]
  if (typeof send !== 'function') return
  ${script}
})()`,
  })
}

/** The bridge of a page's part, as text. */
export const bridgeScript = `{
    next: (page) => send({ type: 'next', page }),
    request: ({ method, params }) => send({ type: 'request', method, params }),
    listeners: ({ page, count }) => send({ type: 'listeners', page, count }),
  }`

/** Each as text. */
interface FollowingScript {
  /** Declares the page's `object`, which asks by `request`. */
  readonly made: string
  /** Puts it into the page. Expressions; what each gives takes the object out */
  readonly placed: readonly string[]
  /** Emits an `event` with its `value`. Statements */
  readonly emitted: string
}

/** A page's part that puts an object into the page and emits what the wallet emits, until that is gone. As text. */
export const followingScript = ({ made, placed, emitted }: FollowingScript): string => `
  const page = Date.now().toString(36) + '-' + Math.random().toString(36).slice(2)
  const request = ({ method, params }) => send({ type: 'request', method, params })
  ${made}
  const leaves = [${placed.join()}]
  const emit = ({ event, value }) => { ${emitted} }
  const follow = async () => {
    for (;;) for (const each of await send({ type: 'next', page })) {
      if (each.type === 'event') emit(each)
      else if (each.presence.injectedAs.length === 0) for (const leave of leaves) leave()
    }
  }
  follow().catch(() => {})`
