import { accountOf, type Family } from '@foyer/core'
import type { ReactNode } from 'react'
import { useScope } from '../scope.js'
import { usePiece } from '../usePiece.js'
import { useSelect } from '../useSelect.js'
import { Trigger } from './Trigger.js'

export interface ConnectButtonProps {
  /** "Connect Wallet" unless said. */
  readonly label?: string | undefined
  /** What it says while a wallet is being connected; "Connecting..." unless said. */
  readonly loadingLabel?: string | undefined
  readonly size?: 'md' | 'sm' | undefined
  /** Offers the wallets of this chain family, and follows it. */
  readonly family?: Family | undefined
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
    >
      {/* The sheet keeps room for the other words, so that the width stays. */}
      <span data-part="button-label" data-other={busy ? resting : connecting}>
        {busy ? connecting : resting}
      </span>
    </Trigger>
  )
}
