import type { FamilyWords } from '@foyer/core/words'

/**
 * Says in words what a wallet of Tezos is about to be asked for, for a kit with `features.preview`. Its code is fetched with the first request that is shown.
 *
 * @example
 * createFoyer({ adapters: [tezos()], words: [tezosWords()], features: { preview: true }, … })
 */
export const tezosWords = (): FamilyWords => ({
  family: 'tezos',
  load: async () => (await import('@foyer/signing/tezos/words')).tezosReader,
})
