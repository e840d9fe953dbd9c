import type { RpcCall, RpcOutcome } from './chains.js'

/**
 * A read of a contract whose inputs are addresses and whose outputs are numbers or addresses: all that is needed for
 * balances and pools, without a chain library.
 * @param call.selector - the first four bytes of the hash of the function's signature
 * @see the Solidity ABI: each value fills 32 bytes
 */
export function contractCall({
  to,
  selector,
  addresses,
}: {
  to: string
  selector: `0x${string}`
  addresses: readonly string[]
}): RpcCall {
  const inputs = addresses.map((address) => address.slice(2).toLowerCase().padStart(64, '0'))
  return { method: 'eth_call', params: [{ to, data: `${selector}${inputs.join('')}` }, 'latest'] }
}

/** @returns the 32-byte words of an answer as numbers; null for an error, or for an address without such a contract */
export function readWords({
  outcome,
  count,
}: {
  outcome: RpcOutcome | undefined
  count: number
}): readonly bigint[] | null {
  if (outcome === undefined || 'error' in outcome) return null
  const { result } = outcome
  if (typeof result !== 'string' || !/^0x[0-9a-f]*$/i.test(result) || result.length < 2 + 64 * count) return null
  return Array.from({ length: count }, (_, index) => BigInt(`0x${result.slice(2 + 64 * index, 66 + 64 * index)}`))
}

/** @returns a JSON-RPC quantity; null for anything else */
export function readQuantity(outcome: RpcOutcome | undefined): bigint | null {
  if (outcome === undefined || 'error' in outcome) return null
  const { result } = outcome
  return typeof result === 'string' && /^0x[0-9a-f]{1,64}$/i.test(result) ? BigInt(result) : null
}

/** An address out of a word. */
export const wordToAddress = (word: bigint): string => `0x${word.toString(16).padStart(40, '0')}`
