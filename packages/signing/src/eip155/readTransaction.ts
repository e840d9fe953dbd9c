import { formatAmount, isEmptyHex, type LowerHex } from '@foyer/core/chain'
import type { Fact, OfferedLimit, ShownRequest, WalletNetwork, Words } from '@foyer/core/words'
import { type Address, isAddressEqual } from 'viem'
import { amountOf, coinOf } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import type { Limitless, ReadCall } from './called.js'
import { restsOnWord } from './flow.js'
import { lostCoinsWarnings } from './lost.js'

/** A transaction, with what is known of it. */
export interface ReadTransactionParameters {
  readonly transaction: {
    readonly from: Address
    /** Left out where a contract is created. */
    readonly to: Address | undefined
    readonly value: bigint
    readonly data: LowerHex
  }
  /** At most, in wei; undefined where the wallet that is asked works it out. */
  readonly fee?: bigint | undefined
  readonly network: WalletNetwork
  /** The account's balance of the network's coin; undefined where the node doesn't say. */
  readonly balance: bigint | undefined
  /** The page asks for a fee that is far higher than usual. */
  readonly isFeeHigh?: boolean | undefined
  /** As things stand, the chain would revert it. */
  readonly isExpectedToFail?: boolean | undefined
  /** The call in its data, where that can be read. */
  readonly call: ReadCall | undefined
  /** It is sent at once; else the page receives it signed and may send it at any time. */
  readonly isSent: boolean
}

/** Describes a transaction as it will be signed. */
export function readTransaction({
  transaction: { from, to, value, data },
  fee,
  isFeeHigh = false,
  isExpectedToFail = false,
  network,
  balance,
  call,
  isSent,
}: ReadTransactionParameters): ShownRequest {
  const { symbol, decimals } = network.currency
  const coin = coinOf(network)
  const coins = (amount: bigint) => `${formatAmount({ value: amount, decimals })} ${symbol}`
  const isUnread = !isEmptyHex(data) && !call
  const isOwn = isEmptyHex(data) && to !== undefined && isAddressEqual(to, from)
  const title = !to ? words('request.createContract') : (call?.title ?? sendingTitle({ isUnread, isOwn, symbol }))
  const spent = value + (fee ?? 0n)
  const isAtMost = call?.flow?.gives.some(({ token, bound }) => token.isCoin && bound === 'most')
  const isTooMuch = balance !== undefined && spent > balance
  const facts: Fact[] = [
    ...(call ? [] : [amountOf(value, coin, isOwn ? 'request.amount' : 'request.value')]),
    ...(call?.facts ?? (to ? [code('request.to', to)] : [])),
    code('request.from', from),
    { label: words('request.network'), value: network.name },
    ...(fee === undefined ? [] : [amountOf(fee, coin, 'request.feeAtMost')]),
    ...(value > 0n && balance !== undefined && !isTooMuch
      ? [
          {
            label: words(isAtMost ? 'request.balanceAfterLeast' : 'request.balanceAfter'),
            value: coins(balance - (isOwn ? (fee ?? 0n) : spent)),
          },
        ]
      : []),
  ]
  const lost = isEmptyHex(data) ? lostCoinsWarnings({ to, value, network }) : []
  const isOnWord = call?.flow !== undefined && restsOnWord(call.flow) === 'always'
  const warnings: readonly (readonly [boolean, Words])[] = [
    [isUnread, words('request.warn.unreadCall')],
    [isExpectedToFail, words('request.warn.fails')],
    [isFeeHigh, words('request.warn.feeHigh')],
    [isTooMuch, words('request.warn.tooLittle', { balance: coins(balance ?? 0n) })],
    [!isSent, words('request.warn.later')],
  ]
  return {
    title,
    act: words(isSent ? 'request.act.send' : 'request.act.sign'),
    facts,
    ...(isEmptyHex(data) ? {} : { content: { label: words('request.data'), text: data, isCode: true } }),
    warnings: [...(call?.warnings ?? lost), ...warnings.flatMap(([isTrue, warning]) => (isTrue ? [warning] : []))],
    isDeliberate:
      isUnread || isExpectedToFail || isFeeHigh || lost.length > 0 || isOnWord || (call?.isDeliberate ?? false),
    limit: call?.limitless && offered(call.limitless),
  }
}

const sendingTitle = ({ isUnread, isOwn, symbol }: { isUnread: boolean; isOwn: boolean; symbol: string }): Words =>
  isUnread
    ? words('request.callContract')
    : isOwn
      ? words('request.moveWithin')
      : words('request.send', { token: symbol })

/** An allowance of all that there is, in the place of one without a limit. */
const offered = ({ symbol, decimals, balance }: Limitless): OfferedLimit => ({
  ...{ label: words('request.limit'), unit: symbol, decimals },
  usual: formatAmount({ value: balance, decimals }),
})
