import type { NetworkId } from '../chain/ids.js'
import { type Clock, systemClock } from '../clock/clock.js'
import { createHttp } from './http.js'
import { type Api, createSupportedChains } from './project.js'

export interface ApiOptions {
  /** The server's origin, such as `https://foyer.example`. */
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
 * The client of the operator's server. What it is asked are functions over it, so that a page fetches only what it uses; a call as it is takes
 * `ask(api, …)`. All throw HttpError, InvalidResponseError, RequestTimeoutError, ServerUnreachableError, OfflineError, CircuitOpenError and
 * AbortedError; reads are tried again up to three times [S9.35].
 * @example
 * const api = createApi({ origin: 'https://foyer.example', projectId, sdkVersion, network: () => 'eip155:1' })
 * const { balances } = await balance(api, { address, signal })
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
  return { http, chains: createSupportedChains({ http, onError }), network }
}
