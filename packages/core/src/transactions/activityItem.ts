import { displayQuantity } from '../chain/display.js'
import type { Transaction, TransactionStatus, Transfer } from '../wire/transaction.js'

/** The kinds of transactions, in the words of the server; one that it doesn't name is `execute`. */
export const activityTypes = [
  'approve',
  'borrow',
  'bought',
  'burn',
  'buy',
  'cancel',
  'claim',
  'deploy',
  'deposit',
  'execute',
  'mint',
  'receive',
  'repay',
  'sell',
  'send',
  'stake',
  'trade',
  'unstake',
  'withdraw',
] as const
export type ActivityType = (typeof activityTypes)[number]

/** `held`: its account is a contract, whose owners may have to sign in the wallet. */
export type ActivityStatus = 'pending' | 'held' | 'confirmed' | 'failed'

/** A movement of an asset, ready to be shown. */
export interface ActivityTransfer {
  readonly direction: Transfer['direction']
  /** `+1.500 ETH`; undefined for an NFT, and for an amount that no coin has. */
  readonly amount: string | undefined
  /** The token's symbol, or the NFT's name. */
  readonly name: string
  /** Of a token or an NFT. Not trusted: what shows it checks it. */
  readonly imageUrl: string | undefined
  readonly isNft: boolean
}

/** A line of an account's activity. */
export interface ActivityItem {
  readonly key: string
  readonly hash: string
  readonly type: ActivityType
  readonly status: ActivityStatus
  /** Milliseconds since 1970. */
  readonly at: number
  /** None for what moved nothing; two where one was given for another. */
  readonly transfers: readonly ActivityTransfer[]
  /** Whom a payment of the coin went to or came from. */
  readonly counterparty: string | undefined
  /** Why it failed, in the words of the chain or a contract. */
  readonly reason?: string | undefined
}

const isActivityType = (text: string): text is ActivityType => activityTypes.some((type) => type === text)

/** The type's word in the kit's vocabulary. */
export const activityTypeOf = (operationType: string): ActivityType =>
  isActivityType(operationType) ? operationType : 'execute'

const plus: readonly ActivityType[] = ['receive', 'deposit', 'borrow', 'claim'] // [S9.41]
const minus: readonly ActivityType[] = ['withdraw', 'repay', 'burn'] // [S9.42]

/** The sign that stands before an amount, by its type [S9.41 S9.42]; of any other type what left the account has a minus, U+2212, and what came a plus. */
export function signOf({
  type,
  direction,
}: Pick<ActivityTransfer, 'direction'> & { readonly type: ActivityType }): '+' | '−' | '' {
  if (plus.includes(type)) return '+'
  if (minus.includes(type) || direction === 'out') return '−'
  return direction === 'in' ? '+' : ''
}

/** More digits than any coin has aren't an amount. */
const isAmount = (numeric: string) => /^\d{1,80}(?:\.|$)/.test(numeric)

export interface ActivityAmountParameters {
  readonly type: ActivityType
  readonly direction: Transfer['direction']
  readonly numeric: string
  readonly symbol: string
  /** BCP 47, of the language that the visitor reads. */
  readonly locale: string
}

/**
 * Writes an amount of a history: three decimals [S9.40], more of a small one, with the sign of its type and direction.
 *
 * @returns undefined for what is no amount
 * @example activityAmount({ type: 'send', direction: 'out', numeric: '1.5', symbol: 'ETH', locale: 'en' }) // '−1.500 ETH'
 */
export function activityAmount({ numeric, symbol, locale, ...kind }: ActivityAmountParameters): string | undefined {
  return isAmount(numeric) ? `${signOf(kind)}${displayQuantity({ quantity: numeric, symbol, locale })}` : undefined
}

export interface ActivityItemsParameters {
  readonly transaction: Transaction
  readonly coin: { readonly symbol: string; readonly name: string }
  readonly locale: string
}

/**
 * The lines of a transaction: two fungible transfers are one line, of more (and of NFTs) each is a line of its own; what moved nothing is one line.
 *
 * @param parameters.coin - the network's own coin: only of its payments does the transaction name the other side
 * @param parameters.locale - BCP 47, of the language that the visitor reads
 */
export function activityItems({
  transaction: { id, metadata, transfers },
  coin,
  locale,
}: ActivityItemsParameters): readonly ActivityItem[] {
  const type = activityTypeOf(metadata.operationType)
  const shown = transfers.filter(({ nft_info: nft }) => nft?.flags.is_spam !== true)
  const isCombined = shown.length === 2 && shown.every(({ nft_info: nft }) => nft === undefined)
  const groups = isCombined || shown.length === 0 ? [shown] : shown.map((each) => [each])
  return groups.map((group, index) => ({
    key: groups.length === 1 ? id : `${id}#${index}`,
    hash: metadata.hash,
    type,
    status: statusOf(metadata.status),
    at: Date.parse(metadata.minedAt),
    transfers: group.map((transfer) => shownTransfer({ transfer, type, locale })),
    counterparty: counterpartyOf({ type, group, metadata, coin }),
  }))
}

function shownTransfer({
  transfer,
  type,
  locale,
}: {
  readonly transfer: Transfer
  readonly type: ActivityType
  readonly locale: string
}): ActivityTransfer {
  const { direction, fungible_info: token, nft_info: nft, quantity } = transfer
  if (nft)
    return {
      direction,
      amount: undefined,
      name: nft.name ?? '',
      imageUrl: nft.content?.preview?.url ?? nft.content?.detail?.url,
      isNft: true,
    }
  const symbol = token?.symbol ?? ''
  const amount = activityAmount({ type, direction, numeric: quantity.numeric, symbol, locale })
  return { direction, amount, name: symbol || (token?.name ?? ''), imageUrl: token?.icon?.url, isNft: false }
}

/** A token's transaction names the token's contract: only of a payment of the coin is the other side known. */
function counterpartyOf({
  type,
  group,
  metadata,
  coin,
}: {
  readonly type: ActivityType
  readonly group: readonly Transfer[]
  readonly metadata: Transaction['metadata']
  readonly coin: { readonly symbol: string; readonly name: string }
}): string | undefined {
  const [transfer, ...others] = group
  const token = transfer?.fungible_info
  if (others.length > 0 || token?.symbol !== coin.symbol || token.name !== coin.name) return undefined
  if (type === 'send') return metadata.sentTo || undefined
  return type === 'receive' ? metadata.sentFrom : undefined
}

function statusOf(status: TransactionStatus): ActivityStatus {
  switch (status) {
    case 'confirmed':
    case 'ONRAMP_TRANSACTION_STATUS_SUCCESS':
      return 'confirmed'
    case 'failed':
    case 'ONRAMP_TRANSACTION_STATUS_FAILED':
      return 'failed'
    case 'pending':
    case 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS':
      return 'pending'
  }
}
