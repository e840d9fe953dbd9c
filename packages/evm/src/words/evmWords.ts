import type { FamilyWords } from '@foyer/core/words'

/**
 * Says in words what an EVM wallet is about to be asked for, for a kit with `features.preview`. Its code is fetched with the first request that is shown; it needs viem.
 *
 * @example
 * createFoyer({ adapters: [evm()], words: [evmWords()], features: { preview: true }, … })
 */
export const evmWords = (): FamilyWords => ({
  family: 'eip155',
  load: async () => (await import('@foyer/signing/words')).eip155Reader,
})
