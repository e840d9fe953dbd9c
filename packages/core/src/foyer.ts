import type { Family, NetworkId } from './chain/ids.js'
import type { ResolvedOptions, ThemeMode, ThemeVariables } from './config/options.js'
import type { Account, FamilyProviders, LoginRequest, PickedWallet } from './connector/connector.js'
import type { TimedEvent } from './events/event.js'
import type { FamilyOf, FamilyOr, NetworkChoice } from './networks/choice.js'
import type { Network, NetworkInput } from './networks/network.js'
import type { ConnectionId } from './state/connection.js'
import type { AccountSnapshot } from './state/selectors.js'
import type { FoyerState } from './state/state.js'
import type { CloseReason, OpenRequest } from './state/viewState.js'
import type { Store } from './store/store.js'

export interface ConnectParameters {
  readonly connectorId: string
  /** The network the dapp would like to be on; the active one unless said. */
  readonly networkId?: NetworkId | undefined
  /** The wallet to be reached, where the connector is only the way to it (WalletConnect). */
  readonly wallet?: PickedWallet | undefined
  /** The way to log in, where the connector is a login: one of its ways. */
  readonly login?: LoginRequest | undefined
  /** Gives up waiting for the visitor. */
  readonly signal?: AbortSignal | undefined
}

export interface Connected {
  readonly connectionId: ConnectionId
  readonly accounts: readonly Account[]
  readonly networkId: NetworkId
}

/**
 * A kit: one instance, made by `createFoyer`. Nothing of it is shared with another.
 *
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [mainnet], adapters: [evm()] })
 * const stop = foyer.start()
 * foyer.open()
 */
export interface Foyer<N extends NetworkInput = NetworkInput> {
  /** The kit's options, with defaults filled in. */
  readonly options: ResolvedOptions
  /** All that is live about the kit, as plain data. */
  readonly store: Store<FoyerState>

  /** Listens for wallets and restores connections. Running it twice is the same as once. @returns `stop` */
  start(): () => void
  /** Undoes `start`: no listener, timer or socket is left. What is stored stays, so that the next `start` restores it. */
  stop(): void

  /** Opens the modal [S2.11–S2.15]. */
  open(request?: OpenRequest): void
  /** Closes the modal; from code it closes, but for an embedded one, which goes home [S2.17], and while a login's wallet asks, unless by `force` [S2.16]. */
  close(reason?: CloseReason): void
  /**
   * Asks a wallet to connect.
   * @throws ConnectorNotFoundError · NamespaceNotConfiguredError [S5.7] · UserRejectedError · WalletAnswerError · RequestPendingError · RequestTimeoutError ·
   * AbortedError when a newer attempt, a closing or `stop` supersedes it · MissingNetworksError · SignInOptionsConflictError [S5.2]
   */
  connect(parameters: ConnectParameters): Promise<Connected>
  /** Ends a family's connection, or all of them; the state is clean afterwards even where the wallet fails [S4.3]. @throws DisconnectError */
  disconnect(parameters?: { readonly family?: Family | undefined }): Promise<void>
  /**
   * Goes to a network, said by its object, its number on eip155, or its CAIP-2 id: asks the wallet where one is connected, else remembers the choice [S4.34].
   * @throws NetworkNotConfiguredError (with the alert SWITCH_NETWORK_NOT_FOUND) · UserRejectedError · ChainNotSupportedError
   */
  switchNetwork(network: NetworkChoice<N>, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>
  /** The account of a family, the active one unless said. */
  account<F extends Family | undefined = undefined>(family?: F): AccountSnapshot<FamilyOr<F, FamilyOf<N>>>
  /** The network that a family is on; undefined where it isn’t configured. */
  network<F extends Family | undefined = undefined>(family?: F): Network<FamilyOr<F, FamilyOf<N>>> | undefined
  /** The connected wallet’s provider in its family’s own standard, such as EIP-1193; undefined while none is connected. */
  provider<F extends keyof FamilyProviders>(family: F): FamilyProviders[F] | undefined

  /** Changes the look while the kit runs; what is left out stays. */
  setTheme(theme: { readonly mode?: ThemeMode | undefined; readonly variables?: ThemeVariables | undefined }): void
  /** Calls back with every change of what `select` picks. @returns stops */
  subscribe<T>(select: (state: FoyerState) => T, listener: (value: T, before: T) => void): () => void
  /** Calls back with everything that happens, for a host's own analytics. @returns stops */
  onEvent(listener: (event: TimedEvent) => void): () => void
  /** Calls back with every error that no call of the host's carries. @returns stops */
  onError(listener: (error: unknown) => void): () => void
}

/**
 * Your kit, by its type: with it hooks know the networks that you configured. An editor completes them, and where all are of one family
 * `useFoyerAccount().address` is of that family’s form without its name.
 *
 * @example
 * export const foyer = createFoyer({ projectId: 'my-project', networks: [mainnet, base], adapters: [evm()] })
 *
 * declare module '@foyer/core' {
 *   interface Register {
 *     foyer: typeof foyer
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: a dapp adds its line
export interface Register {}

/** The families of {@link RegisteredNetwork}. */
export type RegisteredFamily = FamilyOf<RegisteredNetwork>

/** The networks of the kit that {@link Register} names; any without it. */
export type RegisteredNetwork = Register extends { readonly foyer: Foyer<infer N> } ? N : NetworkInput

/** A kit, as what presents it for a view takes it. */
export interface ShownKit {
  readonly foyer: Foyer
  /** The same kit with the state that is drawn: the modal's stands still while its card fades. */
  readonly shown: Foyer
}
