import type { CustomWallet } from '../config/options.js'
import { shownName } from '../connector/listedWallet.js'
import type { Foyer } from '../foyer.js'
import type { FoyerState } from '../state/state.js'

/** A wallet as it is known by its id. */
export interface KnownWallet {
  readonly name: string
  readonly icon: string | undefined
  /** It can be asked now. */
  readonly present: boolean
  /** The host's own entry, which says where to get it. */
  readonly custom: CustomWallet | undefined
}

/** A wallet by its id: one that is here, one used before, or one that the host added to the list. */
export function walletOf({
  id,
  state: { connectors, recents },
  foyer: { options },
}: {
  readonly id: string
  readonly state: Pick<FoyerState, 'connectors' | 'recents'>
  readonly foyer: Pick<Foyer, 'options'>
}): KnownWallet | undefined {
  const connector = connectors.find((each) => each.id === id)
  const recent = recents.find((each) => each.id === id)
  const rdns = connector?.rdns ?? recent?.rdns ?? id
  const custom = options.customWallets.find((each) => each.id === id || each.rdns === rdns)
  const found = connector ?? recent ?? custom
  if (!found) return undefined
  const icon = options.connectorImages?.[id] ?? connector?.icon ?? recent?.icon ?? custom?.image_url
  return { name: shownName(found.name), icon, present: connector !== undefined, custom }
}
