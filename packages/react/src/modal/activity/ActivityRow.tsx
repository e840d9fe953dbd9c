import type { ActivityTransfer, ActivityType } from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { part, RowItem, RowLink, Tag } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { ActivityLine } from '../../headless/activity.js'
import { useModal } from '../modalContext.js'
import { ActivityImage } from './ActivityImage.js'

/** A line of the activity: a link to the explorer where the network has one. Its day is at the start, below its words or beside whom it was with; its amounts are at the end. */
export function ActivityRow({ line }: { readonly line: ActivityLine }): ReactNode {
  const { say } = useModal()
  const { type, status, transfers, explorerUrl } = line
  const [first, second] = transfers
  const content = {
    label: say(`activity.${type}`),
    image: <ActivityImage line={line} />,
    sublabel: <Words line={line} />,
    trailing:
      first || status !== 'confirmed' ? (
        <span {...part({ name: 'activity-amounts' })}>
          {first ? <Amount transfer={first} /> : null}
          {second ? <Amount transfer={second} /> : null}
          {status === 'pending' ? <Tag variant="main">{say('activity.isPending')}</Tag> : null}
          {status === 'held' ? <Tag>{say('activity.isHeld')}</Tag> : null}
          {status === 'failed' ? <Tag variant="bad">{say('activity.isFailed')}</Tag> : null}
        </span>
      ) : undefined,
    'data-hash': line.hash,
  }
  return explorerUrl ? (
    <RowLink partName="activity-item" {...content} href={explorerUrl} newTabHint={say('shell.opensNewTab')} />
  ) : (
    <RowItem partName="activity-item" {...content} />
  )
}

const received: readonly ActivityType[] = ['receive', 'claim', 'mint', 'borrow', 'withdraw']

function Words({ line: { type, when, counterparty, reason } }: { readonly line: ActivityLine }): ReactNode {
  const { say } = useModal()
  const address = counterparty && shortenAddress({ address: counterparty })
  const withWhom = address && say(received.includes(type) ? 'activity.from' : 'activity.to', { address })
  return (
    <span {...part({ name: 'activity-words' })}>
      {withWhom ? (
        <span dir="auto" title={counterparty}>
          {withWhom}
        </span>
      ) : null}
      <time data-look="dim" {...part({ name: 'activity-when' })}>
        {when}
      </time>
      {reason ? <span dir="auto">{say('activity.reason', { reason })}</span> : null}
    </span>
  )
}

/** An amount is read from left to right in every language; a name as it is written. */
function Amount({ transfer: { direction, amount, name, isNft } }: { readonly transfer: ActivityTransfer }): ReactNode {
  const { say } = useModal()
  const text = amount ?? (name || (isNft ? say('activity.nft') : ''))
  return (
    <bdi dir={amount ? 'ltr' : 'auto'} title={text} {...part({ name: 'activity-amount', states: { direction } })}>
      {text}
    </bdi>
  )
}
