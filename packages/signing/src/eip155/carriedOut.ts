import { noBytes } from '@foyer/core/chain'
import type { Simulated } from '@foyer/core/words'
import * as v from 'valibot'
import { fits } from '../requestSize.js'
import { CallsParams, TransactionParams } from './requestParams.js'

/**
 * Returns the calls that a request would have carried out; undefined where it is signed alone, and for data that can't
 * be read.
 */
export function carriedOut({
  method,
  params,
}: {
  readonly method: string
  readonly params: unknown
}): Simulated | undefined {
  if (!fits(params)) return undefined
  if (method === 'wallet_sendCalls') {
    const { success, output } = v.safeParse(CallsParams, params)
    if (!success) return undefined
    const calls = output.calls.map(({ to, value, data }) => ({ to, value: `${value}`, data }))
    return { calls, isAtomic: output.atomicRequired }
  }
  if (method !== 'eth_sendTransaction') return undefined
  const { success, output } = v.safeParse(TransactionParams, params)
  if (!success) return undefined
  const [{ to, value = 0n, data = noBytes }] = output
  return { calls: [{ to, value: `${value}`, data }], isAtomic: true }
}
