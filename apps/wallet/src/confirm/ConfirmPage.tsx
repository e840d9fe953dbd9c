import { confirmLinkCall, type LinkView, readLinkCall, refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { Button, CheckIcon, ClockIcon, ShieldIcon } from '@foyer/parts'
import { type ReactNode, useCallback } from 'react'
import { ArmedButton } from '../arming/ArmedButton.js'
import { say, timeOf } from '../messages/say.js'
import { sayInWindow } from '../messages/windowSentences.js'
import { RefusedError, type Servers } from '../servers/servers.js'
import { Message } from '../views/Message.js'
import { ChangeQuestion, OpenedNotice, Question } from './Question.js'
import { useAnswers } from './useAnswers.js'

/** The thing that is refused, or cancelled while it waits. */
type Cancelled = 'device' | 'change' | 'deletion' | 'opened' | 'made'

const refusedSentences = {
  device: 'confirm.refused',
  change: 'confirm.changeRefused',
  deletion: 'confirm.deletionRefused',
  opened: 'confirm.denied',
  made: 'confirm.stays',
} as const

type Shown =
  | { readonly status: 'broken' }
  | { readonly status: 'asked'; readonly view: Extract<LinkView, { readonly status: 'open' }> }
  | { readonly status: 'change'; readonly view: Extract<LinkView, { readonly status: 'change' }> }
  | { readonly status: 'opened'; readonly view: Extract<LinkView, { readonly status: 'opened' }> }
  | { readonly status: 'made'; readonly view: Extract<LinkView, { readonly status: 'made' }> }
  | {
      readonly status: 'said'
      readonly title: string
      readonly picture?: ReactNode
      readonly cancels?: Cancelled
    }

export interface ConfirmPageProps {
  readonly servers: Servers
  /** The secret of the mail's link. */
  readonly link: string
  /** The key of this browser: a first login that it has begun itself asks it for no digits. */
  readonly browser: string
}

/** The keeper's page, to which the mail's link leads. Opening it changes nothing: mail scanners follow links. */
export function ConfirmPage({ servers, link, browser }: ConfirmPageProps): ReactNode {
  const readLink = useCallback(async () => shownFor(await servers.plain(readLinkCall, { link })), [servers, link])
  const { shown, isBusy, read, act } = useAnswers({ read: readLink, failed })
  const refuse = (what: Cancelled) =>
    act(async () => {
      const { undone } = await servers.plain(refuseLinkCall, { link })
      const title = sayInWindow(undone ? 'confirm.undone' : refusedSentences[what])
      return { status: 'said', title, picture: <ShieldIcon /> }
    })
  const confirm = (digits: string | null) =>
    act(async () => {
      const { status, opensAt } = await servers.signed(confirmLinkCall, { link, digits })
      if ((status === 'held' || status === 'changeHeld') && opensAt !== null) return heldUntil(status, opensAt)
      if (status === 'over') return { status: 'said', title: say('confirm.over') }
      const picture = status === 'wrongDigits' ? <ShieldIcon /> : <CheckIcon />
      return { status: 'said', title: sayInWindow(`confirm.${status}`), picture }
    })
  if (!shown) return <Message title={say('approve.wait')} />
  return <Answer {...{ shown, browser, isBusy, refuse, confirm }} onAgain={read} />
}

interface AnswerProps {
  readonly shown: Shown
  readonly browser: string
  readonly isBusy: boolean
  readonly refuse: (what: Cancelled) => void
  readonly confirm: (digits: string | null) => void
  readonly onAgain: () => void
}

/** Shows what the link leads to: what it asks for, or what came of it. */
function Answer({ shown, browser, isBusy, refuse, confirm, onAgain }: AnswerProps): ReactNode {
  switch (shown.status) {
    case 'broken':
      return (
        <Message
          title={sayInWindow('confirm.broken')}
          actions={<Button onClick={onAgain}>{say('confirm.again')}</Button>}
        />
      )
    case 'said': {
      const { cancels } = shown
      return (
        <Message
          title={shown.title}
          picture={shown.picture}
          actions={
            cancels ? (
              <ArmedButton variant="danger" busy={isBusy} onClick={() => refuse(cancels)}>
                {sayInWindow('confirm.cancel')}
              </ArmedButton>
            ) : undefined
          }
        />
      )
    }
    case 'opened':
    case 'made':
      return <OpenedNotice opened={shown.view} isBusy={isBusy} onDeny={() => refuse(shown.status)} />
    case 'change':
      return (
        <ChangeQuestion change={shown.view} isBusy={isBusy} onConfirm={confirm} onRefuse={() => refuse('change')} />
      )
    case 'asked': {
      const asksDigits = shown.view.noDigitsIn !== browser
      return (
        <Question
          asking={shown.view}
          asksDigits={asksDigits}
          isHeld={shown.view.holdSeconds !== null}
          isBusy={isBusy}
          onConfirm={(digits) => confirm(asksDigits ? digits : null)}
          onRefuse={() => refuse('device')}
        />
      )
    }
  }
}

function failed(error: unknown): Shown {
  const isOver = error instanceof RefusedError && (error.refusal === 'link_over' || error.refusal === 'deletion_over')
  return isOver ? { status: 'said', title: say('confirm.over') } : { status: 'broken' }
}

const heldUntil = (status: 'held' | 'changeHeld', opensAt: number): Shown => ({
  status: 'said',
  title: sayInWindow(`confirm.${status}`, { when: timeOf(opensAt) }),
  picture: <ClockIcon />,
  cancels: status === 'held' ? 'device' : 'change',
})

function shownFor(view: LinkView): Shown {
  if (view.status === 'over') return { status: 'said', title: say('confirm.over') }
  if (view.status === 'held' || view.status === 'changeHeld') return heldUntil(view.status, view.opensAt)
  if (view.status === 'deletion') {
    const title = sayInWindow('confirm.deletion', { when: timeOf(view.opensAt) })
    return { status: 'said', title, picture: <ClockIcon />, cancels: 'deletion' }
  }
  if (view.status === 'opened') return { status: 'opened', view }
  if (view.status === 'made') return { status: 'made', view }
  return view.status === 'change' ? { status: 'change', view } : { status: 'asked', view }
}
