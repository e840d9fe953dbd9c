import { isConnected } from '@foyer/core'
import { FoyerError } from '@foyer/core/errors'
import { type ReactNode, useEffect, useState } from 'react'
import { useFoyer } from '../useFoyer.js'
import { type FoyerWalletParameters, useFoyerWallet } from '../useFoyerWallet.js'
import { useSelect } from '../useSelect.js'
import { type WalletName, walletNames } from '../walletButton/walletNames.js'
import { Spoken } from './Spoken.js'
import { Trigger } from './Trigger.js'

export interface WalletButtonProps extends FoyerWalletParameters {
  readonly wallet: WalletName
  /** The wallet's name unless said. */
  readonly label?: string | undefined
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
    // Only what is in the page already: nobody is asked for a picture before the visitor has done anything.
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
      <Spoken as={`${options.locale.button['button.connect']}: ${name}`}>{name}</Spoken>
    </Trigger>
  )
}

/** What went wrong, in the visitor's language; a visitor who closed the modal knows. */
function Failure({ error }: { readonly error: unknown }): ReactNode {
  const { options, context } = useFoyer()
  const [words, setWords] = useState('')
  const known = error instanceof FoyerError
  const notice = known ? (error.notice ?? 'error.unknown') : 'error.unknown'
  const silent = known && error.code === 'aborted'
  useEffect(() => {
    if (silent) return
    options.locale.load().then(({ sentences }) => setWords(wordsOf(sentences, notice)), context.report)
  }, [silent, notice, options, context])
  return (
    <span role="alert" data-part="load-notice">
      {silent ? '' : words}
    </span>
  )
}

function wordsOf(sentences: Readonly<Record<string, string>>, key: string): string {
  return sentences[key] ?? sentences['error.unknown'] ?? ''
}
