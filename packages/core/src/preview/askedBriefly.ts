import type { Api } from '../api/project.js'
import type { FoyerContext } from '../context.js'

/** No request waits longer for what the operator's server would say of it, in milliseconds. */
const withinMs = 1_500

/** Asks the operator's server something that is said of a request, for 1.5 s at most. Never rejects: what can't be had, or not in time, is `otherwise`. */
export async function askedBriefly<Answer>(
  {
    context: { api, clock },
    signal,
    otherwise,
  }: {
    readonly context: Pick<FoyerContext, 'api' | 'clock'>
    readonly signal: AbortSignal
    readonly otherwise: Answer
  },
  ask: (server: Api, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  if (!api) return otherwise
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const cancel = clock.setTimeout(stop, withinMs)
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
