import { readLowerHex } from '@foyer/core/chain'
import { hex } from '@scure/base'
import { UnreadableRequestError } from '../unreadable.js'

/** A transfer of the chain's coins. */
export interface ReadTransfer {
  /** 32 bytes. */
  readonly to: Uint8Array
  /** Undefined for all that can be sent. */
  readonly amount: bigint | undefined
  /** The account may be closed by it. */
  readonly mayClose: boolean
}

/** The calls of `Balances` that move the signer's coins, by their places: FRAME has had them there since it numbers calls. */
const [allowDeath, keepAlive, all] = [0, 3, 4]
/** The way to name an account by its 32 bytes. */
const byId = 0
const idLength = 32

/**
 * Reads a transfer.
 * @param pallet - the place of `Balances` among the runtime's pallets
 * @returns undefined for every other call, and for a recipient who isn't named by an account's bytes
 * @throws UnreadableRequestError for what is no hexadecimal
 */
export function readTransfer(method: string, pallet: number): ReadTransfer | undefined {
  const bytes = bytesOf(method)
  const [at, call = -1, way] = bytes
  const [to, rest] = [bytes.slice(3, 3 + idLength), bytes.slice(3 + idLength)]
  if (at !== pallet || way !== byId || to.length < idLength) return undefined
  if (call === all) {
    const [isKept] = rest
    return rest.length === 1 && (isKept === 0 || isKept === 1)
      ? { to, amount: undefined, mayClose: isKept === 0 }
      : undefined
  }
  const amount = compactOf(rest)
  if (amount === undefined || (call !== allowDeath && call !== keepAlive)) return undefined
  return { to, amount, mayClose: call === allowDeath }
}

/** @throws UnreadableRequestError */
export function bytesOf(written: string): Uint8Array {
  const read = readLowerHex(written)
  if (read === undefined) throw new UnreadableRequestError('The data is not hexadecimal.')
  return hex.decode(read.slice(2))
}

/** Bytes that are one compact number, and nothing else. @returns undefined for any other, and for more than 128 bits */
function compactOf(bytes: Uint8Array): bigint | undefined {
  const [first = 0] = bytes
  const isLong = (first & 3) === 3
  const number = isLong ? bytes.slice(1) : bytes
  if (number.length !== (isLong ? (first >> 2) + 4 : 1 << (first & 3)) || number.length > 16) return undefined
  const value = number.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return isLong ? value : value >> 2n
}
