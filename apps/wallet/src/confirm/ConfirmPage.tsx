import { confirmLinkCall, type LinkView, readLinkCall, refuseLinkCall } from '@foyer/embedded/custody'
import { Button } from '@foyer/parts'
import { Facts } from '@foyer/parts/request'
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { RefusedError, type Servers } from '../login/servers.js'
import { type SentenceName, say } from '../messages/en.js'
import { Message } from '../views/Message.js'

type Shown =
  | { readonly status: 'reading' }
  | { readonly status: 'broken' }
  | { readonly status: 'asked'; readonly view: Exclude<LinkView, { readonly status: 'over' }> }
  | { readonly status: 'said'; readonly title: SentenceName; readonly when?: string; readonly isCancellable?: boolean }

export interface ConfirmPageProps {
  readonly servers: Servers
  /** The secret of the mail's link. */
  readonly link: string
}

const timeOf = (seconds: number): string => new Date(seconds * 1_000).toLocaleString('en')

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
      return <Question view={shown.view} isBusy={isBusy} onConfirm={confirm} onRefuse={refuse} />
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

/** Who asks from where, and one button; where a wallet is there, the digits that the other window shows. */
function Question({
  view,
  isBusy,
  onConfirm,
  onRefuse,
}: {
  readonly view: Exclude<LinkView, { readonly status: 'over' }>
  readonly isBusy: boolean
  readonly onConfirm: (digits: string | null) => void
  readonly onRefuse: () => void
}): ReactNode {
  const [digits, setDigits] = useState('')
  const { site, browser, place, beganAt, email } = view
  const asksDigits = view.status === 'open' && view.asksDigits
  const isReady = !asksDigits || /^\d{4}$/.test(digits)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isBusy) onConfirm(asksDigits ? digits : null)
  }
  const facts = [
    { label: say('confirm.site'), value: site },
    { label: say('confirm.browser'), value: browser },
    ...(place === null ? [] : [{ label: say('confirm.place'), value: place }]),
    { label: say('confirm.began'), value: timeOf(beganAt) },
  ]
  return (
    <form onSubmit={submit} className="frame">
      <Message
        title={say('confirm.title')}
        actions={
          <>
            <Button variant="quiet" disabled={isBusy} onClick={onRefuse}>
              {say('confirm.refuse')}
            </Button>
            <Button type="submit" busy={isBusy} disabled={!isReady}>
              {say('confirm.do')}
            </Button>
          </>
        }
      >
        <p>{say('confirm.say', { email, site })}</p>
        <Facts facts={facts} />
        {asksDigits ? (
          <label>
            <p>{say('confirm.digits')}</p>
            <input
              className="digits-field"
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              value={digits}
              onChange={(event) => setDigits(event.currentTarget.value.replace(/\D/g, ''))}
            />
          </label>
        ) : null}
        {view.status === 'open' && view.holdSeconds !== null ? <p className="small">{say('confirm.hold')}</p> : null}
      </Message>
    </form>
  )
}
