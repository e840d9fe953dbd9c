import type { WalletNetwork } from '@foyer/core/words'
import type { Keyring, PreparedRequest } from '@foyer/signing'
import type {
  WalletAuthentication,
  WalletClient,
  WalletProposal,
  WalletRequest,
  WalletSession,
} from '@foyer/walletconnect/wallet'

/** A connected application, with the network and account that it uses. */
export interface ConnectedApp {
  readonly session: WalletSession
  /** The network that it last received (CAIP-2). */
  readonly chainId: string
  readonly address: string
}

/** A prepared request that waits for the visitor. */
export interface WaitingRequest {
  readonly request: WalletRequest
  readonly app: ConnectedApp
  readonly prepared: Extract<PreparedRequest, { kind: 'ask' }>
}

export interface Notice {
  readonly variant: 'success' | 'error' | 'loading'
  readonly text: string
}

/** The state that the views draw. */
export interface WalletState {
  readonly keyring: Keyring | undefined
  readonly networks: readonly WalletNetwork[]
  readonly relay: WalletClient['status']
  /** A code was scanned, and its application hasn't proposed yet. */
  readonly isPairing: boolean
  readonly apps: readonly ConnectedApp[]
  readonly proposals: readonly WalletProposal[]
  readonly authentications: readonly WalletAuthentication[]
  readonly requests: readonly WaitingRequest[]
  readonly notice: Notice | undefined
}
