import { Button, Field } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { useWork } from '../failures/useWork.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { timeOf } from '../messages/say.js'
import { MessageForm } from '../views/MessageForm.js'
import type { AddDoorProps } from './AddPasskey.js'
import { askDeletion, cancelDeletion, type WaitingDeletion } from './deletion.js'
import { Notice } from './Notice.js'
import type { Dashboard } from './openDashboard.js'
import { nameOf } from './ownDoors.js'
import { hasMail } from './Security.js'
import { sayOfWay } from './sayOfWay.js'

/** Asks once more, in words, and to be typed whose wallet it is, before both servers are asked to delete it. */
export function DeleteWallet({ dashboard, wallet, onEnd }: AddDoorProps): ReactNode {
  const [typed, setTyped] = useState('')
  const { isBusy, failure, act } = useWork()
  const name = nameOf(dashboard) || (wallet.addresses[0]?.address ?? '')
  const isMeant = typed.trim().toLowerCase() === name.toLowerCase()
  const ask = () =>
    act(async () => {
      await askDeletion(dashboard)
      onEnd()
    })
  return (
    <MessageForm
      title={sayHere('delete.sure')}
      isBusy={isBusy}
      leave={sayHere('dashboard.cancel')}
      onLeave={onEnd}
      submit={{ label: sayHere('delete.do'), isReady: isMeant, variant: 'danger', onSubmit: ask }}
    >
      <ul className="losses">
        <li>{sayHere('delete.goes')}</li>
        <li>{sayHere('delete.stays')}</li>
        <li>{sayHere('delete.first')}</li>
        {hasMail(wallet) ? null : <li>{sayHere('delete.file')}</li>}
        <li>{sayHere('delete.waits')}</li>
      </ul>
      <div className="form">
        <Field
          label={sayHere('delete.type', { name })}
          error={failure || undefined}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          value={typed}
          onValueChange={setTyped}
        />
      </div>
    </MessageForm>
  )
}

export interface DeletionSectionProps {
  readonly dashboard: Dashboard
  /** Whether the keeper knows this browser, and does what it says. */
  readonly isKnown: boolean
  readonly onDelete: () => void
}

/** The way to it, at the end of the page. */
export function DeletionSection({ dashboard, isKnown, onDelete }: DeletionSectionProps): ReactNode {
  return (
    <section className="panel" aria-labelledby="delete">
      <h2 id="delete">{sayHere('delete.title')}</h2>
      <p className="lead">{sayHere('delete.say')}</p>
      {isKnown ? (
        <Button variant="quiet" onClick={onDelete}>
          {sayHere('delete.begin')}
        </Button>
      ) : (
        <p className="small">{sayOfWay(dashboard, 'delete.knownFirst')}</p>
      )}
    </section>
  )
}

export interface DeletionNoticeProps {
  readonly dashboard: Dashboard
  readonly waiting: WaitingDeletion
  readonly onCancelled: () => Promise<void>
}

/** That the wallet waits to be deleted, on each return, with the way out. */
export function DeletionNotice({ dashboard, waiting, onCancelled }: DeletionNoticeProps): ReactNode {
  return (
    <Notice
      says={sayHere('delete.waiting', { when: timeOf(waiting.opensAt) })}
      action={sayHere('delete.cancel')}
      onAct={async () => {
        await cancelDeletion(dashboard, waiting)
        await onCancelled()
      }}
    />
  )
}
