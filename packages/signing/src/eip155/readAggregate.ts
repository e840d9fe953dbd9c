import { lowerHex } from '@foyer/core/chain'
import type { Abi } from 'viem'
import { words } from '../sentences.js'
import { decodeCall, type ReadCall, said } from './called.js'
import { giftFacts } from './flow.js'
import type { MoreCalled } from './moreCalled.js'
import { movedInOwnName } from './ownName.js'
import { withRest } from './readCall.js'
import { callsTitle } from './readCalls.js'

const target = { type: 'address', name: 'target' } as const
const allowFailure = { type: 'bool', name: 'allowFailure' } as const
const callData = { type: 'bytes', name: 'callData' } as const
const plain = { type: 'tuple[]', name: 'calls', components: [target, callData] } as const
const failing = { type: 'tuple[]', name: 'calls', components: [target, allowFailure, callData] } as const
const value = { type: 'uint256', name: 'value' } as const
const paying = { type: 'tuple[]', name: 'calls', components: [target, allowFailure, value, callData] } as const
const requireSuccess = { type: 'bool', name: 'requireSuccess' } as const

const payable = { type: 'function', stateMutability: 'payable', outputs: [] } as const

/** Multicall3's, and those of the versions before it. */
const abi = [
  { ...payable, name: 'aggregate', inputs: [plain] },
  { ...payable, name: 'blockAndAggregate', inputs: [plain] },
  { ...payable, name: 'tryAggregate', inputs: [requireSuccess, plain] },
  { ...payable, name: 'tryBlockAndAggregate', inputs: [requireSuccess, plain] },
  { ...payable, name: 'aggregate3', inputs: [failing] },
  { ...payable, name: 'aggregate3Value', inputs: [paying] },
] as const satisfies Abi

/** Reads calls that a contract makes in its own name, each by itself, below what they take of the account: they don't add up to what it gets. */
export async function readAggregate({ data, inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  if (!decoded) return undefined
  const { args } = decoded.call
  const calls = (args.length === 1 ? args[0] : args[1]).map((each) => {
    const sent: unknown = 'value' in each ? each.value : 0n
    return { to: each.target, value: typeof sent === 'bigint' ? sent : 0n, data: lowerHex(each.callData) }
  })
  const read = await inside({ from: called.to, calls })
  const own = movedInOwnName(read, calls, called)
  const title = callsTitle(calls.length)
  const facts = [...giftFacts(own.moves), ...read.standing, ...read.listed]
  return withRest({
    read: said(title, facts, {
      warnings: [words('request.warn.byContract'), ...own.warnings, ...read.warnings],
      isDeliberate: read.isDeliberate || own.isDeliberate,
      partly: own.moves,
    }),
    // What becomes of the coins that come along is said already.
    called: { ...called, value: 0n },
    unused: decoded.unused,
  })
}
