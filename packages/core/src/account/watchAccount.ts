import { QueryObserver, type QueryObserverOptions, type QueryObserverResult } from '@tanstack/query-core'
import type { Family } from '../chain/ids.js'
import { contextOf } from '../context.js'
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
 * Follows a query about a family's chosen account over changes of account and network: the answer to a former account never shows.
 * While it is followed, what is stale is fetched again when the page is looked at again or the network is back.
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
  const { store } = foyer
  let stopFormer = () => {}
  let key: string | undefined
  const follow = () => {
    const state = store.getState()
    const network = networkOf(state, family)
    const { address } = accountOf(state, family)
    const next = network && address ? `${network.caipNetworkId}:${address}` : ''
    if (next === key) return
    key = next
    stopFormer()
    stopFormer = () => {}
    if (!network || !address) return listener(undefined)
    const subject = { address, network }
    const client = queryClientOf(contextOf(foyer))
    const observer = new QueryObserver(client, query(subject))
    const refetch = () => void observer.refetch()
    const pass = (result: QueryObserverResult<Answer>) => listener({ subject, result, refetch })
    client.mount()
    const unsubscribe = observer.subscribe(pass)
    // The client follows `visibilitychange`; a wallet's own window covers a page that stays visible.
    const onFocus = () => {
      if (observer.shouldFetchOnWindowFocus()) void observer.refetch({ cancelRefetch: false })
    }
    globalThis.window?.addEventListener('focus', onFocus)
    stopFormer = () => {
      globalThis.window?.removeEventListener('focus', onFocus)
      unsubscribe()
      client.unmount()
    }
    pass(observer.getCurrentResult())
  }
  const stopFollowing = store.subscribe(follow)
  follow()
  return () => {
    stopFollowing()
    stopFormer()
  }
}

/** A failure keeps what was known. */
export type WatchStatus = 'idle' | 'loading' | 'ready' | 'failed'

export function statusOf<Answer>({ isError, data, isFetching }: QueryObserverResult<Answer>): WatchStatus {
  if (data !== undefined) return isError ? 'failed' : 'ready'
  return isError && !isFetching ? 'failed' : 'loading'
}
