import { familyTraits } from '../chain/families.js'
import type { Family, NetworkId } from '../chain/ids.js'
import type { WalletFeature } from '../config/options.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { accountOf } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'
import { type ObservableValue, observable, roomOf } from '../store/observable.js'

/** The order of an account's features, where the host says none. */
const usualOrder: readonly WalletFeature[] = ['onramp', 'swaps', 'receive', 'send']

/** The family trait that a feature requires; a feature that isn't named here is for every family. */
const traits: Partial<Readonly<Record<WalletFeature, 'hasOnramp' | 'hasSwaps'>>> = {
  onramp: 'hasOnramp',
  swaps: 'hasSwaps',
}

/** The features that need the operator's server. */
const ofServer: readonly WalletFeature[] = ['onramp', 'swaps']

/**
 * Lists an account's features in the modal: those the host has switched on, in its order, as far as the active family has them, and a server where
 * it takes one [S1.8 S1.9].
 *
 * @example walletFeatures({ foyer, state: foyer.store.getState() }) // ['onramp', 'swaps', 'receive', 'send']
 */
export function walletFeatures({
  foyer,
  state: { features, family },
}: {
  readonly foyer: Foyer
  readonly state: Pick<FoyerState, 'features' | 'family'>
}): readonly WalletFeature[] {
  const known = familyTraits(family)
  const hasServer = contextOf(foyer).api !== undefined
  return [...new Set(features.walletFeaturesOrder ?? usualOrder)].filter((feature) => {
    const trait = traits[feature]
    const isThere = (hasServer || !ofServer.includes(feature)) && (trait === undefined || known[trait])
    return features[feature] && isThere
  })
}

/** A tab of the account [S3.6]. */
export type AccountTab = 'tokens' | 'nfts' | 'activity'

class AccountTabRoom {
  readonly tab: ObservableValue<AccountTab> = observable<AccountTab>('tokens')
  readonly end: () => void

  constructor({ store }: Foyer) {
    this.end = store.subscribe((state, before) => {
      const former = connectionIdOf(before)
      if (former !== undefined && former !== connectionIdOf(state)) this.tab.set('tokens')
    })
  }
}

/**
 * Returns the account tab that the visitor chose last, as a value to get, set and follow: kept while the kit runs, and reset with the connection [S3.6].
 *
 * @example
 * const { get, set, subscribe } = accountTab(foyer)
 */
export function accountTab(foyer: Foyer): ObservableValue<AccountTab> {
  return roomOf(contextOf(foyer), { Room: AccountTabRoom, kit: foyer }).tab
}

const connectionIdOf = (state: FoyerState): string | undefined => accountOf(state).connection?.id

/** The account that a name would be registered for. */
export interface NameOwner {
  readonly family: Family
  readonly address: string
  readonly connectorId: string
  /** The network that the wallet is on. */
  readonly networkId: NetworkId
}

/** The account that may register a name: that of the embedded login [S6.7]; undefined where another wallet, or none, is connected. */
export function nameOwnerOf(state: FoyerState): NameOwner | undefined {
  const { family } = state
  const { address, connection } = accountOf(state)
  const networkId = connection?.networks[family]
  if (!familyTraits(family).hasNames || connection?.connector.type !== 'AUTH') return undefined
  return address === undefined || networkId === undefined
    ? undefined
    : { family, address, networkId, connectorId: connection.connector.id }
}
