import { type ActivityLines, activityLines } from '@foyer/core/internal'
import type { Fetched } from '@foyer/core/query'
import { useMemo } from 'react'
import { useKit } from '../kit.js'
import { useFetched } from '../useFetched.js'
import type { OfFamily } from './account.js'

export type { ActivityGroup, ActivityLine, PendingLine } from '@foyer/core/internal'

export interface Activity extends ActivityLines, Pick<Fetched<never>, 'status' | 'more' | 'loadMore'> {
  /** Fetches again what failed. */
  readonly retry: () => void
}

/**
 * Reads the chosen account's history on its network, by months and pages: that of the operator's server, joined with what was sent through the kit, which
 * shows at once. It begins anew with another account or network.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S3.14, S5.16, S5.17, S9.40–S9.42
 * @example
 * const { groups, more, loadMore } = useFoyerActivity()
 * return <>{groups.map(({ key, title, items }) => <section key={key}><h3>{title}</h3>{items.map((line) => <p key={line.key}>{line.type} {line.when}</p>)}</section>)}</>
 */
export function useFoyerActivity({ family }: OfFamily = {}): Activity {
  const { shown } = useKit()
  const { data, status, more, loadMore, refetch } = useFetched('activity', { family })
  const lines = useMemo(() => activityLines(shown, data), [shown, data])
  return { ...lines, status, more, loadMore, retry: refetch }
}
