import { bytesList, call } from './abis.js'
import { decodeCall, type ReadCall } from './called.js'
import type { MoreCalled } from './moreCalled.js'
import { callsTitle } from './ownName.js'
import { withRest } from './readCall.js'

const abi = [call('multicall', [bytesList('calls')])] as const

/** Reads several calls of one contract, which it carries out as if each had come by itself (OpenZeppelin's `Multicall`). Undefined for every other call. */
export async function readSelfCalls({ data, inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  const [inner = []] = decoded?.call.args ?? []
  if (!decoded || inner.length === 0) return undefined
  const { to, from } = called
  const calls = inner.map((each) => ({ to, value: 0n, data: each }))
  const { facts, warnings, isDeliberate, flow, moves, isUnread } = await inside({ from, calls })
  // Of nothing but unread calls the whole is as unread.
  const isAnyRead = moves.gifts.length > 0 || warnings.some(({ name }) => name !== 'request.warn.unreadCall')
  if (isUnread && !isAnyRead) return undefined
  const read = { title: callsTitle(calls.length), facts, warnings, isDeliberate, flow, partly: moves }
  return withRest({ read, called, unused: decoded.unused })
}
