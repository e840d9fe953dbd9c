import type { Family, NetworkId } from '../chain/ids.js'
import type { NetworkInput } from './network.js'

/** The family of a network: any where its type doesn’t say it, and eip155 for a chain of viem. */
export type FamilyOf<N> = N extends { readonly caipNetworkId: `${infer F extends Family}:${string}` }
  ? F
  : N extends { readonly chainNamespace: infer F extends Family }
    ? F
    : Extract<keyof N, 'chainNamespace' | 'caipNetworkId'> extends never
      ? 'eip155'
      : Family

/** What a family’s parameter says, and `Active` where it is left out. */
export type FamilyOr<F extends Family | undefined, Active extends Family = Family> = F extends Family ? F : Active

/** A network by its object, its number on eip155, or its CAIP-2 id. An editor completes those that are configured. */
export type NetworkChoice<N extends NetworkInput = NetworkInput> =
  | NetworkInput
  | ConfiguredId<N>
  | ConfiguredNumber<N>
  | (NetworkId & Unnamed)
  | (number & Unnamed)

/** Keeps a union from taking up the literals beside it. */
type Unnamed = Record<never, never>

type ConfiguredId<N> = N extends { readonly caipNetworkId: infer Id extends NetworkId }
  ? Literal<Id>
  : N extends { readonly id: infer Id extends number }
    ? `eip155:${Literal<Id>}`
    : never

type ConfiguredNumber<N> = N extends { readonly id: infer Id extends number } ? Literal<Id> : never

/** A literal itself, nothing of a wider type. */
type Literal<Key extends string | number> = Key extends unknown
  ? Unnamed extends Record<Key, unknown>
    ? never
    : Key
  : never
