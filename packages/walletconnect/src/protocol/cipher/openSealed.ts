import type { Bytes } from '../codec/bytes.js'
import type { Ciphers } from './ciphers.js'
import { requireKey } from './requireKey.js'
import { UndecryptableError } from './UndecryptableError.js'

/**
 * Undoes `Ciphers.seal`.
 *
 * @throws {@link UndecryptableError} whatever is wrong: key, iv, tag or length · UnusableKeyError for a key of another length
 */
export async function openSealed({
  ciphers,
  key,
  iv,
  sealed,
}: {
  readonly ciphers: Ciphers
  readonly key: Bytes
  readonly iv: Bytes
  readonly sealed: Bytes
}): Promise<Bytes> {
  requireKey(key)
  const { open } = await ciphers.algorithms.encryption()
  return open({ key, iv, sealed }).catch((cause: unknown) => {
    throw new UndecryptableError({ cause })
  })
}
