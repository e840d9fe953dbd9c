import type { Hex } from './hex.js'

/**
 * The chain families that the kit knows [S1.10]: the namespaces of CAIP-2, plus `other` for a family that has no adapter of its own.
 * @see https://namespaces.chainagnostic.org
 */
export const families = [
  'eip155',
  'algorand',
  'solana',
  'bip122',
  'cosmos',
  'polkadot',
  'cip34',
  'mvx',
  'near',
  'tezos',
  'other',
] as const

/** A chain family: the namespace of a CAIP-2 network id. */
export type Family = (typeof families)[number]

/** A CAIP-2 network id, `namespace:reference`, such as `eip155:1`. */
export type NetworkId<F extends Family = Family> = `${F}:${string}`

/** A CAIP-10 account id, `namespace:reference:address`. */
export type AccountId<F extends Family = Family> = `${F}:${string}:${string}`

/** An address of a family, as its accounts have it: hexadecimal for eip155, text elsewhere and where the family isn’t known. */
export type AddressOf<F extends Family = Family> = F extends 'eip155' ? Hex : string

/** Is this the name of a chain family? */
export function isFamily(value: string | undefined): value is Family {
  const known: readonly (string | undefined)[] = families
  return known.includes(value)
}
