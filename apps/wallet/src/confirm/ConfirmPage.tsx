import { confirmLinkCall, type LinkView, readLinkCall, refuseLinkCall } from '@foyer/embedded/custody'
import { Button } from '@foyer/parts'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { RefusedError, type Servers } from '../login/servers.js'
import type { SentenceName } from '../messages/en.js'
import { say, timeOf } from '../messages/say.js'
import { Message } from '../views/Message.js'
import { Question } from './Question.js'

type Shown =
  | { readonly status: 'reading' }
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
  const [shown, setShown] = useState<Shown>({ status: 'reading' })
  const [isBusy, setBusy] = useState(false)
  const failed = useCallback((error: unknown) => {
    const isOver = error instanceof RefusedError && error.refusal === 'link_over'
    setShown(isOver ? { status: 'said', title: 'confirm.over' } : { status: 'broken' })
  }, [])
  const read = useCallback(() => {
    setShown({ status: 'reading' })
    servers.plain(readLinkCall, { link }).then((view) => setShown(shownFor(view)), failed)
  }, [servers, link, failed])
  useEffect(read, [read])
  const act = (work: () => Promise<Shown>) => {
    setBusy(true)
    work()
      .then(setShown, failed)
      .finally(() => setBusy(false))
  }
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
  switch (shown.status) {
    case 'reading':
      return <Message title={say('approve.wait')} />
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
