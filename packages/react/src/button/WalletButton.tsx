import { isConnected } from '@foyer/core'
import { FoyerError } from '@foyer/core/errors'
import type { Sentences } from '@foyer/core/messages'
import type { ReactNode } from 'react'
import { useFoyer } from '../kit.js'
import { usePiece } from '../piece.js'
import { useSelect } from '../useSelect.js'
import { type WalletName, walletNames } from '../walletButton/walletNames.js'
import { ButtonLabel } from './ButtonParts.js'
import { useScope } from './scope.js'
import { Trigger } from './Trigger.js'
import { type FoyerWalletParameters, useFoyerWallet } from './useFoyerWallet.js'

export interface WalletButtonProps extends FoyerWalletParameters {
  /** The wallet that a press connects, by name. */
  readonly wallet: WalletName
  /** The wallet's name unless said. */
  readonly label?: string | undefined
  /** Can’t be pressed. */
  readonly disabled?: boolean | undefined
}

/**
 * Connects one wallet: a press asks it if it's in the page, and else shows how to reach it. It can't be pressed while a wallet is connected.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example <WalletButton wallet="metamask" onSuccess={({ address }) => greet(address)} />
 */
export function WalletButton({ wallet, label, disabled, ...callbacks }: WalletButtonProps): ReactNode {
  const { options } = useFoyer()
  const { connect, status, error } = useFoyerWallet(callbacks)
  const name = label ?? walletNames[wallet]
  const { connected, icon } = useSelect((state) => ({
    connected: isConnected(state),
    // Only what is in the page already: no picture is requested before the visitor acts.
    icon: state.connectors.find((each) => each.name === walletNames[wallet] && each.icon?.startsWith('data:image/'))
      ?.icon,
  }))
  return (
    <Trigger
      part="wallet-button"
      busy={status === 'pending'}
      disabled={disabled || connected}
      onPress={() => connect(wallet)}
      notice={status === 'error' ? <Failure error={error} /> : null}
    >
      <span data-part="wallet-picture" data-initial={[...name][0]} aria-hidden="true">
        {icon ? <img src={icon} alt="" /> : null}
      </span>
      <ButtonLabel accessibleName={`${options.locale.button['button.connect']}: ${name}`}>{name}</ButtonLabel>
    </Trigger>
  )
}

/** The failure, in the visitor's language; a visitor who closed the modal knows. */
function Failure({ error }: { readonly error: unknown }): ReactNode {
  const { foyer, modal } = useScope()
  const piece = usePiece(modal)
  const { code, notice = 'error.unknown' } = error instanceof FoyerError ? error : { code: 'unknown' }
  // Where the modal's code didn't come, its sentences didn't either.
  const words: Partial<Sentences> = piece.status === 'ready' ? { ...piece.content.en, ...piece.content.translated } : {}
  return (
    <span role="alert" data-part="load-notice">
      {code === 'aborted' ? '' : `${words[notice] ?? foyer.options.locale.button['button.notLoaded']}`}
    </span>
  )
}
