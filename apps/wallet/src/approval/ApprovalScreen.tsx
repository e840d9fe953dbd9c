import { readTypedAmount } from '@foyer/core/chain'
import { Button, WalletImage } from '@foyer/parts'
import { Headline, LimitField, RequestBody, Understood, Warnings } from '@foyer/parts/request'
import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { isAttendedTo, type ShownIn } from '../arming/arming.js'
import { Reason } from '../arming/Reason.js'
import { useArming } from '../arming/useArming.js'
import { say } from '../messages/say.js'
import { Scroll } from '../views/Scroll.js'
import { useEscape } from '../views/useEscape.js'
import { WithValue } from '../views/WithValue.js'
import type { WaitingApproval } from './approvals.js'

export interface ApprovalScreenProps {
  readonly approval: Pick<WaitingApproval, 'id' | 'site' | 'shown' | 'changes'>
  /** The number of requests that wait after it. */
  readonly more: number
  readonly shownIn: ShownIn
  /** It is answered, and being carried out. */
  readonly isBusy?: boolean | undefined
  /** The content below the request. */
  readonly below?: ReactNode | undefined
  readonly onApprove: () => void
  /** The visitor would rather approve it with this limit. */
  readonly onLimit: (amount: string) => void
  readonly onReject: () => void
  /** Shows it in the wallet's window: offered in a frame that isn't seen, or is too small. */
  readonly onWindow?: (() => void) | undefined
}

/** One request: who asks, what it comes to, what speaks against it, and two buttons, of which one is armed only while the whole of it is seen. */
export function ApprovalScreen(props: ApprovalScreenProps): ReactNode {
  const { approval, more, shownIn, isBusy, below, onApprove, onReject, onWindow } = props
  const { site, shown, id, changes } = approval
  const [titleId, headlineId, reasonId] = [useId(), useId(), useId()]
  const screen = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [isUnderstood, setUnderstood] = useState(false)
  const [isLimited, setLimited] = useState(false)
  const { status, takes } = useArming({ element: screen, key: `${id} ${changes}`, shownIn })
  useEscape(isBusy ? () => {} : shown.isNotice ? onApprove : onReject)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request is another screen
  useEffect(() => {
    setLimited(false)
    title.current?.focus()
  }, [id])
  // What was agreed to wasn't this.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what speaks against it is read anew
  useLayoutEffect(() => setUnderstood(false), [id, changes])
  // Who would rather have a limit hasn't meant this.
  const isMeant = (!shown.isDeliberate || isUnderstood) && !isLimited
  const approve = ({ nativeEvent }: MouseEvent) => {
    if (isMeant && takes(nativeEvent)) onApprove()
  }
  const describedBy = shown.headline.length > 0 ? headlineId : undefined
  return (
    <main
      ref={screen}
      className="screen"
      data-part="approval"
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      aria-busy={isBusy}
    >
      <header className="head">
        <h1 id={titleId} ref={title} tabIndex={-1} className="title" aria-describedby={describedBy}>
          {shown.title}
        </h1>
        <p className="asks" data-part="asks">
          <WalletImage name={new URL(site).host} size="row" />
          <span>
            <WithValue sentence={say('approve.asks', { site: hostOf(site) })} value={hostOf(site)}>
              <b>{hostOf(site)}</b>
            </WithValue>
          </span>
        </p>
      </header>
      <Scroll>
        {shown.headline.length > 0 ? <Headline id={headlineId} parts={shown.headline} /> : null}
        <div role={shown.isDeliberate ? 'alert' : undefined} className="warned" data-part="warnings">
          <Warnings warnings={shown.warnings} label={say('approve.warnings')} />
        </div>
        <Limit {...props} onChoose={setLimited} />
        <RequestBody shown={shown} allOf={shownIn === 'window' ? undefined : allOf} />
        {more > 0 ? <p className="small">{say('approve.more', { count: String(more) })}</p> : null}
        {below}
      </Scroll>
      <div className="decision dock">
        {shown.isDeliberate ? (
          <Understood label={say('approve.understood')} isOn={isUnderstood} onChange={setUnderstood} />
        ) : null}
        <Reason id={reasonId} element={screen} {...{ status, shownIn, onWindow }} isSaid={isAttendedTo(shownIn)} />
        <Buttons {...props} reasonId={reasonId} isReady={isMeant && status === 'armed'} onApprove={approve} />
      </div>
    </main>
  )
}

/** The label of a long value that is folded; in a window nothing is, as what is folded would count as read. */
const allOf = (count: number): string => say('approve.allOf', { count: String(count) })

/** Without its scheme where that is the usual one. */
const hostOf = (origin: string): string => origin.replace(/^https:\/\//, '')

function Buttons({
  approval: { shown },
  isBusy = false,
  isReady,
  reasonId,
  onApprove,
  onReject,
}: Pick<ApprovalScreenProps, 'approval' | 'isBusy' | 'onReject'> & {
  readonly isReady: boolean
  readonly reasonId: string
  readonly onApprove: (event: MouseEvent) => void
}): ReactNode {
  return (
    <div className="actions decide">
      {shown.isNotice ? null : (
        <Button variant="quiet" disabled={isBusy} onClick={onReject}>
          {say('approve.reject')}
        </Button>
      )}
      <Button
        aria-disabled={isBusy || !isReady || undefined}
        aria-describedby={reasonId}
        busy={isBusy}
        onClick={onApprove}
        partName="approve"
      >
        {shown.act}
      </Button>
    </div>
  )
}

/** In the place of an allowance without a limit, one. */
function Limit({
  approval: { id, shown },
  isBusy,
  onLimit,
  onChoose,
}: ApprovalScreenProps & { readonly onChoose: (isLimited: boolean) => void }): ReactNode {
  const { limit } = shown
  if (!limit || isBusy) return null
  return (
    <LimitField
      key={id}
      limit={limit}
      unlimited={say('approve.unlimited')}
      only={say('approve.only', { amount: limit.short })}
      isAmount={(text) => (readTypedAmount({ ...limit, text })?.value ?? 0n) > 0n}
      set={say('approve.limit')}
      wrong={say('approve.limitWrong')}
      onChoose={onChoose}
      onLimit={onLimit}
    />
  )
}
