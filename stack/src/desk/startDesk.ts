import type { DevAccount } from '../accounts.js'
import { type ServedPages, servePages } from '../page/servePages.js'
import { startPayouts } from '../payout/startPayouts.js'
import type { MarketChain } from '../startChains.js'
import { createDesk } from './desk.js'
import { createSeller } from './seller.js'

export interface StartDeskParameters {
  /** where it keeps what it sold */
  directory: string
  /** 0 or nothing: a free one */
  port?: number | undefined
  /** the server's origin */
  server: string
  /** shared with the server: its `ONRAMP` names the desk with it */
  secret: string
  chains: readonly MarketChain[]
  /** pays the coins out */
  account: DevAccount
  /** milliseconds since 1970 */
  now?: (() => number) | undefined
  log?: ((line: string) => void) | undefined
}

/**
 * Starts the card desk: a page where a visitor pays with a test card and really gets the coins, on a local chain. What it
 * promised before it was ended, it pays now, once, and reports it.
 * @throws what the file system or the port throws
 * @example
 * const desk = await startDesk({ directory: '.foyer/desk', server, secret, chains, account: devAccounts[9] })
 * await desk.stop()
 */
export async function startDesk(parameters: StartDeskParameters): Promise<ServedPages> {
  const { server, secret, chains, port = 0, now = Date.now, log = () => {} } = parameters
  const report = `${server}/v1/webhooks/onramp/desk`
  const payouts = await startPayouts({ ...parameters, report, now })
  const pages = createDesk({ payouts, seller: createSeller({ server, chains }), secret, now, log })
  const served = await servePages({ pages, port })
  return { url: served.url, stop: () => served.stop().finally(() => payouts.stop()) }
}
