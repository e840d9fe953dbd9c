import { type Abi, type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import type { Read } from './readContracts.js'

/** The first word of an answer: some contracts return more. @returns null for fewer bytes, which are no answer */
export const wordOf = (answer: Hex | null | undefined): bigint | null =>
  answer === null || answer === undefined || answer.length < 66 ? null : BigInt(answer.slice(0, 66))

/** An answer that is one address, in lower case. @returns null for what is none */
export function addressOf(answer: Hex | null | undefined): Address | null {
  const word = wordOf(answer)
  return word === null || word >> 160n !== 0n ? null : `0x${word.toString(16).padStart(40, '0')}`
}

/** The same with its checksum. @see EIP-55 */
export function checksummedIn(answer: Hex | null | undefined): Address | null {
  const address = addressOf(answer)
  return address === null ? null : getAddress(address)
}

/** A call of a contract's function, to be read with others. */
export function readOf(request: {
  to: Address
  abi: Abi
  functionName: string
  args?: readonly unknown[] | undefined
}): Read {
  const { to, abi, functionName, args = [] } = request
  return { kind: 'call', to, data: encodeFunctionData({ abi, functionName, args }) }
}

/** @returns null for what reverted, and for what isn't that function's answer: another contract stands there */
export function decoded<Value>(answer: Hex | null | undefined, decode: (data: Hex) => Value): Value | null {
  if (answer === null || answer === undefined || answer === '0x') return null
  try {
    return decode(answer)
  } catch {
    return null
  }
}
