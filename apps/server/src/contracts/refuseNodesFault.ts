import type { Chain, RpcOutcome } from '../chains/chains.js'
import { UpstreamError } from '../rpc/UpstreamError.js'

/** Error codes of rate limits and outages, which say nothing about the contract. */
const faults: ReadonlyMap<number, UpstreamError['code']> = new Map([
  [-32005, 'limited'],
  [429, 'limited'],
  [-32002, 'unreachable'],
])

/** Whether a code is of a rate limit or an outage. @see EIP-1474 */
export const isFaultCode = (code: number): boolean => faults.has(code)

/**
 * Distinguishes a node's own failure from a call that reverted.
 * @throws {@link UpstreamError} for an error of the node's own
 * @see EIP-1474
 */
export function refuseNodesFault({
  chain,
  outcome,
}: {
  chain: Pick<Chain, 'id'>
  outcome: RpcOutcome | undefined
}): void {
  if (outcome === undefined || !('error' in outcome)) return
  const code = faults.get(outcome.error.code)
  if (code !== undefined) throw new UpstreamError({ code, host: chain.id, delivered: true })
}
