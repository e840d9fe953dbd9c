import type { Foyer, Network } from '@foyer/core'
import type { Piece } from '@foyer/core/internal'
import type { Sentences } from '@foyer/core/messages'
import type { ReactNode } from 'react'
import { type Kit, ProviderMissingError, useKit } from '../kit.js'
import type { WatchedBalance } from '../useFoyerBalance.js'
import type { WalletName } from '../walletButton/walletNames.js'
import type { AccountButtonProps, ButtonAccount } from './accountShown.js'
import type { ConnectedWallet } from './useFoyerWallet.js'

/** Connects a wallet by its name, in the window that the press has opened where its provider needs one. */
export type ConnectByName = (foyer: Foyer, name: WalletName, opened?: Window | null) => Promise<ConnectedWallet>

/** The modal, and what it says in another language than English: they come together. */
export interface ModalCode {
  readonly Modal: (props: { readonly foyer: Foyer; readonly translated: Partial<Sentences> }) => ReactNode
  /** The English sentences that have come. */
  readonly en: Partial<Sentences>
  readonly loadConnectByName: () => Promise<{ readonly connectByName: ConnectByName }>
  readonly translated: Partial<Sentences>
}

/** The pictures and the balance of the buttons. */
export interface Face {
  readonly AccountFace: (props: AccountButtonProps) => ReactNode
  readonly NetworkFace: (props: { readonly network: Network }) => ReactNode
  readonly describeAccount: (
    account: Pick<WatchedBalance, 'balance'> &
      Pick<ButtonAccount, 'address'> & { readonly picture: string | undefined; readonly locale: string },
  ) => Pick<ButtonAccount, 'avatar' | 'balance' | 'shortAddress'>
  readonly networkImageOf: (of: { readonly network: Network; readonly foyer: Foyer }) => string | undefined
}

/**
 * When the modal's code is fetched: once a button of the kit is in view of an idle page, unless the visitor saves data; when one is pointed at or
 * focused; or at the press alone, from when a finger or a mouse goes down. Each includes those after it. What can't be fetched ahead is said only by the press, which tries again.
 */
export type Prefetch = 'visible' | 'intent' | 'none'

/** The context of a provider: the kit, and the pieces that this page has fetched of it. */
export interface Scope extends Kit {
  readonly modal: Piece<ModalCode>
  readonly face: Piece<Face>
  readonly prefetch: Prefetch
}

/** The nearest provider's. @throws ProviderMissingError */
export function useScope(): Scope {
  const kit = useKit<Scope>()
  if (!('modal' in kit)) throw new ProviderMissingError()
  return kit
}
