import { shortenAddress } from '@foyer/core/chain'
import type { PlainSentenceKey } from '@foyer/core/messages'
import type { SessionStatus, ShownSession, ShownTerms } from '@foyer/core/permissions'
import { type Detail, Details, part, Tag } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Say } from '../../headless/say.js'
import { useModal } from '../modalContext.js'
import { WholeAddress } from '../review/Review.js'

const statusWords: Readonly<Record<SessionStatus, PlainSentenceKey>> = {
  active: 'smartSessions.active',
  off: 'smartSessions.off',
  expired: 'smartSessions.expired',
  ended: 'smartSessions.ended',
  unread: 'smartSessions.unread',
}

const looks = { active: 'success', off: 'warn', unread: 'warn', expired: 'shade', ended: 'shade' } as const

const whys: Partial<Readonly<Record<SessionStatus, PlainSentenceKey>>> = {
  off: 'smartSessions.offWhy',
  unread: 'smartSessions.unreadWhy',
}

export interface SessionCardProps {
  readonly session: ShownSession
  /** The id of the card's name, which distinguishes its button from the others'. */
  readonly nameId: string
  /** The actions on it. */
  readonly children?: ReactNode | undefined
}

/** A permission: to whom, what, how much of it was spent, until when. */
export function SessionCard({ session, nameId, children }: SessionCardProps): ReactNode {
  const { say } = useModal()
  const { status, name, terms, until, mayEnd } = session
  const why = whys[status]
  return (
    <div data-look="stack-2" {...part({ name: 'session', states: { status } })}>
      <p data-look="ends" {...part({ name: 'session-head' })}>
        <bdi id={nameId} {...part({ name: 'session-name' })}>
          {name}
        </bdi>
        <Tag variant={looks[status]}>{say(statusWords[status])}</Tag>
      </p>
      <p {...part({ name: 'session-terms' })}>{terms ? termsIn(say, terms) : say('smartSessions.otherTerms')}</p>
      {mayEnd ? <Spent session={session} nameId={nameId} /> : null}
      {mayEnd && status !== 'unread' ? (
        <p data-look="dim" {...part({ name: 'session-until' })}>
          {until === undefined ? (
            say('smartSessions.noEnd')
          ) : (
            <>
              {say('smartSessions.until')} <bdi>{until}</bdi>
            </>
          )}
        </p>
      ) : null}
      {why ? (
        <p data-look="dim" {...part({ name: 'session-note' })}>
          {say(why)}
        </p>
      ) : null}
      <Details partName="session-details" summary={say('smartSessions.details')} details={detailsIn(say, session)} />
      {children}
    </div>
  )
}

/** The spending, as a figure and as a bar; nothing where the chain doesn't count it. */
function Spent({ session, nameId }: Pick<SessionCardProps, 'session' | 'nameId'>): ReactNode {
  const { say } = useModal()
  const { spent, share, terms } = session
  if (spent === undefined || !terms) return null
  const most = terms.type === 'calls' ? terms.count : terms.type === 'stream' ? terms.most : terms.amount
  const figure = most === undefined ? spent : `${spent} / ${most}`
  return (
    <>
      <p data-look="ends" {...part({ name: 'session-spent' })}>
        <span data-look="dim">{say(spentWords[terms.type])}</span>
        <bdi {...part({ name: 'session-figure' })}>{figure}</bdi>
      </p>
      {share === undefined ? null : (
        <progress
          aria-label={say(spentWords[terms.type])}
          aria-describedby={nameId}
          value={share}
          max={100}
          {...part({ name: 'session-share' })}
        />
      )}
    </>
  )
}

const spentWords: Readonly<Record<ShownTerms['type'], PlainSentenceKey>> = {
  periodic: 'smartSessions.spentInPeriod',
  once: 'smartSessions.spentSoFar',
  stream: 'smartSessions.spentSoFar',
  calls: 'smartSessions.callsMade',
}

const periods = {
  days: 'smartSessions.inDays',
  hours: 'smartSessions.inHours',
  minutes: 'smartSessions.inMinutes',
  seconds: 'smartSessions.inSeconds',
} as const

/** Says its terms, in a sentence. */
function termsIn(say: Say, terms: ShownTerms): string {
  switch (terms.type) {
    case 'periodic': {
      const { amount, count, unit } = terms
      if (count === '1' && unit === 'days') return say('smartSessions.perDay', { amount })
      if (count === '1' && unit === 'hours') return say('smartSessions.perHour', { amount })
      return say(periods[unit], { amount, count })
    }
    case 'once':
      return say('smartSessions.once', { amount: terms.amount })
    case 'stream':
      return say('smartSessions.stream', { amount: terms.perDay })
    case 'calls': {
      const contract = shortenAddress({ address: terms.target })
      const { count } = terms
      if (count === undefined) return say('smartSessions.anyCalls', { contract })
      return say('smartSessions.calls', { count, contract })
    }
  }
}

function detailsIn(say: Say, { to, terms, left, spent, mayEnd }: ShownSession): readonly Detail[] {
  const isOfCalls = terms?.type === 'calls'
  const detail = (id: string, term: PlainSentenceKey, value: ReactNode): readonly Detail[] =>
    value === undefined ? [] : [{ id, term: say(term), value }]
  return [
    ...detail('to', 'smartSessions.to', to === undefined ? undefined : <WholeAddress>{to}</WholeAddress>),
    ...detail(
      'contract',
      'smartSessions.contract',
      isOfCalls ? <WholeAddress>{terms.target}</WholeAddress> : undefined,
    ),
    ...detail('most', 'smartSessions.inAll', terms?.type === 'stream' ? terms.most : undefined),
    ...detail(
      'left',
      isOfCalls ? 'smartSessions.callsLeft' : 'smartSessions.left',
      mayEnd && left !== undefined ? <bdi>{left}</bdi> : undefined,
    ),
    ...detail(
      'spent',
      isOfCalls ? 'smartSessions.callsMade' : 'smartSessions.spentSoFar',
      terms && spent === undefined ? say('smartSessions.notCounted') : mayEnd ? undefined : spent,
    ),
  ]
}
