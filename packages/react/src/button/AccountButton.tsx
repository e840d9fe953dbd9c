import type { Family } from '@foyer/core'
import type { ReactNode } from 'react'
import { useScope } from '../scope.js'
import { Frame } from './Frame.js'
import { LoadNotice } from './LoadNotice.js'
import { Trigger } from './Trigger.js'
import { useFace } from './useFace.js'

export interface AccountButtonProps {
  /** The balance of the network's own coin; `show` unless said. */
  readonly balance?: 'hide' | 'show' | undefined
  /** How much of the address is shown: its first 4 and last 6 characters unless said [S9.43]. */
  readonly charsStart?: number | undefined
  readonly charsEnd?: number | undefined
  /** The account of this chain family; the active one unless said. */
  readonly family?: Family | undefined
  readonly disabled?: boolean | undefined
}

/**
 * Shows the connected account and opens its view; on a network that isn't configured, the way out of it. Draws nothing
 * while nothing is connected.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example <AccountButton balance="hide" />
 */
export function AccountButton(props: AccountButtonProps): ReactNode {
  const { foyer, face } = useScope()
  const { family } = props
  const { connected, piece } = useFace(family)
  if (!connected) return null
  if (piece.status === 'ready') return <piece.content.AccountFace {...props} />
  if (piece.status === 'failed')
    return (
      <Frame>
        <LoadNotice onRetry={face.load} />
      </Frame>
    )
  return (
    <Trigger part="account-button" busy disabled={props.disabled} onPress={() => foyer.open({ family })}>
      <span data-part="account-skeleton">{foyer.options.locale.button['button.connecting']}</span>
    </Trigger>
  )
}
