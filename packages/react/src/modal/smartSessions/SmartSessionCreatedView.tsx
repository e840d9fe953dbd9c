import type { ViewProps } from '@foyer/core'
import { push } from '@foyer/core/view'
import { Button, CheckIcon, LinkButton, part } from '@foyer/parts'
import { type ReactNode, useId } from 'react'
import { useFoyerSmartSessions } from '../../headless/smartSessions.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { SessionCard } from './SessionCard.js'

/** The sessions just granted, and the way to all of them. */
export function SmartSessionCreatedView({ contexts }: ViewProps<'SmartSessionCreated'>): ReactNode {
  const { say, foyer } = useModal()
  const { open, over, status } = useFoyerSmartSessions()
  const id = useId()
  const wanted = contexts.map((context) => context.toLowerCase())
  const granted = [...open, ...over].filter(({ key }) => wanted.includes(key))
  return (
    <div data-look="stack" {...part({ name: 'session-created' })}>
      <p data-look="stack-2 centred" {...part({ name: 'session-granted' })}>
        <span aria-hidden="true" {...part({ name: 'state-icon' })}>
          <CheckIcon />
        </span>
        <span>{say('smartSessions.createdWhy')}</span>
      </p>
      {granted.length === 0 && (status === 'idle' || status === 'loading') ? (
        <ViewSkeleton label={say('shell.loading')} />
      ) : (
        granted.map((session) => (
          <SessionCard key={session.key} session={session} nameId={`${id}-${session.key.slice(-16)}`} />
        ))
      )}
      <Button partName="session-done" onClick={() => foyer.close()}>
        {say('smartSessions.done')}
      </Button>
      <LinkButton partName="to-sessions" onClick={() => push(foyer, { view: 'SmartSessionList' })}>
        {say('smartSessions.toList')}
      </LinkButton>
    </div>
  )
}
