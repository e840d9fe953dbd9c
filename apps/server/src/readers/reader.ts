import type { SiwxVerifier } from '@foyer/core/siwx'
import type { HoldingsReader } from '../balances/readHoldings.js'
import type { EngineOf } from '../history/engines/engine.js'
import type { VerifyOnChains } from '../signIn/checkSignIn.js'
import type { Simulate } from '../simulation/simulate.js'
import type { ReadTokens } from '../tokens/token.js'

/** The readers of a chain family's networks. Its networks are served without what a family lacks. */
export interface FamilyReaders {
  readonly tokens?: ReadTokens
  readonly holdings?: HoldingsReader
  readonly history?: EngineOf
  readonly simulate?: Simulate
  readonly verify?: VerifyOnChains
}

/** A verifier that knows keys alone. */
export const byKey =
  (verifier: SiwxVerifier): VerifyOnChains =>
  async ({ signed }) =>
    (await verifier.verify(signed)) ? 'key' : null
