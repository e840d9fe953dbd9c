import { bytesToHex, type Hex, hexToBytes, isHex } from '@foyer/core/chain'
import { keccak256 } from '../address/keccak256.js'

/** A contract that a redeemed delegation has to pass, and what it checks there. */
export interface Caveat {
  /** In lower case. */
  readonly enforcer: Hex
  readonly terms: Hex
}

/** A delegation by which another acts in an account's name, as the context of ERC-7710 has it. */
export interface Delegation {
  /** The one who may act. */
  readonly delegate: Hex
  /** The account. */
  readonly delegator: Hex
  readonly caveats: readonly Caveat[]
  /** Its id at the delegation manager and its enforcers. */
  readonly hash: Hex
}

/** More than any permission takes, in bytes. */
const longest = 32_768
/** More bounds than a permission has. */
const mostCaveats = 64

const utf8 = new TextEncoder()
const caveatType = 'Caveat(address enforcer,bytes terms)'
const delegationType = `Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)${caveatType}`

/** The account itself stands behind it, and passes none of another's on. */
const ofAccount = (1n << 256n) - 1n

/**
 * Reads a context of one delegation by the account itself (ERC-7710).
 *
 * @returns undefined for anything else, such as what another framework wrote, or what was passed on
 */
export function readDelegation(context: string): Delegation | undefined {
  if (!isHex(context) || context.length % 2 !== 0 || context.length > 2 + 2 * longest) return undefined
  const bytes = hexToBytes(context)
  try {
    const list = pointer(bytes, 0)
    if (wordAt(bytes, list) !== 1n) return undefined
    const at = list + 32 + pointer(bytes, list + 32)
    const [delegate, delegator, authority, salt] = [0, 1, 2, 4].map((index) => wordAt(bytes, at + 32 * index))
    if (delegate === undefined || delegator === undefined || salt === undefined || authority !== ofAccount) return
    const caveats = caveatsAt(bytes, at + pointer(bytes, at + 96))
    const hash = hashOf([delegate, delegator, authority, hashOfCaveats(caveats), salt])
    return { delegate: addressOf(delegate), delegator: addressOf(delegator), caveats, hash: bytesToHex(hash) }
  } catch (error) {
    if (error instanceof RangeError) return undefined // it ends before what it points to
    throw error
  }
}

function caveatsAt(bytes: Uint8Array, at: number): readonly Caveat[] {
  const count = pointer(bytes, at)
  if (count > mostCaveats) throw new RangeError('too many caveats')
  return Array.from({ length: count }, (_, index) => {
    const caveat = at + 32 + pointer(bytes, at + 32 + 32 * index)
    const terms = caveat + pointer(bytes, caveat + 32)
    return {
      enforcer: addressOf(wordAt(bytes, caveat)),
      terms: bytesToHex(partOf(bytes, terms + 32, pointer(bytes, terms))),
    }
  })
}

/** @throws RangeError where the bytes end before it */
function partOf(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (start + length > bytes.length) throw new RangeError('beyond the end')
  return bytes.slice(start, start + length)
}

const wordAt = (bytes: Uint8Array, at: number): bigint => BigInt(bytesToHex(partOf(bytes, at, 32)))

/** An offset or a length. */
function pointer(bytes: Uint8Array, at: number): number {
  const word = wordAt(bytes, at)
  if (word > BigInt(longest)) throw new RangeError('beyond the end')
  return Number(word)
}

function addressOf(word: bigint): Hex {
  if (word >> 160n !== 0n) throw new RangeError('no address')
  return `0x${word.toString(16).padStart(40, '0')}`
}

const bytesOf = (word: bigint): Uint8Array => hexToBytes(`0x${word.toString(16).padStart(64, '0')}`)

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** A struct's hash (EIP-712). */
const structHash = (type: string, fields: readonly Uint8Array[]): Uint8Array =>
  keccak256(joined([keccak256(utf8.encode(type)), ...fields]))

const hashOf = (fields: readonly (bigint | Uint8Array)[]): Uint8Array =>
  structHash(
    delegationType,
    fields.map((field) => (typeof field === 'bigint' ? bytesOf(field) : field)),
  )

const hashOfCaveats = (caveats: readonly Caveat[]): Uint8Array =>
  keccak256(
    joined(
      caveats.map(({ enforcer, terms }) =>
        structHash(caveatType, [bytesOf(BigInt(enforcer)), keccak256(hexToBytes(terms))]),
      ),
    ),
  )
