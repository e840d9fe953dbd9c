import { type Family, isAccountId, parseAccountId } from '@foyer/core/chain'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import { type Address, getAddress, isAddress } from 'viem'
import { familyOf } from '../families/families.js'
import { nativeAddress } from '../tokens/tokenKey.js'

/** One of the two things that are swapped: the network's own coin or a token. */
export type Side = { readonly kind: 'native' } | { readonly kind: 'token'; readonly address: Address }

/** A side as the wire names it, taken apart. */
export interface NamedSide {
  /** CAIP-2 */
  readonly chainId: string
  readonly family: Family
  /** null for a network of another family */
  readonly side: Side | null
}

/**
 * Reads a token's CAIP-10 address; the placeholder stands for the network's own coin, in whichever case.
 * @throws {@link InvalidInputError} naming the field
 */
export function parseSide({ field, value }: { field: string; value: string }): NamedSide {
  if (!isAccountId(value)) throw invalid(field)
  const { networkId: chainId, family, address } = parseAccountId(value)
  if (!familyOf(chainId).rooms.has('swaps')) return { chainId, family, side: null }
  if (address.toLowerCase() === nativeAddress({ id: chainId })) return { chainId, family, side: { kind: 'native' } }
  return { chainId, family, side: { kind: 'token', address: evmAddress({ field, value: address }) } }
}

/** @throws {@link InvalidInputError} naming the field, also where a mixed case is a wrong checksum (EIP-55) */
export function evmAddress({ field, value }: { field: string; value: string }): Address {
  if (!isAddress(value)) throw invalid(field)
  return getAddress(value)
}

/** @throws {@link InvalidInputError} naming the field, also where the account is of another network than is swapped on */
export function accountOn({ field, value, chainId }: { field: string; value: string; chainId: string }): Address {
  if (!isAccountId(value)) throw invalid(field)
  const { networkId, address } = parseAccountId(value)
  if (networkId !== chainId) {
    throw new InvalidInputError({ name: field, description: 'Must be of the network of the tokens.' })
  }
  return evmAddress({ field, value: address })
}

const invalid = (field: string) =>
  new InvalidInputError({ name: field, description: "Isn't an address of its network." })
