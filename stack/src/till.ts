import { type Listening, listen } from '@foyer/page'
import type { Hono } from 'hono'
import type { DevAccount } from './accounts.js'
import type { Payouts } from './payout/payouts.js'
import type { MarketChain } from './startChains.js'

/** The client and account that pay coins out on the local chains. */
export interface TillParameters {
  /** where it keeps what it has promised and paid */
  directory: string
  /** 0 or nothing: a free one */
  port?: number | undefined
  /** the server's origin */
  server: string
  /** shared with the server, which names the till with it */
  secret: string
  chains: readonly MarketChain[]
  /** pays the coins out */
  account: DevAccount
  /** milliseconds since 1970 */
  now?: (() => number) | undefined
  log?: ((line: string) => void) | undefined
}

/** A page at which coins are had. */
export type Till = Pick<Listening, 'url' | 'stop'>

/** Opens the page; when it is closed, so are the payouts. */
export async function serveTill({
  pages,
  payouts,
  port = 0,
}: {
  pages: Hono
  payouts: Payouts
  port: number | undefined
}): Promise<Till> {
  const { url, stop } = await listen({ fetch: pages.fetch, port })
  return { url, stop: () => stop().finally(() => payouts.stop()) }
}
