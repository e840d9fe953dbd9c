import { ask } from '../api/ask.js'
import type { NetworkId } from '../chain/ids.js'
import type { SimulatedWork } from '../connector/words.js'
import type { FoyerContext } from '../context.js'
import { type SimulationBody, type SimulationReply, simulationCall } from '../wire/simulation.js'
import { askedBriefly } from './askedBriefly.js'

/** How long what a simulation says is taken to hold, in milliseconds. */
export const simulationHoldsMs = 15_000

export interface Simulating {
  readonly context: Pick<FoyerContext, 'api' | 'clock'>
  readonly address: string
  readonly networkId: NetworkId
  readonly work: SimulatedWork
  readonly signal: AbortSignal
  /** How long it is asked for, in milliseconds; 15 s unless said. */
  readonly ms?: number | undefined
}

/** Has the operator's server carry something out without sending it, once. Never rejects: what can't be had, or not in time, is unknown. */
export async function simulated({
  context,
  address,
  networkId: chainId,
  work,
  signal,
  ms,
}: Simulating): Promise<SimulationReply> {
  if (!context.api) return { status: 'unknown', why: 'unsupported' }
  const body: SimulationBody =
    'calls' in work ? { chainId, calls: work.calls, atomic: work.isAtomic } : { chainId, ...work }
  const otherwise: SimulationReply = { status: 'unknown', why: 'unreached' }
  return askedBriefly({ context, signal, otherwise, ms }, (server, until) =>
    ask(server, simulationCall, { params: { address }, body, signal: until }),
  )
}
