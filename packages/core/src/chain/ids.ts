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

/** What lists, hosts and older wallets call a family beside its namespace of CAIP-2, which alone is written. */
const otherNames: Readonly<Record<string, Family | null>> = { __proto__: null, elrond: 'mvx', multiversx: 'mvx' }

/** The family of a namespace, or of another name of it. @returns null or undefined for what names no family */
export const familyNamed = (name: string): Family | null | undefined => (isFamily(name) ? name : otherNames[name])

/** An id of CAIP's with the namespace that CAIP-2 has for its family; as it is where that has no other name. @example currentId('elrond:1') // 'mvx:1' */
export function currentId(id: string): string {
  const [name = ''] = id.split(':', 1)
  const family = familyNamed(name)
  return family ? `${family}${id.slice(name.length)}` : id
}

/** A CAIP-2 network id, `namespace:reference`, such as `eip155:1`. */
export type NetworkId = `${Family}:${string}`

/** A CAIP-10 account id, `namespace:reference:address`. */
export type AccountId = `${Family}:${string}:${string}`

/** Is this the name of a chain family? */
export function isFamily(value: string | undefined): value is Family {
  const known: readonly (string | undefined)[] = families
  return known.includes(value)
}
