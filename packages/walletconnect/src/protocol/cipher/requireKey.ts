import type { Bytes } from '../codec/bytes.js'
import { UnusableKeyError } from './UnusableKeyError.js'

/** @throws {@link UnusableKeyError} where a key has another length than 32 bytes */
export function requireKey(key: Bytes): void {
  if (key.length !== 32) throw new UnusableKeyError({ fault: 'length' })
}
