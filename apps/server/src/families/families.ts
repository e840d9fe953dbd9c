import type { Family } from '@foyer/core/chain'
import { algorand } from './algorand.js'
import { bip122 } from './bip122.js'
import { cardano } from './cardano.js'
import { cosmos } from './cosmos.js'
import { eip155 } from './eip155.js'
import { asWritten, type ServerFamily } from './family.js'
import { multiversx } from './multiversx.js'
import { near } from './near.js'
import { polkadot } from './polkadot.js'
import { solana } from './solana.js'
import { tezos } from './tezos.js'

/** Two families can't stand side by side: a fault of the sources, found when the server starts. */
export class FamilyClashError extends Error {
  override readonly name = 'FamilyClashError'
  readonly code = 'family_clash'
  constructor({ what, name }: { what: 'id' | 'method' | 'network'; name: string }) {
    super(`Two chain families have the same ${what}, ${name}.`)
  }
}

/** A method that nodes of one family are asked. */
interface Method {
  readonly family: Family
  readonly cost: number
  readonly isSending: boolean
}

export interface Families {
  readonly all: readonly ServerFamily[]
  /** The family of a CAIP-2 id; of one that isn't served, a family that has nothing. */
  familyOf(chainId: string): ServerFamily
  /** undefined for a method that no family passes on */
  method(name: string): Method | undefined
}

/** @throws {@link FamilyClashError} */
export function joinFamilies(all: readonly ServerFamily[]): Families {
  refuseTwice(all, 'id', ({ id }) => [id])
  refuseTwice(all, 'method', ({ nodes }) => nodes.methods.map(([name]) => name))
  refuseTwice(all, 'network', ({ networks }) => networks.map(({ id }) => id))
  const prefixes = all.map((family) => ({ prefix: `${family.id}:`, family }))
  const methods = new Map(
    all.flatMap(({ id: family, nodes: { methods, sending } }) =>
      methods.map(([name, cost]): [string, Method] => [name, { family, cost, isSending: sending.includes(name) }]),
    ),
  )
  return {
    all,
    familyOf(chainId) {
      // A loop over a handful: it is asked many times for each answer.
      for (const { prefix, family } of prefixes) if (chainId.startsWith(prefix)) return family
      return unserved
    },
    method: (name) => methods.get(name),
  }
}

function refuseTwice(
  all: readonly ServerFamily[],
  what: 'id' | 'method' | 'network',
  namesOf: (family: ServerFamily) => readonly string[],
): void {
  const seen = new Set<string>()
  for (const name of all.flatMap(namesOf)) {
    if (seen.has(name)) throw new FamilyClashError({ what, name })
    seen.add(name)
  }
}

const unserved: ServerFamily = {
  id: 'other',
  addresses: asWritten('other'),
  coin: null,
  nodes: { methods: [], sending: [] },
  rooms: new Set(),
  networks: [],
}

/** Every family that is served: a new one is one more here. */
export const families: Families = joinFamilies([
  ...[eip155, solana, bip122, near, cosmos, polkadot, multiversx, algorand],
  ...[cardano, tezos],
])

export const { familyOf } = families
