import type { Ciphers } from './ciphers.js'
import { loadNobleHkdf } from './hkdf.js'

/**
 * Fetches whatever others' words are read with: who has this first never loses a message for want of a piece of code.
 *
 * @throws ChunkLoadError
 */
export async function loadReading(ciphers: Ciphers): Promise<void> {
  const { subtle, agreement, encryption } = ciphers.algorithms
  await Promise.all([agreement(), encryption(), subtle ? undefined : loadNobleHkdf()])
}
