import { accountOf, type Family } from '@foyer/core'
import type { ReactNode } from 'react'
import type { Piece, PieceState } from '../piece.js'
import { useNeeded, usePiece } from '../piece.js'
import { useSelect } from '../useSelect.js'
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

/** What differs by the window's width: under 768 px, and from there on. The sheet distinguishes them, so that a server's page is right from the start. */
export interface ByWidth<T> {
  readonly narrow: T
  readonly wide: T
}

/** How much of the account is shown: its picture, its address, or both. */
export type AccountShown = 'address' | 'avatar' | 'full'

/** How much of the network a button of its own beside the account shows: its picture, its name, or both; or there is no such button. */
export type NetworkShown = 'full' | 'icon' | 'name' | 'none'

export interface AccountButtonProps {
  /** The balance of the network's own coin; `show` unless said. `{ narrow: 'hide', wide: 'show' }` leaves it out on a phone. */
  readonly balance?: 'hide' | 'show' | ByWidth<'hide' | 'show'> | undefined
  /** The account itself; `full` unless said. A screen reader has its address in any case. */
  readonly account?: AccountShown | ByWidth<AccountShown> | undefined
  /** A button before it that opens the networks, in one line with it; `none` unless said. On a network that isn't configured this one leads out of it alone. */
  readonly network?: NetworkShown | ByWidth<NetworkShown> | undefined
  /** How much of the address is shown: its first 4 and last 6 characters unless said [S9.43]. */
  readonly charsStart?: number | undefined
  /** How many letters of the address are shown at its end; 6 unless said. */
  readonly charsEnd?: number | undefined
  /** The account of this chain family; the active one unless said. */
  readonly family?: Family | undefined
  /** Can’t be pressed. */
  readonly disabled?: boolean | undefined
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
  /** What it says while a wallet is being connected; "Connecting..." unless said. */
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
