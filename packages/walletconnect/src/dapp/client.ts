import type { PairingOffer } from '@foyer/core'
import type { DappSession, EngineEvent } from '../engine/engine.js'
import type { SessionProperties } from '../protocol/messages.js'
import type { ProposalNamespaces } from '../protocol/namespaces.js'
import type { PeerMetadata } from '../protocol/schemas.js'
import type { SignedMessage } from '../protocol/signin/checkAuthentication.js'
import type { AuthFields, Cacao } from '../protocol/signin/message.js'
import type { TransportStatus } from '../transport/transport.js'

export interface DappConnectParameters extends SessionProperties {
  readonly metadata: PeerMetadata
  readonly requested: ProposalNamespaces
  /** Called with each pairing: the first, and every one that takes the place of one whose 3:50 are over. */
  readonly offer: (pairing: PairingOffer) => void
  readonly signal: AbortSignal
}

export interface DappAuthenticateParameters extends DappConnectParameters {
  /**
   * The fields to be signed, the same on each of the chains (CAIP-2, of Ethereum, and among those of `requested`). The
   * methods of `requested` are added to its resources, as a ReCap (EIP-5573).
   */
  readonly authPayload: AuthFields & { readonly chains: readonly string[] }
  /** Whether a signature holds; called for each, when all else was found to be as requested. */
  readonly verify: (signed: SignedMessage) => Promise<boolean>
}

export interface DappAuthentication {
  /** None where nothing but a sign-in came of it: no methods were asked for, or granted. */
  readonly session?: DappSession | undefined
  /**
   * The signed sign-ins, each of them checked; empty where the wallet doesn't sign in while connecting, and only
   * connected.
   */
  readonly cacaos: readonly Cacao[]
}

export interface DappRequestParameters {
  readonly topic: string
  /** CAIP-2. */
  readonly chainId: string
  /** Another id by which wallets may know the chain. */
  readonly otherId?: string | undefined
  readonly method: string
  readonly params: unknown
  /** From five minutes, which it is unless said, to a week. */
  readonly expiresInMs?: number | undefined
  /** Called once the relay has the request: where the wallet is an app on this device, it may be opened now. */
  readonly sent?: ((requestId: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** The events of a page's sessions. */
export type SessionEvent = Extract<EngineEvent, { readonly type: 'updated' | 'extended' | 'emitted' | 'ended' }>

/** The events of a client's sessions, and of its relay. */
export type DappEvent = SessionEvent | { readonly type: 'status'; readonly status: TransportStatus }

/** An application's side of WalletConnect: one a kit and page, over an engine that pages share. */
export interface DappClient {
  /** The sessions that stand, newest first. */
  sessions(): Promise<readonly DappSession[]>
  /**
   * Proposes until a wallet has settled, the visitor refuses, or the signal aborts. A pairing whose 3:50 are over is renewed in place; a wallet that
   * scanned it just before may still answer it.
   *
   * @throws UserRejectedError · WalletError or JsonRpcError (the wallet's refusal) · SettlementUnusableError · RelayUnreachableError ·
   * RelayRefusedError · AbortedError
   */
  connect(parameters: DappConnectParameters): Promise<DappSession>
  /**
   * Connects as `connect` does, and asks for a sign-in on the way: a wallet that doesn't do both in one only connects.
   *
   * @throws as `connect` · InvalidAuthenticationError where something else was signed than was asked for, or the signature doesn't hold ·
   * ChunkLoadError · what `verify` throws
   * @see CAIP-222, W11
   * @example
   * const { session, cacaos } = await dapp.authenticate({ ...connecting, authPayload, verify: (signed) => verifyMessage(signed) })
   */
  authenticate(parameters: DappAuthenticateParameters): Promise<DappAuthentication>
  /**
   * Sends a request to the wallet, once.
   *
   * @throws UnsupportedMethodError where it wasn't granted · UserRejectedError · WalletError or JsonRpcError (the wallet's own failure) · RequestTimeoutError at its expiry ·
   * ProviderDisconnectedError where the session ends meanwhile · RelayUnreachableError · MessageTooLargeError · AbortedError
   */
  request(parameters: DappRequestParameters): Promise<unknown>
  /** @throws as `request` */
  ping(parameters: { readonly topic: string; readonly signal?: AbortSignal | undefined }): Promise<void>
  /**
   * Ends a session: here at once, at the wallet as well as can be.
   *
   * @param parameters.why - `replaced` where another is used instead, which pages that have this one are to take up
   */
  disconnect(parameters: { readonly topic: string; readonly why?: 'replaced' | undefined }): Promise<void>
  /** @returns stops */
  listen(listener: (event: DappEvent) => void): () => void
  /** The page is in front again. */
  wake(): void
  stop(): void
}
