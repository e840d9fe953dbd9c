import { type AvailableExchangesParameters, exchangeStatus, exchangesToPayFrom, payAssetId } from '@foyer/core/pay'
import type { Fetched } from '@foyer/core/query'
import type { PayExchange, PayStatus } from '@foyer/core/wire'
import { useEffect, useRef } from 'react'
import { useFetched } from '../useFetched.js'

/** The default polling interval of a status, and the shortest one. */
const usualMs = 4000
const leastMs = 3000

export interface AvailableExchangesOptions extends Omit<AvailableExchangesParameters, 'signal'> {
  /** False asks nothing; true unless said. */
  readonly isEnabled?: boolean | undefined
}

export interface AvailableExchanges extends Pick<Fetched<never>, 'status' | 'error'> {
  /** The exchanges that can be paid from. */
  readonly exchanges: readonly PayExchange[]
  /** The number of exchanges on all pages. */
  readonly total: number
  /** Fetches again what failed. */
  readonly retry: () => void
}

/**
 * The exchanges that a visitor can pay from, at the operator's server; none where the host named no server.
 *
 * @throws ProviderMissingError outside of a provider; PayError for an asset that has no CAIP-19 id
 * @example
 * const { status, exchanges } = useFoyerAvailableExchanges({ asset: baseUSDC, amount: '12.5' })
 */
export function useFoyerAvailableExchanges({
  isEnabled,
  asset,
  ...wanted
}: AvailableExchangesOptions = {}): AvailableExchanges {
  const question = { ...wanted, asset: asset && payAssetId(asset) }
  const { data = none, status, error, refetch } = useFetched(exchangesToPayFrom, question, isEnabled)
  return { ...data, status, error, retry: refetch }
}

const none: Pick<AvailableExchanges, 'exchanges' | 'total'> = { exchanges: [], total: 0 }

export interface ExchangeBuyStatusOptions {
  /** The exchange that is paid from. */
  readonly exchangeId: string
  /** The payment, as the exchange numbers it. */
  readonly sessionId: string
  /** In milliseconds; 4000 unless said, and never under 3000. */
  readonly pollingInterval?: number | undefined
  /** False asks nothing; true unless said. */
  readonly isEnabled?: boolean | undefined
  /** Called once the payment has arrived. */
  readonly onSuccess?: ((result: { readonly hash: string | undefined }) => void) | undefined
  /** Called once the payment has failed. */
  readonly onError?: ((error: unknown) => void) | undefined
}

export interface ExchangeBuyStatus {
  /** Undefined until it is known; SUCCESS and FAILED are final. */
  readonly status: PayStatus | undefined
  /** The payment’s transaction, once there is one. */
  readonly hash: string | undefined
  /** Whether the exchange is being asked. */
  readonly isLoading: boolean
  /** Why the last question got no answer; it is asked again. */
  readonly error: unknown
  /** Asks the exchange again. */
  readonly refetch: () => void
}

/**
 * Follows a payment at an exchange until its status is final, for a host that opens the exchange's page itself.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { status } = useFoyerExchangeBuyStatus({ exchangeId, sessionId, onSuccess: ({ hash }) => settle(hash) })
 */
export function useFoyerExchangeBuyStatus({
  exchangeId,
  sessionId,
  pollingInterval = usualMs,
  isEnabled = true,
  onSuccess,
  onError,
}: ExchangeBuyStatusOptions): ExchangeBuyStatus {
  const payment = { exchangeId, sessionId, everyMs: Math.max(leastMs, pollingInterval) }
  const { data, error, refetch, status: fetching } = useFetched(exchangeStatus, payment, isEnabled)
  const { status, txHash: hash } = data ?? {}
  const callbacks = useRef({ onSuccess, onError })
  callbacks.current = { onSuccess, onError }
  useEffect(() => {
    if (status === 'SUCCESS') callbacks.current.onSuccess?.({ hash })
  }, [status, hash])
  useEffect(() => {
    if (error !== undefined) callbacks.current.onError?.(error)
  }, [error])
  return { status, hash, isLoading: fetching === 'loading', error, refetch }
}
