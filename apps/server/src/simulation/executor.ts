import { type Address, concat, type Hex, hexToBigInt, hexToNumber, numberToHex, pad, size, slice } from 'viem'

/** The caller of the account in a simulation, for the time of it: from any other the code below takes nothing. */
export const caller: Address = '0x00000000000000000000000000000000000CA11E'

/**
 * Makes calls one after the other in the name of the account in whose place it stands. It reads, again and again, a target, an amount of the coin and a length, a
 * word each, and so many bytes of data behind; and returns for each call whether it went through, how many bytes it gave, and the first 256 of them.
 *
 * ```
 *        PUSH 0 PUSH 0 CALLER PUSH caller EQ ISZERO PUSH end JUMPI          where it reads, where it writes
 * loop:  CALLDATASIZE DUP3 LT ISZERO PUSH end JUMPI
 *        DUP2 PUSH 64 ADD CALLDATALOAD                                      the length
 *        DUP1 DUP4 PUSH 96 ADD DUP4 CALLDATACOPY
 *        PUSH 0 PUSH 0 DUP3 DUP5 DUP7 PUSH 32 ADD CALLDATALOAD DUP8 CALLDATALOAD GAS CALL
 *        DUP3 MSTORE RETURNDATASIZE DUP3 PUSH 32 ADD MSTORE
 *        PUSH 256 RETURNDATASIZE LT RETURNDATASIZE PUSH 256 SUB MUL PUSH 256 SUB   the less of the size and 256
 *        PUSH 0 DUP4 PUSH 64 ADD RETURNDATACOPY
 *        DUP3 ADD PUSH 96 ADD SWAP2 POP PUSH 320 ADD PUSH loop JUMP
 * end:   PUSH 0 RETURN
 * ```
 */
export const executorCode: Hex =
  '0x60006000337300000000000000000000000000000000000ca11e1415606e575b36821015606e57816040013580836060018337600060008284866020013587355af182523d82602001526101003d103d6101000302610100036000836040013e8201606001915061014001601f565b6000f3'

const record = 320
const mostBytes = 256

export interface ExecutedCall {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

/** Encodes the executor's call data. */
export const executed = (calls: readonly ExecutedCall[]): Hex =>
  concat(
    calls.flatMap(({ to, value, data }) => [
      ...[pad(to), numberToHex(value, { size: 32 }), numberToHex(size(data), { size: 32 })],
      data,
    ]),
  )

export interface ExecutedResult {
  readonly isDone: boolean
  /** Its first 256 bytes. */
  readonly answer: Hex
}

/** @returns null for what it can't have returned: another code stands there, or none */
export function resultsOf({ answer, count }: { answer: Hex; count: number }): readonly ExecutedResult[] | null {
  if (size(answer) !== record * count) return null
  return Array.from({ length: count }, (_, index) => {
    const part = slice(answer, record * index, record * (index + 1))
    const length = Math.min(hexToNumber(slice(part, 32, 64)), mostBytes)
    return {
      isDone: hexToBigInt(slice(part, 0, 32)) === 1n,
      answer: length === 0 ? '0x' : slice(part, 64, 64 + length),
    }
  })
}
