import type { DevAccount } from '../accounts.js'
import { type ServedPages, servePages } from '../page/servePages.js'
import { startPayouts } from '../payout/startPayouts.js'
import type { MarketChain } from '../startChains.js'
import { openAccount } from './account.js'
import { createExchange } from './exchange.js'

export interface StartExchangeParameters {
  /** its id in the server's `PAY` */
  id: string
  /** where it keeps what it paid */
  directory: string
  /** 0 or nothing: a free one */
  port?: number | undefined
  /** the server's origin */
  server: string
  /** shared with the server: its `PAY` names the exchange with it */
  secret: string
  chains: readonly MarketChain[]
  /** what it pays from */
  account: DevAccount
  /** milliseconds since 1970 */
  now?: (() => number) | undefined
  log?: ((line: string) => void) | undefined
}

/**
 * Starts the local exchange: a page where a visitor really pays from the exchange's account, on a local chain. What it
 * promised before it was ended, it pays now, once, and reports it.
 * @throws what the file system or the port throws
 */
export async function startExchange(parameters: StartExchangeParameters): Promise<ServedPages> {
  const { id, server, secret, chains, account, port = 0, now = Date.now, log = () => {} } = parameters
  const payouts = await startPayouts({ ...parameters, report: `${server}/v1/webhooks/pay/${id}`, now })
  const pages = createExchange({
    payouts,
    account: openAccount({ address: account.address, chains }),
    chains,
    secret,
    now,
    log,
  })
  const served = await servePages({ pages, port })
  return { url: served.url, stop: () => served.stop().finally(() => payouts.stop()) }
}
