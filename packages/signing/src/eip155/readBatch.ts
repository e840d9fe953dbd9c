import type { SimulationReply } from '@foyer/core/wire'
import type { Outside, ShownRequest, WalletNetwork } from '@foyer/core/words'
import { formatUnits } from 'viem'
import { amountOf, coinOf } from '../contracts/tokens.js'
import { knowing, withSimulation } from '../readSimulation.js'
import { remembering } from '../reads.js'
import { code, words } from '../sentences.js'
import type { AskedBatch } from './batchParams.js'
import type { FilledTransaction } from './chain.js'
import { promisedBy } from './flow.js'
import { inPart } from './inPart.js'
import { mostGivenWarnings } from './mostGiven.js'
import { callsTitle, readCalls } from './readCalls.js'
import { newCodeFacts, newCodeWarnings } from './readNewCode.js'

/** Describes what the calls of a batch come to, each call in order, and whether they are carried out as one. */
export async function readBatch({
  batch: { calls },
  from,
  network,
  balance,
  fee,
  switchesTo,
  waits = false,
  isInTurn = false,
  isExpectedToFail,
  simulation,
  descriptorsOf,
}: {
  readonly batch: AskedBatch
  readonly from: FilledTransaction['from']
  readonly network: WalletNetwork
  /** The account's balance of the network's coin. */
  readonly balance: bigint
  /** Their cost at most, in wei, or that others pay for it. */
  readonly fee: bigint | 'free'
  /** They are sent one after the other. */
  readonly isInTurn?: boolean | undefined
  /** The contract whose code the account gets with it. */
  readonly switchesTo: string | undefined
  /** Something of the account's is pending, which is waited for. */
  readonly waits?: boolean | undefined
  /** As things stand, the chain would revert it. */
  readonly isExpectedToFail: boolean
  /** The network's simulation of it; undefined where it wasn't asked. */
  readonly simulation?: SimulationReply | undefined
} & Pick<Outside, 'descriptorsOf'>): Promise<ShownRequest> {
  const isOne = !isInTurn
  const on = knowing(remembering(network), simulation)
  const batch = await readCalls({
    calls,
    from,
    network: on,
    isOne,
    descriptorsOf,
    now: BigInt(Math.floor(Date.now() / 1_000)),
  })
  const { facts, warnings } = isOne ? batch : await inPart({ batch, simulation, calls, from, network: on })
  const { symbol, decimals } = network.currency
  const coins = (amount: bigint) => `${formatUnits(amount, decimals)} ${symbol}`
  const cost = calls.reduce((sum, { value }) => sum + value, typeof fee === 'bigint' ? fee : 0n)
  const shown: ShownRequest = {
    title: callsTitle(calls.length),
    act: words('request.act.send'),
    facts: [
      ...facts,
      ...(batch.flow && isOne ? batch.listed : []),
      ...(isInTurn ? [] : [{ label: words('request.ifFails'), value: words('request.nothingHappens') }]),
      code('request.from', from),
      { label: words('request.network'), value: network.name },
      ...(typeof fee === 'bigint' ? [amountOf(fee, coinOf(network), 'request.feeAtMost')] : []),
      ...newCodeFacts(switchesTo),
    ],
    warnings: [
      ...(isInTurn ? [words('request.warn.inTurn')] : []),
      ...(isExpectedToFail ? [words('request.warn.fails')] : []),
      ...newCodeWarnings(switchesTo),
      ...(waits ? [words('request.warn.waits')] : []),
      ...warnings,
      ...(await mostGivenWarnings({ moves: batch.moves, from, network: on })),
      ...(cost > balance ? [words('request.warn.tooLittle', { balance: coins(balance) })] : []),
    ],
    isDeliberate: batch.isDeliberate || isExpectedToFail,
  }
  const promised = batch.flow && promisedBy(batch.flow)
  return withSimulation({ shown, simulation, network, isRead: !batch.isUnread, isInTurn, promised })
}
