import { families, familyOf } from '../families/families.js'
import type { Lane } from '../kernel/lanes.js'
import type { RpcCall } from '../rpc/outcomes.js'

/** Whether the proxy passes a method on to a network; of a family without a list it passes nothing. */
export const isMethodAllowed = ({ chainId, method }: { chainId: string; method: string }): boolean =>
  families.method(method)?.family === familyOf(chainId).id

/** Whether a method sends something that must not be sent a second time on a guess. @see F22 */
export const isSending = (method: string): boolean => families.method(method)?.isSending ?? false

/** @returns units; 1 for a method that isn't passed on, which is answered here */
export const costOf = (method: string): number => families.method(method)?.cost ?? 1

/** From how many units on a request is of the lane. A cheap one, such as `eth_chainId`, asks for what a node has at hand. */
const from = { middling: 2, dear: 10 } as const

/** @param request.client - whose it is; undefined for the server's own */
export function laneOf({ calls, client }: { calls: readonly RpcCall[]; client: string | undefined }): Lane {
  if (client === undefined) return 'own'
  if (calls.some(({ method }) => isSending(method))) return 'sent'
  const cost = calls.reduce((sum, { method }) => sum + costOf(method), 0)
  if (cost >= from.dear) return 'dear'
  return cost >= from.middling ? 'middling' : 'cheap'
}
