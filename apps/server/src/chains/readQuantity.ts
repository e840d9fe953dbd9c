import type { RpcOutcome } from './outcomes.js'

/** @returns a JSON-RPC quantity; null for anything else */
export function readQuantity(outcome: RpcOutcome | undefined): bigint | null {
  if (outcome === undefined || 'error' in outcome) return null
  const { result } = outcome
  return typeof result === 'string' && /^0x[0-9a-f]{1,64}$/i.test(result) ? BigInt(result) : null
}
