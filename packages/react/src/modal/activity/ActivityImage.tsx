import type { ActivityTransfer, ActivityType } from '@foyer/core'
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
import type { ComponentType, ReactNode } from 'react'
import type { ActivityLine } from '../../headless/activity.js'

/** The picture of what moved: a token, a swap's two, an NFT, else a sign of the type; with a mark of direction that shows the end. */
export function ActivityImage({ line: { type, status, transfers } }: { readonly line: ActivityLine }): ReactNode {
  const [first, second] = transfers
  const kind = first ? (second ? 'pair' : first.isNft ? 'nft' : 'token') : 'icon'
  const Sign = signs[type] ?? CoinIcon
  const hasMark = kind !== 'icon' || status !== 'confirmed'
  return (
    <span aria-hidden="true" data-look="disc" {...part({ name: 'activity-image', states: { kind } })}>
      {first ? null : <Sign />}
      {first ? <TokenImage symbol={first.name} src={first.imageUrl} size={second ? 'chip' : 'row'} /> : null}
      {second ? <TokenImage symbol={second.name} src={second.imageUrl} size="chip" /> : null}
      {hasMark ? (
        <span data-look="disc" {...part({ name: 'activity-mark', states: { status } })}>
          <Mark status={status} direction={second ? undefined : first?.direction} />
        </span>
      ) : null}
    </span>
  )
}

interface MarkProps extends Pick<ActivityLine, 'status'> {
  readonly direction: ActivityTransfer['direction'] | undefined
}

function Mark({ status, direction }: MarkProps) {
  if (status === 'pending' || status === 'held') return <ClockIcon />
  if (status === 'failed') return <XIcon />
  if (direction === 'in') return <ArrowDownIcon />
  return direction === 'out' ? <ArrowUpIcon /> : <SwapIcon />
}

/** The signs of transactions that moved nothing. */
const signs: { readonly [Type in ActivityType]?: ComponentType } = {
  approve: ShieldIcon,
  cancel: XIcon,
  receive: ReceiveIcon,
  send: SendIcon,
  trade: SwapIcon,
}
