import type { RpcCall, RpcOutcome } from '../rpc/outcomes.js'

/**
 * Filters live in the node that made them, so what is asked of a filter must reach that node. The id that a caller gets holds the
 * node's place in the configuration: nothing has to be remembered, and any server with the same configuration finds it.
 * @see EIP-1474, `eth_newFilter`
 */
const making: ReadonlySet<string> = new Set(['eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter'])
const asking: ReadonlySet<string> = new Set(['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_uninstallFilter'])

/** Whether a call makes a filter or asks one. */
export const isOfFilter = (method: string): boolean => making.has(method) || asking.has(method)

/** A call of a filter as its node knows it, and that node's place; null for a filter that no node has. */
export type Pinned = { readonly place: number; readonly call: RpcCall } | null

/** The first digit keeps the id a quantity, which has no leading zeros; then two for the place; then the node's own. */
const pattern = /^0x1([0-9a-f]{2})([0-9a-f]{1,128})$/

/** @returns undefined for a call that any node can answer */
export function pinOf({ method, params }: RpcCall): Pinned | undefined {
  if (!asking.has(method)) return undefined
  const [id] = Array.isArray(params) ? params : []
  const [, place, own] = typeof id === 'string' ? (pattern.exec(id) ?? []) : []
  if (place === undefined || own === undefined) return null
  return { place: Number.parseInt(place, 16), call: { method, params: [`0x${own}`] } }
}

/** The answer for a filter that isn't there, in geth's words, by which clients know it. */
export const noSuchFilter: RpcOutcome = { error: { code: -32000, message: 'filter not found' } }

/** Gives a new filter its id for callers. */
export function withPlace({ call, outcome, place }: { call: RpcCall | undefined; outcome: RpcOutcome; place: number }) {
  if (call === undefined || !making.has(call.method) || !('result' in outcome)) return outcome
  const { result } = outcome
  if (typeof result !== 'string' || !/^0x[0-9a-f]{1,128}$/i.test(result)) return noSuchFilter
  return { result: `0x1${place.toString(16).padStart(2, '0')}${result.slice(2).toLowerCase()}` }
}
