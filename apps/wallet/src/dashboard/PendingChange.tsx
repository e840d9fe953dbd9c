import type { Output } from '@foyer/core/wire'
import { cancelEmailChangeCall, openEmailChangesCall } from '@foyer/custody/emailChangeCalls'
import type { ReactNode } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { timeOf } from '../messages/say.js'
import { Notice } from './Notice.js'
import type { Dashboard } from './openDashboard.js'

export type OpenChange = Output<(typeof openEmailChangesCall)['reply']>['changes'][number]

/** The change of the wallet's address that nothing has come of yet. A keeper that is away, or doesn't know this browser, shows none. */
export async function pendingChange({ servers, store }: Dashboard): Promise<OpenChange | null> {
  const { email } = store.get().user ?? {}
  const said = await servers.signed(openEmailChangesCall, {}).catch(() => undefined)
  return said?.changes.find(({ from }) => from === email) ?? null
}

export interface PendingChangeProps {
  readonly dashboard: Dashboard
  readonly change: OpenChange
  readonly onCancelled: () => Promise<void>
}

/** To which address the wallet goes, since when and until when that may be cancelled, and the way out. */
export function PendingChange({ dashboard, change, onCancelled }: PendingChangeProps): ReactNode {
  const { to, beganAt, expiresAt, opensAt } = change
  const values = { to, began: timeOf(beganAt), when: timeOf(opensAt ?? expiresAt) }
  return (
    <Notice
      says={sayHere(opensAt === null ? 'change.asked' : 'change.held', values)}
      action={sayHere('change.cancel')}
      onAct={async () => {
        await dashboard.servers.signed(cancelEmailChangeCall, { change: change.change })
        await onCancelled()
      }}
    />
  )
}
