import type { Call, CallReply, Given } from '../wire/call.js'
import type { Api, Cancellable } from './project.js'

/** The part of the API client that sends requests. */
export type Asker = Pick<Api, 'http'>

/**
 * Asks the server a call of the wire: a read up to three times more [S9.35 S8.40], all else once, whatever comes [F22].
 * @throws InvalidResponseError that names the call and the first wrong field · InvalidAccountIdError for a path parameter that is empty or only dots ·
 * HttpError · RequestTimeoutError · ServerUnreachableError · OfflineError · CircuitOpenError · AbortedError · MissingProjectIdError
 * @example const { balances } = await ask(api, balanceCall, { params: { address }, query: { currency: 'usd' }, signal })
 */
export function ask<const Of extends Call>({ http }: Asker, call: Of, ...given: Given<Of>): Promise<CallReply<Of>> {
  return http.ask(call, ...given)
}

/** Whether the active network is served, without which the calls answer what stands for nothing [S7.1 S7.2]. */
export function isServed({ chains, network }: Api, { signal }: Cancellable): Promise<boolean> {
  return chains.isSupported({ networkId: network(), signal })
}
