import { type Address, getAddress, isAddress, isHex, numberToHex, slice, zeroAddress } from 'viem'
import type { Value } from './tree.js'

/** Longer texts are shown by their beginning. */
export const longestText = 2_048

/** Amounts are smaller than this, or without limit. */
const leastOfAddress = 2n ** 144n
const mostOfAddress = 2n ** 160n - 1n

/** Fewer bytes hold neither a hash nor an address. */
const fewest = 16

/**
 * Whether a value isn't said by being shown: bytes, which may be the hash of anything, a call, or whom it is for on another
 * network; a number that holds such; and a text that is cut.
 */
export function isUnsaid({ type, value }: Value): boolean {
  if (type === 'string') return String(value).length > longestText
  // Above an address stand flags; all ones are no limit.
  if (typeof value === 'bigint') return value > mostOfAddress && (value & (value + 1n)) !== 0n
  return type === 'bytes' || Number(/^bytes(\d+)$/.exec(type)?.[1] ?? 0) >= fewest
}

const empty = `0x${'00'.repeat(12)}`

/** The address that a value is, also as a number, or holds behind twelve empty bytes, as the chain writes one; undefined for any other value. */
export function addressIn({ type, value }: Value): Address | undefined {
  if (typeof value === 'bigint')
    return value >= leastOfAddress && value < mostOfAddress ? getAddress(numberToHex(value, { size: 20 })) : undefined
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
