import type { ActivityTransfer, ActivityType } from '@foyer/core/activity'
import {
  ArrowDownIcon,
  ArrowUpIcon,
  ClockIcon,
  CoinIcon,
  part,
  ReceiveIcon,
  SendIcon,
  ShieldIcon,
  SwapIcon,
  TokenImage,
  XIcon,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import type { ActivityLine } from '../../headless/activity.js'

/** What moved: a token, the two of a swap, an NFT, else a sign of the type; with a mark of its direction that shows how it ended. */
export function ActivityImage({ line: { type, status, transfers } }: { readonly line: ActivityLine }): ReactNode {
  const [first, second] = transfers
  const kind = first ? (second ? 'pair' : first.isNft ? 'nft' : 'token') : 'icon'
  const hasMark = kind !== 'icon' || status !== 'confirmed'
  return (
    <span aria-hidden="true" {...part({ name: 'activity-image', states: { kind } })}>
      {first ? null : signOf(type)}
      {first ? <TokenImage symbol={first.name} src={first.imageUrl} size={second ? 'chip' : 'row'} /> : null}
      {second ? <TokenImage symbol={second.name} src={second.imageUrl} size="chip" /> : null}
      {hasMark ? (
        <span {...part({ name: 'activity-mark', states: { status } })}>
          {markOf({ status, direction: second ? undefined : first?.direction })}
        </span>
      ) : null}
    </span>
  )
}

function markOf({
  status,
  direction,
}: {
  readonly status: ActivityLine['status']
  readonly direction: ActivityTransfer['direction'] | undefined
}): ReactNode {
  if (status === 'pending') return <ClockIcon />
  if (status === 'failed') return <XIcon />
  if (direction === 'in') return <ArrowDownIcon />
  return direction === 'out' ? <ArrowUpIcon /> : <SwapIcon />
}

/** What stands for a transaction that moved nothing. */
function signOf(type: ActivityType): ReactNode {
  switch (type) {
    case 'approve':
      return <ShieldIcon />
    case 'cancel':
      return <XIcon />
    case 'receive':
      return <ReceiveIcon />
    case 'send':
      return <SendIcon />
    case 'trade':
      return <SwapIcon />
    default:
      return <CoinIcon />
  }
}
