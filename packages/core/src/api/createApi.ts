import type { Family, NetworkId } from '../chain/ids.js'
import { type Clock, systemClock } from '../clock/clock.js'
import type { Adapter } from '../connector/connector.js'
import { networkIdOf } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import type { Store } from '../store/store.js'
import type { BalanceReply, IdentityReply } from '../wire/account.js'
import type { SupportedChainsReply } from '../wire/project.js'
import { sdkVersion } from '../wire/sdk.js'
import { type BalanceRequest, balance, type IdentityRequest, identity } from './account.js'
import { createHttp } from './http.js'
import { type Cancellable, createSupportedChains, type GatedContext } from './project.js'

export interface ApiOptions {
  /** Where the server is, such as `https://foyer.example`. */
  readonly origin: string
  readonly projectId: string
  /** Such as `react-evm-1.7.6`; see `sdkVersion` of `@foyer/core/wire`. */
  readonly sdkVersion: string
  /** The active network. */
  readonly network: () => NetworkId | undefined
  /** The WalletConnect client's id, once there is one. */
  readonly clientId?: (() => string | undefined) | undefined
  /** Receives what no call rejects with: that the list of supported networks didn't load. */
  readonly onError?: ((error: unknown) => void) | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly clock?: Clock | undefined
  /** From 0 up to 1. */
  readonly random?: (() => number) | undefined
}

/**
 * The operator's server. What most kits ask are methods; what features ask are functions over it (`history(api, …)`), so
 * that a page fetches only what it uses, and a call as it is takes `ask(api, …)`. All throw HttpError, InvalidResponseError, RequestTimeoutError,
 * ServerUnreachableError, OfflineError, CircuitOpenError and AbortedError; reads are tried again up to three times [S9.35].
 */
export interface Api extends GatedContext {
  /** Which networks the blockchain API serves [S7.3]; loaded once, and again only after a failure. */
  supportedChains(request?: Cancellable): Promise<SupportedChainsReply>
  /** Whether the blockchain API serves a network; a list that didn't load counts as no [S7.1]. */
  isSupported(request: {
    readonly networkId: NetworkId | undefined
    readonly signal?: AbortSignal | undefined
  }): Promise<boolean>
  /** An address's name and picture, empty on a network that isn't served [S7.2 S7.4]. */
  identity(request: IdentityRequest): Promise<IdentityReply>
  /** What an account holds, nothing on a network that isn't served [S7.2 S7.13]. */
  balance(request: BalanceRequest): Promise<BalanceReply>
}

/**
 * The client of the operator's server.
 * @example
 * const api = createApi({ origin: 'https://foyer.example', projectId, sdkVersion, network: () => 'eip155:1' })
 * const { balances } = await api.balance({ address, signal })
 */
export function createApi({
  network,
  onError,
  fetch = globalThis.fetch,
  clock = systemClock,
  random = Math.random,
  ...options
}: ApiOptions): Api {
  const http = createHttp({ ...options, fetch: (...request) => fetch(...request), clock, random })
  const chains = createSupportedChains({ http, onError })
  return {
    http,
    chains,
    network,
    supportedChains: (request) => chains.load(request),
    isSupported: (request) => chains.isSupported(request),
    identity: (request) => identity({ http, chains, network }, request),
    balance: (request) => balance({ http, chains, network }, request),
  }
}

export interface OpenApiParameters {
  readonly options: { readonly projectId: string; readonly platform: string }
  readonly origin: string
  readonly adapters: ReadonlyMap<Family, Adapter>
  readonly store: Store<FoyerState>
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/** A kit's own client of its operator's server: it speaks for the active network, under the kit's version. */
export function openApi({ options, origin, adapters, store, clock, report }: OpenApiParameters): Api {
  return createApi({
    origin,
    projectId: options.projectId,
    sdkVersion: sdkVersion({ platform: options.platform, adapters: [...adapters.values()].map(({ type }) => type) }),
    network: () => networkIdOf(store.getState()),
    onError: report,
    clock,
  })
}
