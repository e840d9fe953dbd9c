import { formatUnits } from 'viem'
import type { Fact, ShownRequest } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { code, type Words, words } from '../sentences.js'
import { type FilledTransaction, feeOf } from './chain.js'
import { type ReadCall, readCall } from './readCall.js'
import type { AskedBatch, BatchCall } from './requestParams.js'

/** A call with what its data says, where that can be read. */
interface ShownCall {
  readonly call: BatchCall
  readonly read: ReadCall | undefined
}

/** Describes each call of a batch, in order, and whether they are carried out as one. */
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
  const shown = await Promise.all(
    calls.map(async (call): Promise<ShownCall> => {
      const { to, data } = call
      return { call, read: data === '0x' ? undefined : await readCall({ to, from, data, network }) }
    }),
  )
  const { symbol, decimals } = network.currency
  const coins = (amount: bigint) => `${formatUnits(amount, decimals)} ${symbol}`
  const unread = shown.filter(isUnread)
  const cost = calls.reduce((sum, { value }) => sum + value, whole ? feeOf(whole) : 0n)
  return {
    title: words('request.carryOut', { count: `${calls.length}` }),
    act: words('request.act.send'),
    facts: [
      ...shown.flatMap((each, index) => factsOf({ ...each, number: index + 1, coins, symbol })),
      code('request.from', from),
      { label: words('request.network'), value: network.name },
      ...(whole ? [{ label: words('request.feeAtMost'), value: coins(feeOf(whole)) }] : []),
      ...(executor ? [code('request.newCode', executor)] : []),
    ],
    warnings: [
      words(whole ? 'request.warn.asOne' : 'request.warn.inTurn'),
      ...(isExpectedToFail ? [words('request.warn.fails')] : []),
      ...(executor ? [words('request.warn.accountCode')] : []),
      ...shown.flatMap(({ read }) => read?.warnings ?? []),
      ...(unread.length > 0 ? [words('request.warn.unreadCall')] : []),
      ...(cost > balance ? [words('request.warn.tooLittle', { balance: coins(balance) })] : []),
    ],
    isDeliberate:
      unread.length > 0 || executor !== undefined || isExpectedToFail || shown.some(({ read }) => read?.isDeliberate),
  }
}

const isUnread = ({ call: { data }, read }: ShownCall): boolean => data !== '0x' && !read

function factsOf({
  call: { to, value, data },
  read,
  number,
  coins,
  symbol,
}: ShownCall & {
  readonly number: number
  readonly coins: (amount: bigint) => string
  readonly symbol: string
}): readonly Fact[] {
  const title: Words =
    read?.title ?? (data === '0x' ? words('request.send', { token: symbol }) : words('request.callContract'))
  return [
    { label: words('request.step', { number: `${number}` }), value: title },
    ...(value > 0n || !read ? [{ label: words('request.value'), value: coins(value) }] : []),
    ...(read?.facts ?? [code('request.to', to)]),
    ...(isUnread({ call: { to, value, data, capabilities: {} }, read }) ? [code('request.data', data)] : []),
  ]
}
