import type {
  WalletAuthentication,
  WalletClient,
  WalletProposal,
  WalletRequest,
  WalletSession,
} from '@foyer/walletconnect/wallet'
import type { PreparedRequest } from '../families/family.js'
import type { Keyring } from '../keys/keyring.js'
import type { WalletNetwork } from '../settings.js'

/** An application that the wallet is connected to, and what it shows of the wallet. */
export interface ConnectedApp {
  readonly session: WalletSession
  /** The network that it was last told (CAIP-2). */
  readonly chainId: string
  readonly address: string
}

/** A request in words, which waits for its visitor. */
export interface WaitingRequest {
  readonly request: WalletRequest
  readonly app: ConnectedApp
  readonly prepared: Extract<PreparedRequest, { kind: 'ask' }>
}

export interface Notice {
  readonly variant: 'success' | 'error' | 'loading'
  readonly text: string
}

/** All that the wallet shows. */
export interface WalletState {
  readonly keyring: Keyring | undefined
  readonly networks: readonly WalletNetwork[]
  readonly relay: WalletClient['status']
  /** A code was read, and its application is being asked what it wants. */
  readonly isPairing: boolean
  readonly apps: readonly ConnectedApp[]
  readonly proposals: readonly WalletProposal[]
  readonly authentications: readonly WalletAuthentication[]
  readonly requests: readonly WaitingRequest[]
  readonly notice: Notice | undefined
}
