import { ask } from '../api/ask.js'
import type { NetworkId } from '../chain/ids.js'
import type { SimulatedWork } from '../connector/words.js'
import type { FoyerContext } from '../context.js'
import { type SimulationBody, type SimulationReply, simulationCall } from '../wire/simulation.js'

/** No request waits longer for what a simulation would say of it, in milliseconds. */
const withinMs = 1_500

/** How long what a simulation says is taken to hold, in milliseconds. */
export const simulationHoldsMs = 15_000

export interface Simulating {
  readonly context: Pick<FoyerContext, 'api' | 'clock'>
  readonly address: string
  readonly networkId: NetworkId
  readonly work: SimulatedWork
  readonly signal: AbortSignal
}

/** Has the operator's server carry something out without sending it, once. Never rejects: what can't be had, or not in time, is unknown. */
export async function simulated({
  context: { api, clock },
  address,
  networkId: chainId,
  work,
  signal,
}: Simulating): Promise<SimulationReply> {
  if (!api) return { status: 'unknown', why: 'unsupported' }
  const body: SimulationBody =
    'calls' in work ? { chainId, calls: work.calls, atomic: work.isAtomic } : { chainId, ...work }
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const cancel = clock.setTimeout(stop, withinMs)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await ask(await api(), simulationCall, { params: { address }, body, signal: stopping.signal })
  } catch {
    return { status: 'unknown', why: 'unreached' } // which is what is said of it
  } finally {
    cancel()
    signal.removeEventListener('abort', stop)
  }
}
