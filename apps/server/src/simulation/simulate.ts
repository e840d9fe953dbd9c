import type { Simulation, SimulationBody } from '@foyer/core/wire'
import type { Chain } from '../chains/chains.js'
import type { Token } from '../tokens/token.js'

/** What tokens are called, as `Tokens` says it. */
interface NamedTokens {
  of(request: { chain: Chain; addresses: readonly string[]; signal: AbortSignal }): Promise<ReadonlyMap<string, Token>>
}

/** What a family is asked to simulate. */
export interface Simulated {
  readonly chain: Chain
  readonly account: string
  readonly body: SimulationBody
  readonly tokens: NamedTokens
  readonly client: string
  readonly signal: AbortSignal
  /** Milliseconds since 1970. */
  readonly now: number
  /** What two spellings of one address have in common, by which tokens are found. */
  readonly keyOf: (address: string) => string
}

/** @returns null where the family has nothing to simulate such a body with, or its nodes haven't */
export type Simulate = (request: Simulated) => Promise<Simulation | null>
