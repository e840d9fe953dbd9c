import { startPayouts } from '../payout/startPayouts.js'
import { serveTill, type Till, type TillParameters } from '../till.js'
import { createDesk } from './desk.js'
import { createSeller } from './seller.js'

/**
 * Starts the card desk: a page where a visitor pays with a test card and really gets the coins, on a local chain. What it
 * promised before it was ended, it pays now, once, and reports it.
 * @throws what the file system or the port throws
 * @example
 * const desk = await startDesk({ directory: '.foyer/desk', server, secret, chains, account: devAccounts[9] })
 * await desk.stop()
 */
export async function startDesk(parameters: TillParameters): Promise<Till> {
  const { server, secret, chains, port, now = Date.now, log = () => {} } = parameters
  const report = `${server}/v1/webhooks/onramp/desk`
  const payouts = await startPayouts({ ...parameters, report, now })
  const pages = createDesk({ payouts, seller: createSeller({ server, chains }), secret, now, log })
  return serveTill({ pages, payouts, port })
}
