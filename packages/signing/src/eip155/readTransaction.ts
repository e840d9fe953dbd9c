import { formatUnits } from 'viem'
import type { Fact, ShownRequest } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { code, words } from '../sentences.js'
import { type FilledTransaction, feeOf } from './chain.js'
import type { ReadCall } from './readCall.js'

/** Describes a transaction as it will be signed. */
export function readTransaction({
  transaction,
  network,
  balance,
  call,
  isSent,
}: {
  readonly transaction: FilledTransaction
  readonly network: WalletNetwork
  /** What the account has of the network's coin. */
  readonly balance: bigint
  /** What its data says, where that can be read. */
  readonly call: ReadCall | undefined
  /** It is sent at once; else the page receives it signed and may send it at any time. */
  readonly isSent: boolean
}): ShownRequest {
  const { to, value, data, from } = transaction
  const { symbol, decimals } = network.currency
  const coins = (amount: bigint) => `${formatUnits(amount, decimals)} ${symbol}`
  const isUnread = data !== '0x' && !call
  const title = !to
    ? words('request.createContract')
    : (call?.title ?? (isUnread ? words('request.callContract') : words('request.send', { token: symbol })))
  const facts: Fact[] = [
    ...(value > 0n || !call ? [{ label: words('request.value'), value: coins(value) }] : []),
    ...(call?.facts ?? (to ? [code('request.to', to)] : [])),
    code('request.from', from),
    { label: words('request.network'), value: network.name },
    { label: words('request.feeAtMost'), value: coins(feeOf(transaction)) },
  ]
  return {
    title,
    act: words(isSent ? 'request.act.send' : 'request.act.sign'),
    facts,
    ...(data === '0x' ? {} : { content: { label: words('request.data'), text: data, isCode: true } }),
    warnings: [
      ...(call?.warnings ?? []),
      ...(isUnread ? [words('request.warn.unreadCall')] : []),
      ...(value + feeOf(transaction) > balance ? [words('request.warn.tooLittle', { balance: coins(balance) })] : []),
      ...(isSent ? [] : [words('request.warn.later')]),
    ],
    isDeliberate: isUnread || (call?.isDeliberate ?? false),
  }
}
