import { type Address, getAddress, isAddress, isHex, slice, zeroAddress } from 'viem'
import type { Value } from './tree.js'

/** Longer texts are shown by their beginning. */
export const longestText = 2_048

/** Fewer bytes hold neither a hash nor an address. */
const fewest = 16

/**
 * Whether a value isn't said by being shown: bytes, which may be the hash of anything, a call, or whom it is for on another
 * network; and a text that is cut.
 */
export function isUnsaid({ type, value }: Value): boolean {
  if (type === 'string') return String(value).length > longestText
  return type === 'bytes' || Number(/^bytes(\d+)$/.exec(type)?.[1] ?? 0) >= fewest
}

const empty = `0x${'00'.repeat(12)}`

/** The address that a value is, or holds behind twelve empty bytes, as the chain writes one; undefined for any other value. */
export function addressIn({ type, value }: Value): Address | undefined {
  if (typeof value !== 'string' || type === 'string') return undefined
  if (isAddress(value, { strict: false })) return getAddress(value)
  return type === 'bytes32' && isHex(value) && slice(value, 0, 12) === empty ? getAddress(slice(value, 12)) : undefined
}

/** The zero address, nothing, or the signer: there is nothing to say of it. */
export function isNothing(tree: Value, signer: string): boolean {
  const { type, value } = tree
  if (value === 0n || value === false || value === '' || value === '0x') return true
  if (type === 'bytes') return false
  if (/^bytes/.test(type) && /^0x0*$/.test(String(value))) return true
  const address = addressIn(tree)
  return address !== undefined && [zeroAddress, signer].some((each) => each.toLowerCase() === address.toLowerCase())
}
