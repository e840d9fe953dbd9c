import { Button, part, VisuallyHidden } from '@foyer/parts'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { Activity, ActivityGroup } from '../../headless/activity.js'
import { Failed, Missing } from '../Failed.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { ActivityRow } from './ActivityRow.js'
import { PendingTransactions } from './PendingTransactions.js'

export interface ActivityListProps {
  readonly activity: Activity
  /** The number of placeholder rows for what is on its way. */
  readonly skeletons: number
  readonly empty: ReactNode
}

/** The pending transactions, then those that are done, by months; older ones come as the end is reached. */
export function ActivityList({ activity, skeletons, empty }: ActivityListProps): ReactNode {
  const { say } = useModal()
  const { status, pending, groups, more, retry } = activity
  const hasMore = more !== 'none'
  const hasLines = groups.length > 0 || pending.length > 0
  // In place of the history, or above what was known.
  const Unavailable = hasLines ? Missing : Failed
  const list = useRef<HTMLDivElement>(null)
  useKeptFocus({ list, hasMore })
  return (
    <div ref={list} data-look="stack" {...part({ name: 'activity' })}>
      <PendingTransactions pending={pending} />
      {groups.map((group) => (
        <Month key={group.key} group={group} />
      ))}
      {status === 'loading' ? (
        <ViewSkeleton label={say('shell.loading')} sketch={Array(skeletons).fill('row')} />
      ) : null}
      {status === 'failed' ? (
        <Unavailable partName="activity-missing" message={say('activity.failed')} retry={retry} />
      ) : null}
      {status === 'ready' && !hasLines && !hasMore ? empty : null}
      {hasMore ? <Older {...activity} /> : null}
    </div>
  )
}

function Month({ group: { title, items } }: { readonly group: ActivityGroup }): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={id} data-look="stack-2" {...part({ name: 'activity-group' })}>
      <h3 id={id} data-look="dim" {...part({ name: 'activity-title' })}>
        {title}
      </h3>
      <ul {...part({ name: 'row-list' })}>
        {items.map((line) => (
          <li key={line.key}>
            <ActivityRow line={line} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Asks for older ones once it is seen, or pressed. */
function Older({ groups, more, loadMore }: Activity): ReactNode {
  const [isLoading, isFailed] = [more === 'loading', more === 'failed']
  const { say } = useModal()
  const place = useRef<HTMLDivElement>(null)
  const known = groups.reduce((count, { items }) => count + items.length, 0)
  // An observer speaks when the end comes into sight, and once when it begins. A page that leaves the end there, since it is short, holds nothing new or was
  // asked for in vain, is followed by the next only where another observer begins after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` is of a page that came at once
  useEffect(() => {
    const end = place.current
    if (!end || isLoading || isFailed || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) loadMore()
    })
    observer.observe(end)
    return () => observer.disconnect()
  }, [loadMore, isLoading, isFailed, known])
  return (
    <div ref={place} data-look="middle" {...part({ name: 'activity-older' })}>
      <VisuallyHidden>
        <span role="status">{isLoading ? say('activity.olderLoading') : ''}</span>
      </VisuallyHidden>
      {isFailed ? (
        <Missing partName="activity-missing" message={say('activity.olderFailed')} retry={loadMore} />
      ) : (
        <Button variant="quiet" size="sm" partName="older" busy={isLoading} onClick={loadMore}>
          {say('activity.older')}
        </Button>
      )}
    </div>
  )
}

/** With the last page the button goes that asked for it: a focus that stood on it goes to the last line. */
function useKeptFocus({
  list,
  hasMore,
}: {
  readonly list: RefObject<HTMLDivElement | null>
  readonly hasMore: boolean
}): void {
  const hadFocus = useRef(false)
  useEffect(() => {
    const within = list.current
    if (!within) return
    const follow = ({ target }: FocusEvent) => {
      hadFocus.current = target instanceof Element && target.closest('[data-part="activity-older"]') !== null
    }
    within.addEventListener('focusin', follow)
    return () => within.removeEventListener('focusin', follow)
  }, [list])
  useLayoutEffect(() => {
    if (hasMore || !hadFocus.current) return
    hadFocus.current = false
    const rows = list.current?.querySelectorAll<HTMLElement>('a[data-part="row"]') ?? []
    rows[rows.length - 1]?.focus({ preventScroll: true })
  }, [hasMore, list])
}
