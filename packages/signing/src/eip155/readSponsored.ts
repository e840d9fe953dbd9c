import { isEmptyHex } from '@foyer/core/chain'
import { parseUrl } from '@foyer/core/links'
import type { Fact, ShownRequest, WalletNetwork } from '@foyer/core/words'
import { knowing, type SimulatedRequest, withSimulation } from '../readSimulation.js'
import { remembering } from '../reads.js'
import { words } from '../sentences.js'
import { shownName } from '../shownText.js'
import { type Asking, outsideOf } from './asking.js'
import type { BatchCall } from './batchParams.js'
import { promisedBy, sending } from './flow.js'
import { mostGivenWarnings } from './mostGiven.js'
import { readBatch } from './readBatch.js'
import { readOne } from './readCalls.js'
import { newCodeFacts, newCodeWarnings } from './readNewCode.js'
import { readTransaction } from './readTransaction.js'
import { secondsNow } from './transaction.js'

interface Sponsored extends Pick<SimulatedRequest, 'simulation'> {
  readonly asking: Asking
  /** The account's balance of the network's coin. */
  readonly balance: bigint
  /** The contract whose code the account gets with it. */
  readonly switchesTo: string | undefined
  /** The host of the application's own paymaster; undefined where the wallet's operator pays. */
  readonly paidBy: string | undefined
}

/** Describes calls that others pay for: what they do as any others, and that they cost nothing. */
export async function readSponsored(sponsored: Sponsored): Promise<ShownRequest> {
  const { batch, context, from } = sponsored.asking
  const { network, peerUrl } = context
  const [first, ...others] = batch.calls
  const { descriptorsOf } = outsideOf(sponsored.asking)
  const shown =
    first && others.length === 0
      ? await readAlone({ ...sponsored, call: first })
      : await readBatch({ ...sponsored, batch, from, network, fee: 'free', isExpectedToFail: false, descriptorsOf })
  return { ...shown, facts: [...shown.facts, freeFact(peerUrl, sponsored.paidBy)] }
}

/**
 * Returns the fact of who pays, and in whose name: the site is the one that asks, by the browser's word, and a
 * paymaster's host the one that was asked.
 */
function freeFact(peerUrl: string, paidBy: string | undefined): Fact {
  const site = shownName(parseUrl(peerUrl)?.host ?? peerUrl, 64)
  return {
    label: words('request.cost'),
    value:
      paidBy === undefined
        ? words('request.free', { site })
        : words('request.freeBy', { site, payer: shownName(paidBy, 64) }),
  }
}

async function readAlone({
  asking,
  call: { to, value, data },
  balance,
  switchesTo,
  simulation,
}: Sponsored & { readonly call: BatchCall }): Promise<ShownRequest> {
  const { context, from } = asking
  const on: WalletNetwork = knowing(remembering(context.network), simulation)
  const { descriptorsOf } = outsideOf(asking)
  const asked = { to, from, value, data, network: on }
  const call = isEmptyHex(data) ? undefined : await readOne({ ...asked, descriptorsOf, now: secondsNow() })
  const moves = isEmptyHex(data) ? sending(asked) : call?.flow
  const shown = readTransaction({ transaction: { from, to, value, data }, network: on, balance, call, isSent: true })
  const whole: ShownRequest = {
    ...shown,
    // Another limit would be another call than the one that is quoted.
    limit: undefined,
    facts: [...shown.facts, ...newCodeFacts(switchesTo)],
    warnings: [
      ...newCodeWarnings(switchesTo),
      ...shown.warnings,
      ...(await mostGivenWarnings({ moves, from, network: on })),
    ],
  }
  return withSimulation({
    ...{ shown: whole, simulation, network: context.network, isRead: isEmptyHex(data) || call !== undefined },
    promised: moves && promisedBy(moves),
  })
}
