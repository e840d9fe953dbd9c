import { whenLoaded } from '@foyer/core/internal'
import { type AvailableExchangesParameters, availableExchanges, exchangeBuyStatus, payAssetId } from '@foyer/core/pay'
import type { PayExchange, PayStatus, PayStatusResult } from '@foyer/core/wire'
import { useCallback, useEffect, useRef } from 'react'
import { useKit } from '../kit.js'
import { useWatched } from '../useWatched.js'

/** How long a list of exchanges counts as fresh. */
const freshMs = 60_000
/** How often a status is asked for, unless said, and at most. */
const usualMs = 4000
const leastMs = 3000

export interface AvailableExchangesOptions extends Omit<AvailableExchangesParameters, 'signal'> {
  /** False asks nothing; true unless said. */
  readonly isEnabled?: boolean | undefined
}

export interface AvailableExchanges {
  /** Where the fetching stands. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** The exchanges that can be paid from. */
  readonly exchanges: readonly PayExchange[]
  /** How many there are on all pages. */
  readonly total: number
  /** Why they couldn’t be fetched. */
  readonly error: unknown
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
  isEnabled = true,
  page,
  asset,
  amount,
  include,
  exclude,
}: AvailableExchangesOptions = {}): AvailableExchanges {
  const { foyer } = useKit()
  const question = JSON.stringify([page, asset && payAssetId(asset), amount, include, exclude])
  const wanted = useRef<Omit<AvailableExchangesParameters, 'signal'>>({})
  wanted.current = { page, asset, amount, include, exclude }
  const watch = useCallback(
    (emit: (exchanges: AvailableExchanges) => void) => {
      if (!isEnabled) return () => {}
      const parameters = wanted.current
      return whenLoaded(foyer, {
        start: ({ startQuery }) =>
          startQuery({
            foyer,
            query: {
              queryKey: ['payExchanges', question],
              staleTime: freshMs,
              queryFn: ({ signal }) => availableExchanges(foyer, { ...parameters, signal }),
            },
            listener: ({ data, error, isFetching, refetch }) =>
              emit({
                status: data ? 'ready' : error && !isFetching ? 'failed' : 'loading',
                exchanges: data?.exchanges ?? [],
                total: data?.total ?? 0,
                error: error ?? undefined,
                retry: () => void refetch(),
              }),
          }).stop,
        failed: (retry) => emit({ ...loading, status: 'failed', retry }),
      })
    },
    [foyer, isEnabled, question],
  )
  return useWatched({ initial: isEnabled ? loading : idle, watch })
}

const loading: AvailableExchanges = {
  status: 'loading',
  exchanges: [],
  total: 0,
  error: undefined,
  retry: () => {},
}
const idle: AvailableExchanges = { ...loading, status: 'idle' }

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
  const { foyer } = useKit()
  const every = Math.max(leastMs, pollingInterval)
  const watch = useCallback(
    (emit: (status: ExchangeBuyStatus) => void) =>
      isEnabled
        ? whenLoaded(foyer, {
            start: ({ startQuery }) =>
              startQuery<PayStatusResult>({
                foyer,
                query: {
                  queryKey: ['payStatus', exchangeId, sessionId],
                  refetchInterval: ({ state: { data } }) => (isFinal(data?.status) ? false : every),
                  queryFn: ({ signal }) => exchangeBuyStatus(foyer, { exchangeId, sessionId, signal }),
                },
                listener: ({ data, error, isLoading, refetch }) =>
                  emit({
                    status: data?.status,
                    hash: data?.txHash,
                    isLoading,
                    error: error ?? undefined,
                    refetch: () => void refetch(),
                  }),
              }).stop,
            failed: (refetch) => emit({ ...unknown, refetch }),
          })
        : () => {},
    [foyer, isEnabled, exchangeId, sessionId, every],
  )
  const followed = useWatched({ initial: unknown, watch })
  const { status, hash, error } = followed
  const callbacks = useRef({ onSuccess, onError })
  callbacks.current = { onSuccess, onError }
  useEffect(() => {
    if (status === 'SUCCESS') callbacks.current.onSuccess?.({ hash })
  }, [status, hash])
  useEffect(() => {
    if (error !== undefined) callbacks.current.onError?.(error)
  }, [error])
  return followed
}

const unknown: ExchangeBuyStatus = {
  status: undefined,
  hash: undefined,
  isLoading: true,
  error: undefined,
  refetch: () => {},
}

const isFinal = (status: PayStatus | undefined): boolean => status === 'SUCCESS' || status === 'FAILED'
