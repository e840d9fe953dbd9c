import type { FamilyWords } from '@foyer/core/words'
import type { PolkadotOptions } from '../polkadot.js'

/**
 * Says in words what a wallet of Polkadot is about to be asked for, for a kit with `features.preview`. Its code is fetched with the first request that is shown.
 * Of chains that `chains` says more of than the kit knows, as `polkadot()` is given them, transfers are read as well.
 *
 * @example
 * createFoyer({ adapters: [polkadot()], words: [polkadotWords()], features: { preview: true }, … })
 */
export const polkadotWords = ({ chains = {} }: PolkadotOptions = {}): FamilyWords => ({
  family: 'polkadot',
  load: async () => (await import('./reader.js')).readerOf(chains),
})
