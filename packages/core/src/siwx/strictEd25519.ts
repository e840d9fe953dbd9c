/** The curve, as `@noble/curves` has it: core brings none of its own. */
interface Ed25519 {
  readonly Point: {
    fromBytes(bytes: Uint8Array, zip215?: boolean): { isSmallOrder(): boolean; isTorsionFree(): boolean }
  }
  verify(
    signature: Uint8Array,
    message: Uint8Array,
    publicKey: Uint8Array,
    options?: { readonly zip215?: boolean },
  ): boolean
}

/**
 * Whether a key signed bytes, strictly by RFC 8032: no key and no point for which one signature holds for several messages.
 * @example isSignedStrictly(ed25519, { key, signature, signed: new TextEncoder().encode(message) })
 */
export function isSignedStrictly(
  curve: Ed25519,
  { key, signature, signed }: { readonly [Each in 'key' | 'signature' | 'signed']: Uint8Array },
): boolean {
  try {
    const isStrict = [key, signature.slice(0, 32)].every((each) => {
      const point = curve.Point.fromBytes(each, false)
      return !point.isSmallOrder() && point.isTorsionFree()
    })
    return isStrict && curve.verify(signature, signed, key, { zip215: false })
  } catch {
    return false // no point of the curve, or too few bytes
  }
}

/** Half of a pair: written as UTF-8 it is another letter. */
const isBroken = /\p{Cs}/u

/** A message as the text that it is. @returns undefined for bytes that are no text, and for half of a surrogate pair */
export function signedText(message: string | Uint8Array): string | undefined {
  if (typeof message === 'string') return isBroken.test(message) ? undefined : message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    return undefined // no UTF-8
  }
}

/** A message as the bytes that it is. @returns undefined for half of a surrogate pair */
export function messageBytes(message: string | Uint8Array): Uint8Array | undefined {
  if (typeof message !== 'string') return message
  return isBroken.test(message) ? undefined : new TextEncoder().encode(message)
}
