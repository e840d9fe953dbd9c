import { ed25519 } from '@noble/curves/ed25519.js'

/** Whether a key signed bytes, strictly by RFC 8032: no key and no point for which one signature holds for several messages. */
export function isSigned({
  key,
  signature,
  signed,
}: {
  readonly [Each in 'key' | 'signature' | 'signed']: Uint8Array
}): boolean {
  try {
    const isStrict = [key, signature.slice(0, 32)].every((each) => {
      const point = ed25519.Point.fromBytes(each, false)
      return !point.isSmallOrder() && point.isTorsionFree()
    })
    return isStrict && ed25519.verify(signature, signed, key, { zip215: false })
  } catch {
    return false // no point of the curve, or too few bytes
  }
}
