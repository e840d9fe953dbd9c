import { base58 } from '@scure/base'
import { numbersOf } from './numbersOf.js'
import type { Instruction } from './resolve.js'

/** An instruction of the stake program; amounts in lamports. */
export type StakeStep =
  | { readonly is: 'open'; readonly stake: string; readonly staker: string; readonly withdrawer: string }
  | { readonly is: 'hand'; readonly stake: string; readonly to: string; readonly isWhole: boolean }
  | { readonly is: 'delegate'; readonly stake: string; readonly validator: string }
  | { readonly is: 'deactivate'; readonly stake: string }
  | { readonly is: 'split'; readonly stake: string; readonly created: string; readonly amount: bigint }
  | { readonly is: 'withdraw'; readonly stake: string; readonly to: string; readonly amount: bigint }
  /** Only a custodian takes anything out until then: in seconds since 1970, and in epochs. */
  | {
      readonly is: 'lock'
      readonly stake: string
      readonly until: bigint | undefined
      readonly epoch: bigint | undefined
      readonly custodian: string | undefined
    }
  /** Into another stake, all of it where no amount is named. */
  | { readonly is: 'merge'; readonly stake: string; readonly into: string; readonly amount: bigint | undefined }

/** Decodes an instruction of the stake program, to its last byte; undefined for those that applications don’t ask visitors for. */
export function stakeStep({ accounts, data }: Pick<Instruction, 'accounts' | 'data'>): StakeStep | undefined {
  const { u32, u64 } = numbersOf(data)
  const [stake, second, third, fourth] = accounts
  if (!stake) return undefined
  const isLong = (length: number) => data.length === length
  const address = (at: number) => base58.encode(data.slice(at, at + 32))
  const amount = isLong(12) ? u64(4) : undefined
  switch (u32(0)) {
    case 0:
      // One that is locked from the start, for a time or until somebody opens it, isn't read.
      if (!isLong(116) || u64(68) !== 0n || u64(76) !== 0n) return undefined
      return { is: 'open', stake, staker: address(4), withdrawer: address(36) }
    case 1:
      return isLong(40) ? { is: 'hand', stake, to: address(4), isWhole: u32(36) === 1 } : undefined
    case 2:
      return isLong(4) && second ? { is: 'delegate', stake, validator: second } : undefined
    case 3:
      return amount !== undefined && second ? { is: 'split', stake, created: second, amount } : undefined
    case 4:
      return amount !== undefined && second ? { is: 'withdraw', stake, to: second, amount } : undefined
    case 5:
      return isLong(4) ? { is: 'deactivate', stake } : undefined
    case 6:
    case 12:
      return lockIn({ stake, data, isNamed: u32(0) === 6, custodian: third })
    case 7:
      return isLong(4) && second ? { is: 'merge', stake: second, into: stake, amount: undefined } : undefined
    case 8:
      return { is: 'hand', stake, to: address(4), isWhole: u32(36) === 1 }
    case 9:
      return isLong(4) && third && fourth ? { is: 'open', stake, staker: third, withdrawer: fourth } : undefined
    case 10:
    case 11:
      return fourth ? { is: 'hand', stake, to: fourth, isWhole: u32(4) === 1 } : undefined
    case 16:
    case 17:
      return amount !== undefined && second ? { is: 'merge', stake, into: second, amount } : undefined
    default:
      return undefined
  }
}

/** Each part of a lock is there or isn't: its time, its epoch, and where the data names it who may open it. */
function lockIn({
  stake,
  data,
  isNamed,
  custodian: other,
}: {
  readonly stake: string
  readonly data: Uint8Array
  readonly isNamed: boolean
  readonly custodian: string | undefined
}): StakeStep | undefined {
  const { byte, u64 } = numbersOf(data)
  let at = 4
  const part = <Read>(length: number, read: (at: number) => Read): Read | undefined => {
    const isThere = byte(at) === 1
    const value = isThere ? read(at + 1) : undefined
    at += isThere ? 1 + length : 1
    return value
  }
  const [until, epoch] = [part(8, u64), part(8, u64)]
  const custodian = isNamed ? part(32, (from) => base58.encode(data.slice(from, from + 32))) : other
  return at === data.length ? { is: 'lock', stake, until, epoch, custodian } : undefined
}
