import type { DevAccount } from '../accounts.js'
import type { MarketChain } from '../startChains.js'
import { fillAccount } from './fillAccount.js'
import { openJournal } from './journal.js'
import { pause } from './pause.js'
import { createPayer } from './payer.js'
import { createPayouts, type Payouts } from './payouts.js'
import { createReporter } from './reporter.js'

export interface StartPayoutsParameters {
  directory: string
  chains: readonly Pick<MarketChain, 'id' | 'url' | 'tokens'>[]
  account: DevAccount
  /** the server's webhook */
  report: string
  secret: string
  now: () => number
  log?: ((line: string) => void) | undefined
}

/** Opens the journal and goes on with what it holds. */
export async function startPayouts(parameters: StartPayoutsParameters): Promise<Payouts> {
  const { directory, chains, account, report, secret, now, log = () => {} } = parameters
  const payouts = createPayouts({
    journal: await openJournal({ directory }),
    payers: new Map(chains.map(({ id, url }) => [id, createPayer({ url, chainId: id, account })])),
    reporter: createReporter({ url: report, secret, now, log }),
    pause,
    log,
  })
  await fillAccount({ account, chains })
  payouts.resume()
  return payouts
}
