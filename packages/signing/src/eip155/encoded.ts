import { lowerHex } from '@foyer/core/chain'
import {
  type AbiParameter,
  type DecodeAbiParametersReturnType,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
} from 'viem'
import { readsOnce } from '../contracts/readsOnce.js'

/** Values that stand within a call, where they are written as their parameters have them: what could be read in two ways isn't read. */
export function given<const Parameters extends readonly AbiParameter[]>(
  parameters: Parameters,
  data: Hex,
): DecodeAbiParametersReturnType<Parameters> | undefined {
  const any: readonly AbiParameter[] = parameters
  if (!readsOnce({ inputs: any, data })) return undefined
  const again: readonly unknown[] = decodeAbiParameters(any, data)
  return lowerHex(encodeAbiParameters(any, again)) === lowerHex(data)
    ? decodeAbiParameters(parameters, data)
    : undefined
}

export const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
export const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)
