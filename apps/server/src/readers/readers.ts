import { familyOf } from '../families/families.js'
import { algorand } from './algorand.js'
import { bip122 } from './bip122.js'
import { cardano } from './cardano.js'
import { cosmos } from './cosmos.js'
import { eip155 } from './eip155.js'
import { multiversx } from './multiversx.js'
import { near } from './near.js'
import { polkadot } from './polkadot.js'
import type { FamilyReaders } from './reader.js'
import { solana } from './solana.js'
import { tezos } from './tezos.js'

const byFamily: ReadonlyMap<string, FamilyReaders> = new Map(
  Object.entries({ eip155, solana, bip122, near, cosmos, polkadot, mvx: multiversx, algorand, cip34: cardano, tezos }),
)

/** Returns the readers of a network, by its CAIP-2 id; none of a family that is only passed on to its nodes. */
export const readersOf = (chainId: string): FamilyReaders => byFamily.get(familyOf(chainId).id) ?? {}
