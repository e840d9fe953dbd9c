import { type Hex, readLowerHex, type Selector, selectorIn } from '@foyer/core/chain'

/** The arguments of a call as the Contract ABI lays them out: words of 32 bytes. */
export interface Words {
  /** The word at a place; undefined beyond the end. */
  readonly at: (place: number) => bigint | undefined
  readonly count: number
  /** The bytes from a word on, `0x` included. */
  readonly bytes: (from: number, length: number) => Hex
}

const wordDigits = 64

/** Takes a call apart. @returns undefined for what isn't a selector with whole words */
export function wordsOf(data: string): { readonly selector: Selector; readonly words: Words } | undefined {
  const read = readLowerHex(data)
  const selector = read && selectorIn(read)
  if (!read || !selector || (read.length - 10) % wordDigits !== 0) return undefined
  const digits = read.slice(10)
  const count = digits.length / wordDigits
  return {
    selector,
    words: {
      count,
      at: (place) =>
        place >= 0 && place < count
          ? BigInt(`0x${digits.slice(place * wordDigits, (place + 1) * wordDigits)}`)
          : undefined,
      bytes: (from, length) => `0x${digits.slice(from * wordDigits, from * wordDigits + length * 2)}`,
    },
  }
}

/** A word as an address. @returns undefined where it has more than 20 bytes */
export function addressIn(word: bigint | undefined): Hex | undefined {
  if (word === undefined || word >> 160n !== 0n) return undefined
  return `0x${word.toString(16).padStart(40, '0')}`
}

/** Returns how many words a number of bytes fills. */
export const wordsFor = (bytes: number): number => Math.ceil(bytes / 32)

/** A small number, such as a length or an offset. @returns undefined for one that no transaction could hold */
export function smallIn(word: bigint | undefined): number | undefined {
  return word === undefined || word > 100_000n ? undefined : Number(word)
}
