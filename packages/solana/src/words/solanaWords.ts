import type { FamilyWords } from '@foyer/core/words'

/**
 * Says in words what a Solana wallet is about to be asked for, for a kit with `features.preview`. Its code is fetched with the first request that is shown.
 *
 * @example
 * createFoyer({ adapters: [solana()], words: [solanaWords()], features: { preview: true }, … })
 */
export const solanaWords = (): FamilyWords => ({
  family: 'solana',
  load: async () => (await import('@foyer/signing/solana/words')).solanaReader,
})
