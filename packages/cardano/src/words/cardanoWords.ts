import type { FamilyWords } from '@foyer/core/words'

/**
 * Says in words what a wallet of Cardano is about to be asked for, for a kit with `features.preview`. Its code is fetched with the first request that is shown.
 *
 * @example
 * createFoyer({ adapters: [cardano()], words: [cardanoWords()], features: { preview: true }, … })
 */
export const cardanoWords = (): FamilyWords => ({
  family: 'cip34',
  load: async () => (await import('@foyer/signing/cardano/words')).cardanoReader,
})
