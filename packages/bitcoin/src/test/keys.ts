import { readAddress } from '../addresses/readAddress.js'

/** The scripts of a wallet's two addresses. */
export function keysOf({ payment, ordinals }: { readonly payment: string; readonly ordinals: string }): {
  readonly payment: Uint8Array
  readonly ordinals: Uint8Array
} {
  const [one, other] = [readAddress(payment), readAddress(ordinals)]
  if (!one || !other) throw new Error('The wallet showed something that is no address.')
  return { payment: one.script, ordinals: other.script }
}
