import type { ShownSession } from '@foyer/core/permissions'
import { Button, ClockIcon, EmptyState, part } from '@foyer/parts'
import { type ReactNode, useId, useRef } from 'react'
import { type SmartSessions, useFoyerSmartSessions } from '../../headless/smartSessions.js'
import { Failed, Missing } from '../Failed.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { SessionCard } from './SessionCard.js'

/** The sessions by which applications act for the account without asking it, each of which can be ended [S7.21]. */
export function SmartSessionListView(): ReactNode {
  const { say } = useModal()
  const list = useFoyerSmartSessions()
  const { status, open, over, known, retry } = list
  const isEmpty = open.length + over.length === 0
  if (isEmpty && (status === 'idle' || status === 'loading')) return <ViewSkeleton label={say('shell.loading')} />
  if (isEmpty && status === 'failed') return <Failed message={say('smartSessions.failed')} retry={retry} />
  return (
    <div data-look="stack" {...part({ name: 'sessions' })}>
      {status === 'failed' ? (
        <Missing role="status" partName="stale-note" message={say('smartSessions.stale')} retry={retry} />
      ) : null}
      {open.length === 0 ? <None known={known} /> : <p {...part({ name: 'lead' })}>{say('smartSessions.intro')}</p>}
      <Open {...list} />
      {over.length > 0 ? (
        <section aria-label={say('smartSessions.over')} data-look="stack">
          <h2 {...part({ name: 'sessions-title' })}>{say('smartSessions.over')}</h2>
          <Cards label={say('smartSessions.over')} sessions={over} />
        </section>
      ) : null}
      {!isEmpty && !known ? (
        <p data-look="dim centred" {...part({ name: 'session-note' })}>
          {say('smartSessions.mayBeMore')}
        </p>
      ) : null}
    </div>
  )
}

/** Nothing that could be ended: because there is nothing, or because the wallet doesn't say. */
function None({ known }: Pick<SmartSessions, 'known'>): ReactNode {
  const { say } = useModal()
  const why = known ? 'none' : 'unknown'
  return <EmptyState icon={<ClockIcon />} title={say(`smartSessions.${why}`)} text={say(`smartSessions.${why}Why`)} />
}

function Open({ open, end, ending, phase, notice }: SmartSessions): ReactNode {
  const { say } = useModal()
  const outcome = useRef<HTMLParagraphElement>(null)
  const isAsked = ending.length > 0
  const press = async (sessions: readonly ShownSession[]) => {
    await end(sessions)
    // The button that was pressed goes with what it ended: a screen reader announces the outcome, and its user goes on from there.
    outcome.current?.focus({ preventScroll: true })
  }
  return (
    <>
      {open.length > 0 ? (
        <Cards label={say('smartSessions.list')} sessions={open} ending={ending} onEnd={(each) => press([each])} />
      ) : null}
      <p role="status" tabIndex={-1} ref={outcome} data-look="dim centred" {...part({ name: 'sessions-status' })}>
        {isAsked ? say('smartSessions.ending') : phase === 'done' ? say('smartSessions.endedNow') : null}
      </p>
      <div role="alert" data-look="dim centred" {...part({ name: 'sessions-trouble' })}>
        {!isAsked && notice ? say(notice === 'error.notSupported' ? 'smartSessions.endInWallet' : notice) : null}
      </div>
      {open.length > 1 ? (
        <>
          <Button variant="quiet" partName="end-all" busy={isAsked} onClick={() => void press(open)}>
            {say('smartSessions.endAll', { count: open.length })}
          </Button>
          <p data-look="dim centred" {...part({ name: 'session-note' })}>
            {say('smartSessions.endAllWhy')}
          </p>
        </>
      ) : null}
    </>
  )
}

interface CardsProps {
  readonly label: string
  readonly sessions: readonly ShownSession[]
  readonly ending?: readonly string[] | undefined
  readonly onEnd?: ((session: ShownSession) => Promise<void>) | undefined
}

function Cards({ label, sessions, ending = [], onEnd }: CardsProps): ReactNode {
  const { say } = useModal()
  const id = useId()
  return (
    <ul aria-label={label} data-look="stack" {...part({ name: 'session-list' })}>
      {sessions.map((session) => {
        const nameId = `${id}-${session.key.slice(-16)}`
        return (
          <li key={session.key}>
            <SessionCard session={session} nameId={nameId}>
              {onEnd ? (
                <Button
                  variant="quiet"
                  size="sm"
                  partName="end-session"
                  aria-describedby={nameId}
                  busy={ending.includes(session.key)}
                  disabled={ending.length > 0 && !ending.includes(session.key)}
                  onClick={() => void onEnd(session)}
                >
                  {say('smartSessions.end')}
                </Button>
              ) : null}
            </SessionCard>
          </li>
        )
      })}
    </ul>
  )
}
