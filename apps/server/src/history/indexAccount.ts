import { InvalidInputError } from '@foyer/service/errors/refusals'
import type { Chain } from '../chains/chains.js'
import { familyOf } from '../families/families.js'

/**
 * An account as the index has it.
 * @returns null for an account of a family that isn't indexed
 * @throws {@link InvalidInputError} unless it is an address of the network
 */
export function indexAccount({ chain, address }: { chain: Pick<Chain, 'id'>; address: string }): string | null {
  const { addresses, rooms } = familyOf(chain.id)
  if (!addresses.is(address)) {
    throw new InvalidInputError({ name: 'address', description: "Isn't an address of this network." })
  }
  return rooms.has('index') ? addresses.key(addresses.complete(address)) : null
}
