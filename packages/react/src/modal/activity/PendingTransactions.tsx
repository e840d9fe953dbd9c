import type { ReplacementKind } from '@foyer/core'
import { push } from '@foyer/core/view'
import { Button, part } from '@foyer/parts'
import { type ReactNode, useId } from 'react'
import type { PendingLine } from '../../headless/activity.js'
import { useFoyerTransactions } from '../../headless/transactions.js'
import { useModal } from '../modalContext.js'
import { ActivityRow } from './ActivityRow.js'

/** The transactions that were sent and are in no block yet, with their actions. */
export function PendingTransactions({ pending }: { readonly pending: readonly PendingLine[] }): ReactNode {
  const { say } = useModal()
  const { canReplace } = useFoyerTransactions()
  const id = useId()
  if (pending.length === 0) return null
  return (
    <section aria-labelledby={id} data-look="stack-2" {...part({ name: 'activity-group' })}>
      <h3 id={id} data-look="dim" {...part({ name: 'activity-title' })}>
        {say('activity.pending')}
      </h3>
      <ul {...part({ name: 'row-list' })}>
        {pending.map((line) => (
          <li key={line.key} data-look="panel" {...part({ name: 'activity-pending' })}>
            <ActivityRow line={line} />
            {canReplace && isReplaceable(line) ? <Ways line={line} /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Nothing takes the place of a batch that the wallet follows by an id of its own, nor of what no node knows. */
const isReplaceable = ({ status, tracked: { calls } }: PendingLine): boolean =>
  status === 'pending' && (!calls || calls.number !== undefined)

/** A cancellation can only be sped up by cancelling again. */
function Ways({ line: { tracked, latestHash } }: { readonly line: PendingLine }): ReactNode {
  const { say, foyer } = useModal()
  const { networkId, replacements } = tracked
  const isCancelled = replacements.at(-1)?.kind === 'cancel'
  const open = (kind: ReplacementKind) => push(foyer, { view: 'ReplaceTransaction', networkId, hash: latestHash, kind })
  return (
    <div {...part({ name: 'activity-ways' })}>
      {isCancelled ? null : (
        <Button variant="quiet" size="sm" partName="stop" onClick={() => open('cancel')}>
          {say('activity.stop')}
        </Button>
      )}
      <Button variant="quiet" size="sm" partName="speed-up" onClick={() => open(isCancelled ? 'cancel' : 'speedUp')}>
        {say('activity.speedUp')}
      </Button>
    </div>
  )
}
