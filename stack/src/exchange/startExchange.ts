import { startPayouts } from '../payout/startPayouts.js'
import { serveTill, type Till, type TillParameters } from '../till.js'
import { openAccount } from './account.js'
import { createExchange } from './exchange.js'

export interface StartExchangeParameters extends TillParameters {
  /** its id in the server's `PAY` */
  id: string
}

/**
 * Starts the local exchange: a page where a visitor really pays from the exchange's account, on a local chain. What it
 * promised before it was ended, it pays now, once, and reports it.
 * @throws what the file system or the port throws
 */
export async function startExchange(parameters: StartExchangeParameters): Promise<Till> {
  const { id, server, secret, chains, account, port, now = Date.now, log = () => {} } = parameters
  const payouts = await startPayouts({ ...parameters, report: `${server}/v1/webhooks/pay/${id}`, now })
  const pages = createExchange({
    payouts,
    account: openAccount({ address: account.address, chains }),
    chains,
    secret,
    now,
    log,
  })
  return serveTill({ pages, payouts, port })
}
