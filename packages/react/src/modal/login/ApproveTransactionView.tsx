import { contextOf } from '@foyer/core/internal'
import { ApproveIcon, EmptyState, part, Spinner } from '@foyer/parts'
import { type ReactNode, useEffect } from 'react'
import { Announcement } from '../Announcement.js'
import { useModal } from '../modalContext.js'

/** Room for what a login's wallet shows of its own, which lies above it [S2.16]. */
export function ApproveTransactionView(): ReactNode {
  const { foyer, say, state } = useModal()
  const { surface, isSurfaceAwaited } = state
  // The modal may have opened after it, and so above it.
  useEffect(() => {
    const { queries, report } = contextOf(foyer)
    if (surface) queries().then(({ raiseSurface }) => raiseSurface(contextOf(foyer)), report)
  }, [foyer, surface])
  if (!surface) return <EmptyState icon={<ApproveIcon />} title={say('login.nothing')} text={say('login.nothingWhy')} />
  const where = say(isSurfaceAwaited ? 'login.opening' : 'login.approveWhere')
  return (
    <div {...part({ name: 'approve' })}>
      <Spinner />
      <p {...part({ name: 'waiting-text' })}>{where}</p>
      <Announcement>{where}</Announcement>
    </div>
  )
}
