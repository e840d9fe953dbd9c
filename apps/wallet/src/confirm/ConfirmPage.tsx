import { confirmLinkCall, type LinkView, readLinkCall, refuseLinkCall } from '@foyer/embedded/custody'
import { Button } from '@foyer/parts'
import { type ReactNode, useCallback } from 'react'
import { RefusedError, type Servers } from '../login/servers.js'
import type { SentenceName } from '../messages/pageSentences.js'
import { say, timeOf } from '../messages/say.js'
import { Message } from '../views/Message.js'
import { Question } from './Question.js'
import { useAnswers } from './useAnswers.js'

type Shown =
  | { readonly status: 'broken' }
  | { readonly status: 'asked'; readonly view: Extract<LinkView, { readonly status: 'open' }> }
  | { readonly status: 'said'; readonly title: SentenceName; readonly when?: string; readonly isCancellable?: boolean }

export interface ConfirmPageProps {
  readonly servers: Servers
  /** The secret of the mail's link. */
  readonly link: string
}

/** The keeper's page, to which the mail's link leads. Opening it changes nothing: mail scanners follow links. */
export function ConfirmPage({ servers, link }: ConfirmPageProps): ReactNode {
  const readLink = useCallback(async () => shownFor(await servers.plain(readLinkCall, { link })), [servers, link])
  const { shown, isBusy, read, act } = useAnswers({ read: readLink, failed })
  const refuse = () =>
    act(async () => {
      await servers.plain(refuseLinkCall, { link })
      return { status: 'said', title: 'confirm.refused' }
    })
  const confirm = (digits: string | null) =>
    act(async () => {
      const { status, opensAt } = await servers.signed(confirmLinkCall, { link, digits })
      if (status === 'held' && opensAt !== null) return heldUntil(opensAt)
      return { status: 'said', title: `confirm.${status}` }
    })
  if (!shown) return <Message title={say('approve.wait')} />
  switch (shown.status) {
    case 'broken':
      return <Message title={say('confirm.broken')} actions={<Button onClick={read}>{say('confirm.again')}</Button>} />
    case 'said':
      return (
        <Message
          title={say(shown.title, shown.when ? { when: shown.when } : {})}
          actions={
            shown.isCancellable ? (
              <Button variant="danger" busy={isBusy} onClick={refuse}>
                {say('confirm.cancel')}
              </Button>
            ) : undefined
          }
        />
      )
    case 'asked':
      return (
        <Question
          asking={shown.view}
          asksDigits={shown.view.asksDigits}
          isHeld={shown.view.holdSeconds !== null}
          isBusy={isBusy}
          onConfirm={(digits) => confirm(shown.view.asksDigits ? digits : null)}
          onRefuse={refuse}
        />
      )
  }
}

function failed(error: unknown): Shown {
  const isOver = error instanceof RefusedError && error.refusal === 'link_over'
  return isOver ? { status: 'said', title: 'confirm.over' } : { status: 'broken' }
}

const heldUntil = (opensAt: number): Shown => ({
  status: 'said',
  title: 'confirm.held',
  when: timeOf(opensAt),
  isCancellable: true,
})

function shownFor(view: LinkView): Shown {
  if (view.status === 'over') return { status: 'said', title: 'confirm.over' }
  return view.status === 'held' ? heldUntil(view.opensAt) : { status: 'asked', view }
}
