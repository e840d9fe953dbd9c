import { ed25519 } from '@noble/curves/ed25519.js'

/**
 * Verifies an Ed25519 signature strictly (RFC 8032): no point and no number in another than its one form, and no key or point outside the group of
 * prime order, for which one signature could hold for several messages or keys (X8).
 */
export function isEd25519Signature({
  signature,
  message,
  publicKey,
}: {
  readonly signature: Uint8Array
  readonly message: Uint8Array
  readonly publicKey: Uint8Array
}): boolean {
  if (signature.length !== 64 || publicKey.length !== 32) return false
  return (
    ed25519.verify(signature, message, publicKey, { zip215: false }) &&
    isStrictPoint(publicKey) &&
    isStrictPoint(signature.slice(0, 32))
  )
}

function isStrictPoint(bytes: Uint8Array): boolean {
  try {
    const point = ed25519.Point.fromBytes(bytes, false)
    return !point.isSmallOrder() && point.isTorsionFree()
  } catch {
    return false // no point of the curve, or not in its one form
  }
}
