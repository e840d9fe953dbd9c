import type { Address, Hex } from 'viem'

/** The first word of an answer: some contracts return more. @returns null for fewer bytes, which are no answer */
export const wordOf = (answer: Hex | null | undefined): bigint | null =>
  answer === null || answer === undefined || answer.length < 66 ? null : BigInt(answer.slice(0, 66))

/** An answer that is one address, in lower case. @returns null for what is none */
export function addressOf(answer: Hex | null | undefined): Address | null {
  const word = wordOf(answer)
  return word === null || word >> 160n !== 0n ? null : `0x${word.toString(16).padStart(40, '0')}`
}
