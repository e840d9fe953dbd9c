import type { FamilyWords } from '@foyer/core/words'

/**
 * Says in words what a wallet of NEAR is about to be asked for, for a kit with `features.preview`. Its code is fetched with the first request that is shown.
 *
 * @example
 * createFoyer({ adapters: [near()], words: [nearWords()], features: { preview: true }, … })
 */
export const nearWords = (): FamilyWords => ({
  family: 'near',
  load: async () => (await import('@foyer/signing/near/words')).nearReader,
})
