import type { FamilyWords } from '@foyer/core/words'

/**
 * Says in words what a wallet of MultiversX is about to be asked for, for a kit with `features.preview`. Its code is fetched with the first request that is shown.
 *
 * @example
 * createFoyer({ adapters: [multiversx()], words: [multiversxWords()], features: { preview: true }, … })
 */
export const multiversxWords = (): FamilyWords => ({
  family: 'mvx',
  load: async () => (await import('@foyer/signing/multiversx/words')).multiversxReader,
})
