import { hkdf } from '@noble/hashes/hkdf.js'
import type { Bytes } from '../codec/bytes.js'
import { sha256 } from './nobleHashes.js'

export const nobleHkdf = (secret: Bytes): Bytes => hkdf(sha256, secret, undefined, undefined, 32)
