import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { NetworkId } from '../chain/ids.js'
import { shownTime } from '../clock/times.js'
import { type ShownFee, shownFee } from '../connector/figure.js'
import { shownName } from '../connector/listedWallet.js'
import type { Network } from '../networks/network.js'
import { explorerUrl } from '../networks/networkUrls.js'
import type { TrackedStatus, TrackedTransaction } from './trackedTransaction.js'

/** A transaction that was sent here, as it is known. */
export interface SentReceipt {
  /** `held`: its account's owners may have to sign in the wallet. */
  readonly state: 'pending' | 'held' | 'done' | 'failed'
  /** Why it is held or failed, by key. */
  readonly notice: PlainSentenceKey | undefined
  /** Why it was reverted, in the words of the chain or its contract. */
  readonly reason: string | undefined
  /** Undefined until it is followed. */
  readonly tracked: TrackedTransaction | undefined
  /** The one that is in a block, or else the one that was sent. */
  readonly hash: string
  /** Such as `1,204`. */
  readonly block: string | undefined
  /** The fee that was paid, once it is in a block. */
  readonly fee: ShownFee | undefined
  /** When it was sent. */
  readonly when: string | undefined
  readonly explorerUrl: string | undefined
}

const ends = {
  pending: { state: 'pending', notice: undefined },
  held: { state: 'held', notice: 'account.transactionHeld' },
  mined: { state: 'done', notice: undefined },
  cancelled: { state: 'failed', notice: 'account.transactionCancelled' },
  reverted: { state: 'failed', notice: 'account.transactionReverted' },
  replaced: { state: 'failed', notice: 'account.transactionReplaced' },
  dropped: { state: 'failed', notice: 'account.transactionReplaced' },
  partial: { state: 'failed', notice: 'account.callsPartial' },
  failed: { state: 'failed', notice: 'account.callsFailed' },
  unknown: { state: 'failed', notice: 'error.callsUnknown' },
} as const satisfies Record<TrackedStatus, Pick<SentReceipt, 'state' | 'notice'>>

/** Pure: what is shown of a transaction that was sent here. */
export function sentReceipt({
  sent,
  tracked,
  network,
  price,
  locale,
}: {
  /** Its hash when it was sent. */
  readonly sent: string | undefined
  readonly tracked: TrackedTransaction | undefined
  readonly network: Network | undefined
  /** US dollars for one whole coin of the network. */
  readonly price: number | undefined
  /** BCP 47 */
  readonly locale: string
}): SentReceipt {
  const { status = 'pending', minedHash, fee, blockNumber, sentAt } = tracked ?? {}
  const hash = minedHash ?? sent ?? ''
  return {
    ...ends[status],
    hash,
    tracked,
    reason: tracked?.reason && shownName(tracked.reason),
    block: blockNumber === undefined ? undefined : new Intl.NumberFormat(locale, latin).format(blockNumber),
    fee: fee === undefined || !network ? undefined : feeOf({ fee, network, price, locale }),
    when: sentAt === undefined ? undefined : shownTime({ at: sentAt, locale }),
    // A batch's id is no transaction's, nor is the name that an account has for what it holds.
    explorerUrl:
      hash === '' || status === 'held' || (!minedHash && tracked?.calls && !tracked.calls.number)
        ? undefined
        : explorerUrl({ network, page: { hash } }),
  }
}

interface Paid {
  readonly fee: bigint
  readonly network: Network
  readonly price: number | undefined
  readonly locale: string
}

function feeOf({ fee, network: { nativeCurrency }, price, locale }: Paid): ShownFee {
  const { decimals, symbol } = nativeCurrency
  return shownFee({ fee: { value: fee, decimals }, symbol, price, locale })
}

/** Is it the transaction that was sent, under its first number or that of the one that took its place? */
export const isSent = (
  { networkId, hash, minedHash }: Pick<TrackedTransaction, 'networkId' | 'hash' | 'minedHash'>,
  sent: { readonly networkId: NetworkId | undefined; readonly hash: string | undefined },
): boolean =>
  networkId === sent.networkId && (hash === sent.hash || (sent.hash !== undefined && minedHash === sent.hash))

const latin = { numberingSystem: 'latn' } as const
