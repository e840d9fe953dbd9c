import type { Family, NetworkId } from '@foyer/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSelect } from '../useSelect.js'
import type { WalletName } from '../walletButton/walletNames.js'
import { windowOfPress } from '../walletButton/windowOfPress.js'
import { useScope } from './scope.js'

/** The account that was connected. */
export interface ConnectedWallet {
  readonly family: Family
  readonly address: string
  readonly networkId: NetworkId | undefined
}

export interface FoyerWalletParameters {
  /** Called once the wallet is connected. */
  readonly onSuccess?: ((connected: ConnectedWallet) => void) | undefined
  /** Called with an AbortedError where the visitor closed the modal. */
  readonly onError?: ((error: unknown) => void) | undefined
}

export type WalletConnecting =
  | { readonly status: 'idle' | 'pending'; readonly data: undefined; readonly error: undefined }
  | {
      /** How far the newest press has come. */
      readonly status: 'success'
      /** The connected wallet, once there is one. */
      readonly data: ConnectedWallet
      readonly error: undefined
    }
  | {
      readonly status: 'error'
      readonly data: undefined
      /** What `connect` failed with. */
      readonly error: unknown
    }

export type FoyerWallet = WalletConnecting & {
  /** Wallets in the page are listened for. */
  readonly isReady: boolean
  /** Opens the modal where the wallet is connected. To be called by the press itself, as only that may open a provider's window. The outcome is in the status, and the callbacks are called with it. */
  readonly connect: (wallet: WalletName) => void
}

/**
 * Connects a wallet by its name: one that is in the page is asked, another is paired with.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const { connect, status } = useFoyerWallet({ onSuccess: ({ address }) => greet(address) })
 * return <button onClick={() => connect('metamask')}>{status}</button>
 */
export function useFoyerWallet({ onSuccess, onError }: FoyerWalletParameters = {}): FoyerWallet {
  const { foyer, modal } = useScope()
  const isReady = useSelect((state) => state.started)
  const [connecting, setConnecting] = useState<WalletConnecting>(idle)
  const callbacks = useRef({ onSuccess, onError })
  useEffect(() => {
    callbacks.current = { onSuccess, onError }
  })
  const connect = useMemo(() => {
    let latest = 0
    return (wallet: WalletName) => {
      latest += 1
      const own = latest
      const opened = windowOfPress(foyer, wallet)
      setConnecting({ ...idle, status: 'pending' })
      modal.load() // so that what went wrong can be said in its sentences
      modal
        .fetch()
        .then(({ loadConnectByName }) => loadConnectByName())
        .then(({ connectByName }) => connectByName(foyer, wallet, opened))
        .then(
          (data) => {
            if (own === latest) setConnecting({ status: 'success', data, error: undefined })
            callbacks.current.onSuccess?.(data)
          },
          (error: unknown) => {
            opened?.close()
            if (own === latest) setConnecting({ status: 'error', data: undefined, error })
            callbacks.current.onError?.(error)
          },
        )
    }
  }, [foyer, modal])
  return { ...connecting, isReady, connect }
}

const idle = { status: 'idle', data: undefined, error: undefined } as const
