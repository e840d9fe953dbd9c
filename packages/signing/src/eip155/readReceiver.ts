import type { Words } from '@foyer/core/words'
import { type Address, type Hex, isAddressEqual, size } from 'viem'
import { readCode } from '../contracts/nodeReads.js'
import { isKnownAddress } from '../contracts/tokens.js'
import { words } from '../sentences.js'
import type { Called, ReadCall } from './called.js'
import { readMoveOfSome } from './readEditions.js'
import { readMove } from './tokenCalls.js'

/** A recipient, and what it is called with beside. */
interface Receiving {
  readonly to: Address
  readonly data: readonly Hex[]
}

/**
 * Says that what is moved calls its recipient: of one that isn't known, that it does with that what it likes; and that it acts by data that isn't read. Of somebody's
 * own account, which can't be called, that the data does nothing.
 */
export async function callingReceiver(
  read: ReadCall,
  { to, data }: Receiving,
  { network, from, account = from }: Called,
): Promise<ReadCall> {
  const count = data.reduce((sum, each) => sum + size(each), 0)
  const isOwn = [from, account].some((own) => isAddressEqual(own, to))
  if (isOwn && count === 0) return read
  const isKnown = isKnownAddress(network, to)
  const code = isKnown ? undefined : await readCode(network, to)
  // An account that acts by a contract's code (EIP-7702), the own one too, acts by data alone.
  const isActing = count > 0 && code !== '0x'
  const isStranger = !isKnown && !isOwn && code !== '0x' && !code?.startsWith('0xef0100')
  const more: readonly (readonly [boolean, Words])[] = [
    [isStranger, words('request.warn.receiverCalled')],
    [isActing, words('request.warn.receiverData', { count: `${count}` })],
    [count > 0 && !isActing && !isOwn, words('request.warn.noCode')],
  ]
  const warnings = [...read.warnings, ...more.flatMap(([isTrue, warning]) => (isTrue ? [warning] : []))]
  return { ...read, warnings, isDeliberate: read.isDeliberate || isActing }
}

type SafeMove =
  | readonly [owner: Address, to: Address, id: bigint, data?: Hex]
  | readonly [owner: Address, to: Address, id: bigint, count: bigint, data: Hex]

/** An NFT, or so many of an id: its recipient is called, and may refuse it. */
export async function readSafeMove([owner, to, id, third = '0x', fourth]: SafeMove, called: Called): Promise<ReadCall> {
  const [read, data] =
    typeof third === 'bigint'
      ? [await readMoveOfSome({ owner, to, ids: [id], counts: [third] }, called), fourth ?? '0x']
      : [await readMove({ owner, to, amount: id, isNft: true }, called), third]
  return callingReceiver(read, { to, data: [data] }, called)
}

/** Several ids in one. */
export async function readSafeMoves(
  [owner, to, ids, counts, data]: readonly [Address, Address, readonly bigint[], readonly bigint[], Hex],
  called: Called,
): Promise<ReadCall> {
  return callingReceiver(await readMoveOfSome({ owner, to, ids, counts }, called), { to, data: [data] }, called)
}
