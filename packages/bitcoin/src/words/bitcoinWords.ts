import type { FamilyWords } from '@foyer/core/words'

/**
 * Says in words what a Bitcoin wallet is about to be asked for, for a kit with `features.preview`. Its code is fetched with the first request that is shown.
 *
 * @example
 * createFoyer({ adapters: [bitcoin()], words: [bitcoinWords()], features: { preview: true }, … })
 */
export const bitcoinWords = (): FamilyWords => ({
  family: 'bip122',
  load: async () => (await import('@foyer/signing/bip122/words')).bitcoinReader,
})
