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
