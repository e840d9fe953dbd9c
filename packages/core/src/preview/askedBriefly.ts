import type { Api } from '../api/project.js'
import type { FoyerContext } from '../context.js'

/** So long the operator's server is asked for what is said of a request, in milliseconds; what is shown of it doesn't wait. */
export const askedForMs = 15_000

/** Asks the operator's server something that is said of a request, for so long at most. Never rejects: what can't be had, or not in time, is `otherwise`. */
export async function askedBriefly<Answer>(
  {
    context: { api, clock },
    signal,
    otherwise,
    ms = askedForMs,
  }: {
    readonly context: Pick<FoyerContext, 'api' | 'clock'>
    readonly signal: AbortSignal
    readonly otherwise: Answer
    /** In milliseconds; 15 s unless said. */
    readonly ms?: number | undefined
  },
  ask: (server: Api, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  if (!api) return otherwise
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const cancel = clock.setTimeout(stop, ms)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await ask(await api(), stopping.signal)
  } catch {
    return otherwise // which is what is said of it
  } finally {
    cancel()
    signal.removeEventListener('abort', stop)
  }
}
