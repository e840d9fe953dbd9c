import { base58 } from '@scure/base'
import { numbersOf } from './numbersOf.js'
import { systemProgram } from './programs.js'
import type { Instruction } from './resolve.js'

/** An instruction of the system program; amounts in lamports. */
export type SystemStep =
  | {
      readonly is: 'create'
      readonly from: string
      readonly created: string
      readonly amount: bigint
      readonly owner: string
    }
  | { readonly is: 'transfer'; readonly from: string; readonly to: string; readonly amount: bigint }
  /** From an account whose address is derived of the one that signs. */
  | {
      readonly is: 'transferDerived'
      readonly from: string
      readonly to: string
      readonly amount: bigint
      readonly by: string
    }
  | { readonly is: 'assign'; readonly account: string; readonly owner: string }
  | { readonly is: 'allocate'; readonly account: string }
  | { readonly is: 'useNonce'; readonly nonce: string }
  | {
      readonly is: 'withdrawNonce'
      readonly nonce: string
      readonly to: string
      readonly amount: bigint
      readonly by: string
    }
  | { readonly is: 'openNonce' | 'handNonce'; readonly nonce: string; readonly controller: string }

/** Whether a transaction that begins with this instruction holds until a nonce is used: the runtime looks at the first four bytes, whatever is behind them. */
export const usesNonce = ({ program, data }: Pick<Instruction, 'program' | 'data'>): boolean =>
  program === systemProgram && numbersOf(data).u32(0) === 4

/** Decodes an instruction of the system program, to its last byte; undefined for any other, and where an account of it isn't known. */
export function systemStep({ program, accounts, data }: Instruction): SystemStep | undefined {
  if (program !== systemProgram) return undefined
  const [first, second, third, , fifth] = accounts
  const { u32, u64 } = numbersOf(data)
  const amount = u64(4)
  const address = (at: number) => base58.encode(data.slice(at, at + 32))
  /** Returns where what follows a text begins. */
  const behindText = (at: number) => at + 8 + Number(u64(at) ?? 0n)
  const kind = u32(0)
  const isLong = (length: number) => data.length === length
  switch (kind) {
    case 0:
      if (!isLong(52) || amount === undefined || !first || !second) return undefined
      return { is: 'create', from: first, created: second, amount, owner: address(20) }
    case 1:
      return isLong(36) && first ? { is: 'assign', account: first, owner: address(4) } : undefined
    case 2:
      if (!isLong(12) || amount === undefined || !first || !second) return undefined
      return { is: 'transfer', from: first, to: second, amount }
    case 3: {
      const at = behindText(36)
      const paid = u64(at)
      if (!isLong(at + 48) || paid === undefined || !first || !second) return undefined
      return { is: 'create', from: first, created: second, amount: paid, owner: address(at + 16) }
    }
    case 4:
      return isLong(4) && first ? { is: 'useNonce', nonce: first } : undefined
    case 5:
      if (!isLong(12) || amount === undefined || !first || !second || !fifth) return undefined
      return { is: 'withdrawNonce', nonce: first, to: second, amount, by: fifth }
    case 6:
    case 7:
      if (!isLong(36) || !first) return undefined
      return { is: kind === 6 ? 'openNonce' : 'handNonce', nonce: first, controller: address(4) }
    case 8:
      return isLong(12) && first ? { is: 'allocate', account: first } : undefined
    case 9:
      return isLong(behindText(36) + 40) && first ? { is: 'allocate', account: first } : undefined
    case 10: {
      const at = behindText(36)
      return isLong(at + 32) && first ? { is: 'assign', account: first, owner: address(at) } : undefined
    }
    case 11:
      if (!isLong(behindText(12) + 32) || amount === undefined || !first || !second || !third) return undefined
      return { is: 'transferDerived', from: first, by: second, to: third, amount }
    default:
      return undefined
  }
}
