import type { LowerHex } from '@foyer/core/chain'
import { type AbiParameter, encodeAbiParameters, size, slice } from 'viem'

/**
 * Returns how many bytes follow the arguments of a call; undefined where they aren't encoded as its function has them:
 * what could be read in two ways isn't read.
 */
export function unusedBytes({
  inputs,
  data,
  args,
}: {
  readonly inputs: readonly AbiParameter[]
  readonly data: LowerHex
  readonly args: readonly unknown[]
}): number | undefined {
  const whole = encodeAbiParameters(inputs, args)
  const given = size(data) > 4 ? slice(data, 4) : '0x'
  return given.startsWith(whole) ? size(data) - 4 - size(whole) : undefined
}
