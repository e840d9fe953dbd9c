import type { SentCalls } from '../connector/calls.js'
import { FoyerError } from '../errors/FoyerError.js'
import type { AttemptReporter } from '../state/attempt.js'
import type { Batch } from './batch.js'

/** Asks for all at once, and has them followed. @returns undefined where the wallet takes no batches, and has shown nothing */
export async function sendAtOnce(
  { context, queries, reached: { wallet, actions }, request: { type = 'execute', swap, ...request } }: Batch,
  { signal }: AttemptReporter,
): Promise<(SentCalls & { readonly hash: string }) | undefined> {
  if (!actions.sendCalls) return undefined
  try {
    const sent = await actions.sendCalls({ wallet, ...request, signal })
    const calls = { id: sent.id, count: request.calls.length }
    queries.trackSent(context, { wallet, actions, sent: { hash: sent.id }, type, swap, calls })
    return { ...sent, hash: sent.id }
  } catch (error) {
    if (error instanceof FoyerError && error.code === 'unsupported_method') return undefined
    throw error
  }
}
