import type { Family } from '../chain/ids.js'
import type { WalletFeature } from '../config/options.js'
import type { FoyerState } from '../store/state.js'

/** The families that a feature is made for; a feature that isn't named here is for all. */
const families: Partial<Readonly<Record<WalletFeature, readonly Family[]>>> = {
  onramp: ['eip155', 'solana'],
  swaps: ['eip155'],
}

/**
 * What an account can do in the modal: what the host has switched on, in its order, as far as there is such a thing in the active family [S1.8 S1.9].
 *
 * @example walletFeatures(foyer.store.getState()) // ['onramp', 'swaps', 'receive', 'send']
 */
export function walletFeatures({
  features,
  family,
}: Pick<FoyerState, 'features' | 'family'>): readonly WalletFeature[] {
  return [...new Set(features.walletFeaturesOrder)].filter(
    (feature) => features[feature] && (families[feature]?.includes(family) ?? true),
  )
}
