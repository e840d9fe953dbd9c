import type { FamilyWords } from '@foyer/core/words'

/**
 * Says in words what a wallet of Cosmos is about to be asked for, for a kit with `features.preview`. Its code is fetched with the first request that is shown.
 *
 * @example
 * createFoyer({ adapters: [cosmos()], words: [cosmosWords()], features: { preview: true }, … })
 */
export const cosmosWords = (): FamilyWords => ({
  family: 'cosmos',
  load: async () => (await import('@foyer/signing/cosmos/words')).cosmosReader,
})
