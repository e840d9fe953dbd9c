import { formatUnits } from 'viem'
import type { ShownRequest } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { remembering } from '../reads.js'
import { code, words } from '../sentences.js'
import { type FilledTransaction, feeOf } from './chain.js'
import { readCalls } from './readCalls.js'
import type { AskedBatch } from './requestParams.js'
import { amountOf, coinOf } from './tokens.js'

/** Describes what the calls of a batch come to, each call in order, and whether they are carried out as one. */
export async function readBatch({
  batch: { calls },
  from,
  network,
  balance,
  whole,
  executor,
  isExpectedToFail,
}: {
  readonly batch: AskedBatch
  readonly from: FilledTransaction['from']
  readonly network: WalletNetwork
  /** What the account has of the network's coin. */
  readonly balance: bigint
  /** The one transaction that they are; undefined where they are sent one after the other. */
  readonly whole: FilledTransaction | undefined
  /** The contract whose code the account gets with it. */
  readonly executor: string | undefined
  /** As things stand, the chain would revert it. */
  readonly isExpectedToFail: boolean
}): Promise<ShownRequest> {
  const { facts, listed, warnings, isDeliberate, flow } = await readCalls({
    calls,
    from,
    network: remembering(network),
  })
  const { symbol, decimals } = network.currency
  const coins = (amount: bigint) => `${formatUnits(amount, decimals)} ${symbol}`
  const cost = calls.reduce((sum, { value }) => sum + value, whole ? feeOf(whole) : 0n)
  return {
    title: words('request.carryOut', { count: `${calls.length}` }),
    act: words('request.act.send'),
    facts: [
      ...(flow ? facts : []),
      ...listed,
      code('request.from', from),
      { label: words('request.network'), value: network.name },
      ...(whole ? [amountOf(feeOf(whole), coinOf(network), 'request.feeAtMost')] : []),
      ...(executor ? [code('request.newCode', executor)] : []),
    ],
    warnings: [
      words(whole ? 'request.warn.asOne' : 'request.warn.inTurn'),
      ...(isExpectedToFail ? [words('request.warn.fails')] : []),
      ...(executor ? [words('request.warn.accountCode')] : []),
      ...warnings,
      ...(cost > balance ? [words('request.warn.tooLittle', { balance: coins(balance) })] : []),
    ],
    isDeliberate: isDeliberate || executor !== undefined || isExpectedToFail,
  }
}
