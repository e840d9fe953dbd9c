import { type Abi, type Address, encodeFunctionData, type Hex } from 'viem'
import type { Read } from '../contracts/readContracts.js'

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
