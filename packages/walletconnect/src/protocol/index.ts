export {
  type Ciphers,
  createCiphers,
  type KeyPair,
  type PlatformCrypto,
} from './cipher/ciphers.js'
export { deriveSymKey, messageIdOf, subscriptionIdOf, topicOf } from './cipher/symKey.js'
export { UndecryptableError } from './cipher/UndecryptableError.js'
export { UnusableKeyError } from './cipher/UnusableKeyError.js'
export { base58ToBytes, bytesToBase58 } from './codec/base58.js'
export { type Base64Form, base64ToBytes, bytesToBase64 } from './codec/base64.js'
export { type Bytes, bytesToUtf8, utf8ToBytes } from './codec/bytes.js'
export { bytesToHex, hexToBytes, isHex32 } from './codec/hex.js'
export { InvalidTextError, type TextForm } from './codec/InvalidTextError.js'
export { type EnvelopeFault, InvalidEnvelopeError } from './envelope/InvalidEnvelopeError.js'
export { type EnvelopeParts, envelopeLimits, readEnvelope } from './envelope/layout.js'
export { MessageTooLargeError } from './envelope/MessageTooLargeError.js'
export { type EnvelopeKey, type OpenParameters, openEnvelope } from './envelope/open.js'
export { clearEnvelope, type SealParameters, sealEnvelope } from './envelope/seal.js'
export { InvalidPairingUriError, type PairingUriField } from './pairing/InvalidPairingUriError.js'
export { PairingExpiredError } from './pairing/PairingExpiredError.js'
export { isPairingGenuine, newPairing } from './pairing/pairing.js'
export { formatPairingUri, type PairingUri, parsePairingUri } from './pairing/pairingUri.js'
export { isOfferOver, pairingTimes } from './pairing/times.js'
