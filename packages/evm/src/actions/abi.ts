import { bytesToHex, type Hex, hexToBytes, isHex, readLowerHex } from '@foyer/core/chain'
import { plainText } from '@foyer/core/connector'

/**
 * The calls that balances and transfers need, by their selectors: a chain library would be many times their size. ERC-721 takes from, to and token id; ERC-1155
 * an amount and data besides.
 */
const selectors = {
  balanceOf: '0x70a08231',
  decimals: '0x313ce567',
  symbol: '0x95d89b41',
  name: '0x06fdde03',
  transfer: '0xa9059cbb',
  safeTransferFrom721: '0x42842e0e',
  safeTransferFrom1155: '0xf242432a',
  approve: '0x095ea7b3',
  setApprovalForAll: '0xa22cb465',
} as const satisfies Readonly<Record<string, Hex>>

type Call = keyof typeof selectors

/**
 * Reads the words of a call, which must be that one and have exactly so many.
 *
 * @returns undefined for any other bytes
 */
export function decodeCall({
  data,
  call,
  words,
}: {
  readonly data: Hex
  readonly call: Call
  readonly words: number
}): readonly bigint[] | undefined {
  const read = readLowerHex(data)
  if (!read?.startsWith(selectors[call]) || read.length !== 10 + 64 * words) return undefined
  return Array.from({ length: words }, (_, index) => BigInt(`0x${read.slice(10 + 64 * index, 74 + 64 * index)}`))
}

/** An address out of a word. @returns undefined for a number that is none */
export const wordAddress = (word: bigint | undefined): Hex | undefined =>
  word === undefined || word >> 160n !== 0n ? undefined : `0x${word.toString(16).padStart(40, '0')}`

/** The largest number that a contract's uint256 holds. */
export const mostUint256: bigint = 2n ** 256n - 1n

/**
 * Encodes a call (Contract ABI). Addresses and numbers fill a word each; `bytes` is the empty byte string at its end.
 *
 * @param parameters.words - hex addresses, or numbers from 0 to 2²⁵⁶ − 1
 */
export function encodeCall({
  call,
  words = [],
  endsWithBytes = false,
}: {
  readonly call: Call
  readonly words?: readonly (Hex | bigint)[] | undefined
  readonly endsWithBytes?: boolean | undefined
}): Hex {
  // The offset of the bytes, counted from the first word, and then their length, which is 0.
  const tail = endsWithBytes ? [BigInt(words.length + 1) * 32n, 0n] : []
  return `${selectors[call]}${[...words, ...tail].map((word) => BigInt(word).toString(16).padStart(64, '0')).join('')}`
}

/** Reads one number. @returns undefined for what is none, such as the empty answer of an address without a contract */
export function decodeUint(answer: unknown): bigint | undefined {
  return isHex(answer) && answer.length >= 66 ? BigInt(answer.slice(0, 66)) : undefined
}

/**
 * Reads a name or symbol: a string, or 32 bytes as the oldest tokens have. A contract can answer anything, so it is cut to 64 letters, and control and
 * direction characters are left out.
 */
export function decodeText(answer: unknown): string | undefined {
  if (!isHex(answer) || answer.length < 66 || answer.length % 2 !== 0 || answer.length > 20_000) return undefined
  const bytes = hexToBytes(answer)
  if (bytes.length === 32) return readable(bytes)
  const start = Number(decodeUint(answer))
  const length = decodeUint(bytesToHex(bytes.slice(start, start + 32)))
  if (length === undefined || length > BigInt(bytes.length)) return undefined
  return readable(bytes.slice(start + 32, start + 32 + Number(length)))
}

const readable = (bytes: Uint8Array): string => cleanText(new TextDecoder().decode(bytes))

/** A name or symbol from outside: 64 letters at most. */
export const cleanText = (text: string): string => plainText(text).slice(0, 64)
