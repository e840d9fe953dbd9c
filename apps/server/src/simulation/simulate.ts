import type { Simulation, SimulationBody } from '@foyer/core/wire'
import type { Chain } from '../chains/chains.js'
import type { Token } from '../tokens/token.js'

/** The names of tokens, as `Tokens` says them. */
interface NamedTokens {
  of(request: { chain: Chain; addresses: readonly string[]; signal: AbortSignal }): Promise<ReadonlyMap<string, Token>>
}

/** The request to a family's simulation. */
export interface Simulated {
  readonly chain: Chain
  readonly account: string
  readonly body: SimulationBody
  readonly tokens: NamedTokens
  readonly client: string
  readonly signal: AbortSignal
  /** Milliseconds since 1970. */
  readonly now: number
  /** Returns the key that all spellings of one address share, by which tokens are found. */
  readonly keyOf: (address: string) => string
}

/** @returns null where the family has nothing to simulate such a body with, or its nodes haven't */
export type Simulate = (request: Simulated) => Promise<Simulation | null>
