import { readTypedAmount } from '@foyer/core/chain'
import { Button, WalletImage } from '@foyer/parts'
import { ContentBlock, Facts, FieldTree, LimitField, Understood, Warnings } from '@foyer/parts/request'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { say } from '../messages/say.js'
import { useEscape } from '../views/useEscape.js'
import type { WaitingApproval } from './approvals.js'
import { useArming } from './useArming.js'
import type { ShownIn } from './watchArming.js'

export interface ApprovalScreenProps {
  readonly approval: Pick<WaitingApproval, 'id' | 'site' | 'shown'>
  /** How many wait after it. */
  readonly more: number
  readonly shownIn: ShownIn
  readonly onApprove: () => void
  /** The visitor would rather approve it with this limit. */
  readonly onLimit: (amount: string) => void
  readonly onReject: () => void
}

/** One request: who asks, what is signed, and two buttons, of which one is armed only while the whole of it is seen. */
export function ApprovalScreen(props: ApprovalScreenProps): ReactNode {
  const { approval, more, shownIn, onApprove, onLimit, onReject } = props
  const { site, shown, id } = approval
  const { limit } = shown
  const titleId = useId()
  const screen = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [isUnderstood, setUnderstood] = useState(false)
  const { status, takes } = useArming({ element: screen, key: String(id), shownIn })
  useEscape(onReject)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request is another screen
  useEffect(() => {
    setUnderstood(false)
    title.current?.focus()
  }, [id])
  const isMeant = !shown.isDeliberate || isUnderstood
  const approve = ({ nativeEvent }: MouseEvent) => {
    if (isMeant && takes(nativeEvent)) onApprove()
  }
  return (
    <main ref={screen} className="screen" aria-labelledby={titleId}>
      <header className="head">
        <h1 id={titleId} ref={title} tabIndex={-1} className="title">
          {shown.title}
        </h1>
        <p className="asks" data-part="asks">
          <WalletImage name={new URL(site).host} size="row" />
          <span>{say('approve.asks', { site: hostOf(site) })}</span>
        </p>
      </header>
      <div className="scroll">
        <Facts facts={shown.facts} />
        {shown.content ? <ContentBlock {...shown.content} /> : null}
        {shown.tree ? (
          <FieldTree {...shown.tree} allOf={(count) => say('approve.allOf', { count: String(count) })} />
        ) : null}
        <Warnings warnings={shown.warnings} label={say('approve.warnings')} />
        {limit ? (
          <LimitField
            key={id}
            limit={limit}
            isAmount={(text) => (readTypedAmount({ ...limit, text })?.value ?? 0n) > 0n}
            set={say('approve.limit')}
            wrong={say('approve.limitWrong')}
            onLimit={onLimit}
          />
        ) : null}
        {shown.isDeliberate ? (
          <Understood label={say('approve.understood')} isOn={isUnderstood} onChange={setUnderstood} />
        ) : null}
        {more > 0 ? <p className="small">{say('approve.more', { count: String(more) })}</p> : null}
      </div>
      <div className="decision">
        <p className="small" role="status">
          {status === 'unseen' && shownIn === 'frame' ? say('approve.covered') : ''}
        </p>
        <div className="actions">
          <Button variant="quiet" onClick={onReject}>
            {say('approve.reject')}
          </Button>
          <Button aria-disabled={!(isMeant && status === 'armed') || undefined} onClick={approve} partName="approve">
            {shown.act}
          </Button>
        </div>
      </div>
    </main>
  )
}

/** Without its scheme where that is the usual one. */
const hostOf = (origin: string): string => origin.replace(/^https:\/\//, '')
