import {
  type Query,
  type QueryClient,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core'
import type { Family } from '../chain/ids.js'
import { contextOf } from '../context.js'
import { HttpError } from '../errors/http.js'
import type { Foyer } from '../foyer.js'
import type { Network } from '../networks/network.js'
import { accountOf, networkOf } from '../store/selectors.js'
import { queryClientOf } from './queryClientOf.js'

/** An account on a network: what is asked about. */
export interface Subject {
  readonly address: string
  readonly network: Network
}

/** What is known of it by now. */
export interface Known<Answer> {
  readonly subject: Subject
  readonly result: QueryObserverResult<Answer>
  /** Asks again, whatever the age of what is known. */
  readonly refetch: () => void
}

/**
 * Follows a family's chosen account over changes of account and network.
 *
 * @param watch.follow - called for each; what it returns stops what it began. Receives undefined while there is none
 * @returns stops
 */
export function watchSubject({
  foyer: { store },
  family,
  follow,
}: {
  readonly foyer: Pick<Foyer, 'store'>
  readonly family: Family | undefined
  readonly follow: (subject: Subject | undefined) => (() => void) | undefined
}): () => void {
  let stopFormer: (() => void) | undefined
  let key: string | undefined
  const change = () => {
    const state = store.getState()
    const network = networkOf(state, family)
    const { address } = accountOf(state, family)
    const next = network && address ? `${network.caipNetworkId}:${address}` : ''
    if (next === key) return
    key = next
    stopFormer?.()
    stopFormer = undefined
    stopFormer = follow(network && address ? { address, network } : undefined)
  }
  const stopFollowing = store.subscribe(change)
  change()
  return () => {
    stopFollowing()
    stopFormer?.()
  }
}

/**
 * Mounts the kit's cache for as long as a query is followed: what is stale is fetched again when the page is looked at again or the network is back.
 *
 * @returns stops
 */
export function refetchSeen({
  client,
  observer,
}: {
  readonly client: QueryClient
  readonly observer: {
    readonly shouldFetchOnWindowFocus: () => boolean
    readonly refetch: (options: { readonly cancelRefetch: boolean }) => Promise<unknown>
  }
}): () => void {
  client.mount()
  // The client follows `visibilitychange`; a wallet's own window covers a page that stays visible.
  const onFocus = () => {
    if (observer.shouldFetchOnWindowFocus()) void observer.refetch({ cancelRefetch: false })
  }
  globalThis.window?.addEventListener('focus', onFocus)
  return () => {
    globalThis.window?.removeEventListener('focus', onFocus)
    client.unmount()
  }
}

/**
 * Follows a query about a family's chosen account over changes of account and network: the answer to a former account never shows.
 *
 * @param watch.listener - receives undefined while there is no account
 * @returns stops
 */
export function watchAccount<Answer>({
  foyer,
  family,
  query,
  listener,
}: {
  readonly foyer: Foyer
  readonly family: Family | undefined
  readonly query: (subject: Subject) => QueryObserverOptions<Answer> & { readonly queryKey: readonly unknown[] }
  readonly listener: (known: Known<Answer> | undefined) => void
}): () => void {
  return watchSubject({
    foyer,
    family,
    follow(subject) {
      if (!subject) {
        listener(undefined)
        return undefined
      }
      const client = queryClientOf(contextOf(foyer))
      const observer = new QueryObserver(client, query(subject))
      const refetch = () => void observer.refetch()
      const pass = (result: QueryObserverResult<Answer>) => listener({ subject, result, refetch })
      const unsubscribe = observer.subscribe(pass)
      const stopRefetching = refetchSeen({ client, observer })
      pass(observer.getCurrentResult())
      return () => {
        stopRefetching()
        unsubscribe()
      }
    },
  })
}

/** A failure keeps what was known. */
export type WatchStatus = 'idle' | 'loading' | 'ready' | 'failed'

export function statusOf<Answer>({ isError, data, isFetching }: QueryObserverResult<Answer>): WatchStatus {
  if (data !== undefined) return isError ? 'failed' : 'ready'
  return isError && !isFetching ? 'failed' : 'loading'
}

/** A query that is followed: see {@link startQuery}. */
export interface FollowedQuery<Answer> {
  /** Asks something else from now on. */
  readonly setOptions: (options: QueryObserverOptions<Answer>) => void
  readonly refetch: () => void
  readonly stop: () => void
}

/** Follows a query of the kit's cache: fetched when it is stale, shared by all that follow the same. The listener is called at once, and after each change. */
export function startQuery<Answer>({
  foyer,
  query,
  listener,
}: {
  readonly foyer: Foyer
  readonly query: QueryObserverOptions<Answer>
  readonly listener: (result: QueryObserverResult<Answer>) => void
}): FollowedQuery<Answer> {
  const client = queryClientOf(contextOf(foyer))
  const observer = new QueryObserver<Answer>(client, query)
  client.mount()
  const unsubscribe = observer.subscribe(listener)
  listener(observer.getCurrentResult())
  return {
    setOptions: (options) => observer.setOptions(options),
    refetch: () => void observer.refetch(),
    stop() {
      unsubscribe()
      client.unmount()
    },
  }
}

/** How long what has failed is left alone [S9.25]. */
const backOffMs = 30_000

type Failed = Pick<Query, 'state'>

function isLeftAlone({ state: { error, errorUpdatedAt } }: Failed): boolean {
  return error !== null && Date.now() - errorUpdatedAt < backOffMs
}

const mayAsk = (query: Failed): boolean => !isLeftAlone(query)

/** Neither a view that opens nor a page that is looked at again asks what has just failed; the visitor's own press does, and a network that is back. */
export const afterFailure: {
  readonly [Option in 'retryOnMount' | 'refetchOnMount' | 'refetchOnWindowFocus']: (query: Failed) => boolean
} = { retryOnMount: mayAsk, refetchOnMount: mayAsk, refetchOnWindowFocus: mayAsk }

/** When to ask again by itself: never where the server says that it is out of service. */
export function nextPollMs({ query, pollMs }: { readonly query: Failed; readonly pollMs: number }): number | false {
  const { error } = query.state
  if (!error) return pollMs
  return error instanceof HttpError && error.status === 503 ? false : backOffMs
}
