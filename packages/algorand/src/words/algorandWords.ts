import type { FamilyWords } from '@foyer/core/words'

/**
 * Says in words what a wallet of Algorand is about to be asked for, for a kit with `features.preview`. Its code is fetched with the first request that is shown.
 *
 * @example
 * createFoyer({ adapters: [algorand()], words: [algorandWords()], features: { preview: true }, … })
 */
export const algorandWords = (): FamilyWords => ({
  family: 'algorand',
  load: async () => (await import('@foyer/signing/algorand/words')).algorandReader,
})
