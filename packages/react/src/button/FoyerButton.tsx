import { accountOf, type Family } from '@foyer/core'
import type { ReactNode } from 'react'
import type { Piece, PieceState } from '../piece.js'
import { useNeeded, usePiece } from '../piece.js'
import { useSelect } from '../useSelect.js'
import type { AccountButtonProps } from './accountShown.js'
import { LoadNotice } from './ButtonParts.js'
import { type Scope, useScope } from './scope.js'
import { Trigger } from './Trigger.js'

export interface FoyerButtonProps extends AccountButtonProps, ConnectButtonProps {}

/**
 * The one button that a page needs: connects, and shows the account once connected.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example <FoyerButton balance="hide" label="Log in" network={{ narrow: 'icon', wide: 'full' }} />
 */
export function FoyerButton(props: FoyerButtonProps): ReactNode {
  return useFace(props.family).connected ? <AccountButton {...props} /> : <ConnectButton {...props} />
}

/**
 * Shows the connected account and opens its view; on a network that isn't configured, the way out of it. Draws nothing
 * while nothing is connected.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example <AccountButton balance="hide" account={{ narrow: 'avatar', wide: 'full' }} />
 */
export function AccountButton(props: AccountButtonProps): ReactNode {
  const { foyer, face } = useScope()
  const { family } = props
  const { connected, piece } = useFace(family)
  if (!connected) return null
  if (piece.status === 'ready') return <piece.content.AccountFace {...props} />
  return (
    <Trigger
      part="account-button"
      busy
      disabled={props.disabled}
      onPress={() => foyer.open({ family })}
      notice={<LoadNotice piece={face} />}
    >
      <span data-part="account-skeleton">{foyer.options.locale.button['button.connecting']}</span>
    </Trigger>
  )
}

export interface ConnectButtonProps {
  /** "Connect Wallet" unless said. */
  readonly label?: string | undefined
  /** The label while a wallet is being connected; "Connecting..." by default. */
  readonly loadingLabel?: string | undefined
  /** Medium unless said. */
  readonly size?: 'md' | 'sm' | undefined
  /** Offers the wallets of this chain family, and follows it. */
  readonly family?: Family | undefined
  /** Can’t be pressed. */
  readonly disabled?: boolean | undefined
}

/**
 * Opens the modal, and closes it when it is open.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example <ConnectButton size="sm" label="Log in" />
 */
export function ConnectButton({ label, loadingLabel, size = 'md', family, disabled }: ConnectButtonProps): ReactNode {
  const { foyer, modal } = useScope()
  const fetching = usePiece(modal).status === 'loading'
  const { open, waiting } = useSelect((state) => ({
    open: state.view.open,
    waiting: state.view.loading || accountOf(state, family).status === 'connecting',
  }))
  const busy = waiting || (open && fetching)
  const { button } = foyer.options.locale
  const resting = label ?? button['button.connect']
  const connecting = loadingLabel ?? button['button.connecting']
  return (
    <Trigger
      part="connect-button"
      size={size}
      busy={busy}
      disabled={disabled}
      onPress={() => (open ? foyer.close() : foyer.open({ family }))}
      notice={
        <span role="status" data-part="visually-hidden">
          {busy ? connecting : ''}
        </span>
      }
    >
      {/* The sheet keeps room for the other words, so that the width stays. */}
      <span data-part="button-label" data-other={busy ? resting : connecting}>
        {busy ? connecting : resting}
      </span>
    </Trigger>
  )
}

type Face = Scope['face'] extends Piece<infer T> ? T : never

/** Is an account connected; and the piece that draws it, fetched as soon as one is on its way. */
export function useFace(family: Family | undefined): { readonly connected: boolean; readonly piece: PieceState<Face> } {
  const { face } = useScope()
  const { near, connected } = useSelect((state) => {
    const { status, connection } = accountOf(state, family)
    return { near: status !== 'disconnected', connected: connection !== undefined }
  })
  return { connected, piece: useNeeded({ piece: face, needed: near }) }
}
