import type { NetworkId } from '@foyer/core'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { explorerUrl } from '@foyer/core/networks'
import type { TrackedStatus, TrackedTransaction } from '@foyer/core/transactions'
import { useKit } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { type ShownFee, shownFee } from './figure.js'
import { shownTime } from './times.js'
import { useFoyerTokens } from './tokens.js'
import { useTracked } from './transactions.js'
import { shownName } from './walletNames.js'

/** What is known of a transaction that was sent here. */
export interface SentReceipt {
  readonly state: 'pending' | 'done' | 'failed'
  /** Why it failed, by key. */
  readonly notice: PlainSentenceKey | undefined
  /** Why it was reverted, in the words of the chain or its contract. */
  readonly reason: string | undefined
  /** Undefined until it is followed. */
  readonly tracked: TrackedTransaction | undefined
  /** The one that is in a block, or else the one that was sent. */
  readonly hash: string
  /** Such as `1,204`. */
  readonly block: string | undefined
  /** What was paid, once it is in a block. */
  readonly fee: ShownFee | undefined
  /** When it was sent. */
  readonly when: string | undefined
  readonly explorerUrl: string | undefined
}

const ends = {
  pending: { state: 'pending', notice: undefined },
  mined: { state: 'done', notice: undefined },
  cancelled: { state: 'failed', notice: 'account.transactionCancelled' },
  reverted: { state: 'failed', notice: 'account.transactionReverted' },
  replaced: { state: 'failed', notice: 'account.transactionReplaced' },
  dropped: { state: 'failed', notice: 'account.transactionReplaced' },
  partial: { state: 'failed', notice: 'account.callsPartial' },
  failed: { state: 'failed', notice: 'account.callsFailed' },
  unknown: { state: 'failed', notice: 'error.mayHaveBeenSent' },
} as const satisfies Record<TrackedStatus, Pick<SentReceipt, 'state' | 'notice'>>

/** Follows a transaction that was sent here to its end. */
export function useReceipt({
  networkId,
  hash: sent,
}: {
  readonly networkId: NetworkId | undefined
  readonly hash: string | undefined
}): SentReceipt {
  const { foyer } = useKit()
  const all = useTracked()
  const { tokens } = useFoyerTokens()
  const network = useSelect(({ networks }) => networks.find(({ caipNetworkId }) => caipNetworkId === networkId))
  const tracked = all.find(
    (each) => each.networkId === networkId && (each.hash === sent || (sent !== undefined && each.minedHash === sent)),
  )
  const { status = 'pending', minedHash, fee, blockNumber, sentAt } = tracked ?? {}
  const hash = minedHash ?? sent ?? ''
  const { tag } = foyer.options.locale
  return {
    ...ends[status],
    hash,
    tracked,
    reason: tracked?.reason && shownName(tracked.reason),
    block: blockNumber === undefined ? undefined : new Intl.NumberFormat(tag, latin).format(blockNumber),
    fee:
      fee === undefined || !network
        ? undefined
        : shownFee({
            fee: { value: fee, decimals: network.nativeCurrency.decimals },
            symbol: network.nativeCurrency.symbol,
            price: tokens.find(({ address }) => address === undefined)?.price,
            locale: tag,
          }),
    when: sentAt === undefined ? undefined : shownTime({ at: sentAt, locale: tag }),
    // A batch's id is no transaction's.
    explorerUrl:
      hash === '' || (!minedHash && tracked?.calls && !tracked.calls.number)
        ? undefined
        : explorerUrl({ network, page: { hash } }),
  }
}

const latin = { numberingSystem: 'latn' } as const
