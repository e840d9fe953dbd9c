import { formatUnits } from 'viem'
import type { Fact, ShownRequest } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { type FilledTransaction, feeOf } from './chain.js'
import { readCall } from './readCall.js'

/** Describes a transaction as it will be signed. */
export function readTransaction({
  transaction,
  network,
  balance,
  isSent,
}: {
  readonly transaction: FilledTransaction
  readonly network: WalletNetwork
  /** What the account has of the network's coin. */
  readonly balance: bigint
  /** It is sent at once; else the page receives it signed and may send it at any time. */
  readonly isSent: boolean
}): ShownRequest {
  const { to, value, data, from } = transaction
  const { symbol, decimals } = network.currency
  const coins = (amount: bigint) => `${formatUnits(amount, decimals)} ${symbol}`
  const call = to && data !== '0x' ? readCall({ to, data, network }) : undefined
  const isBlind = data !== '0x' && !call
  const title = !to ? 'Create a contract' : (call?.title ?? (isBlind ? 'Call a contract' : `Send ${symbol}`))
  const facts: Fact[] = [
    ...(value > 0n || !call ? [{ label: 'Value', value: coins(value) }] : []),
    ...(call?.facts ?? (to ? [{ label: 'To', value: to, isCode: true }] : [])),
    { label: 'From', value: from, isCode: true },
    { label: 'Network', value: network.name },
    { label: 'Fee, at most', value: coins(feeOf(transaction)) },
  ]
  return {
    title,
    act: isSent ? 'Send' : 'Sign',
    facts,
    ...(data === '0x' ? {} : { content: { label: 'Data', text: data, isCode: true } }),
    warnings: [
      ...(call?.warnings ?? []),
      ...(isBlind ? ['What this does can’t be read from its data. It may move everything that you have.'] : []),
      ...(value + feeOf(transaction) > balance
        ? [`This costs more than the ${coins(balance)} that the account has.`]
        : []),
      ...(isSent ? [] : ['The application gets the signed transaction and may send it whenever it likes.']),
    ],
    isBlind,
  }
}
