import { lowerHex } from '@foyer/core/chain'
import { bytesList, call } from './abis.js'
import { decodeCall, type ReadCall } from './called.js'
import type { MoreCalled } from './moreCalled.js'
import { ownCalls } from './ownName.js'
import { withRest } from './readCall.js'

const abi = [call('multicall', [bytesList('calls')])] as const

/** Reads several calls of one contract, which it carries out as if each had come by itself (OpenZeppelin's `Multicall`). Undefined for every other call. */
export async function readSelfCalls({ data, inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  const [inner = []] = decoded?.call.args ?? []
  if (!decoded || inner.length === 0) return undefined
  const { to, from } = called
  const calls = inner.map((each) => ({ to, value: 0n, data: lowerHex(each) }))
  const read = await inside({ from, calls })
  // Of nothing but unread calls the whole is as unread.
  const isAnyRead = read.moves.gifts.length > 0 || read.warnings.some(({ name }) => name !== 'request.warn.unreadCall')
  if (read.isUnread && !isAnyRead) return undefined
  return withRest({ read: ownCalls(calls.length, read), called, unused: decoded.unused })
}
