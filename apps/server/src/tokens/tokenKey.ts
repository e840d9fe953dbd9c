import type { Chain } from '../chains/chains.js'
import { familyOf } from '../families/families.js'

/** Returns the key that all spellings of one address share. */
export const tokenKey = ({ chain, address }: { chain: Pick<Chain, 'id'>; address: string }): string =>
  familyOf(chain.id).addresses.key(address)

/** The placeholder address of a network's own coin; null for families that have none on the wire. */
export const nativeAddress = ({ id }: Pick<Chain, 'id'>): string | null => familyOf(id).coin
