import { base58 } from '@scure/base'
import { memoProgram, systemProgram } from '../programs.js'
import { me, other } from './transactions.js'

/** For tests. An instruction by its parts. */
export interface Instruction {
  readonly programId: string
  readonly data: Uint8Array
  readonly keys: readonly { readonly pubkey: string; readonly isSigner: boolean; readonly isWritable: boolean }[]
}

export const key = (pubkey: string, isSigner = false) => ({ pubkey, isSigner, isWritable: true })
export const number = (value: bigint, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
export const of = (programId: string, data: readonly number[], ...keys: Instruction['keys']): Instruction => ({
  ...{ programId, data: Uint8Array.from(data), keys },
})
export const send = (lamports: bigint) =>
  of(systemProgram, [2, 0, 0, 0, ...number(lamports, 8)], key(me, true), key(other))
export const memo = (text: string) => of(memoProgram, [...new TextEncoder().encode(text)])

export const system = (kind: number, data: readonly number[], ...keys: Instruction['keys']) =>
  of(systemProgram, [kind, 0, 0, 0, ...data], ...keys)
export const bytes = (address: string) => [...base58.decode(address)]
export const budget = (limit: bigint, price: bigint) => [
  of('ComputeBudget111111111111111111111111111111', [2, ...number(limit, 4)]),
  of('ComputeBudget111111111111111111111111111111', [3, ...number(price, 8)]),
]
export const text = (letters: string) => [...number(BigInt(letters.length), 8), ...new TextEncoder().encode(letters)]
