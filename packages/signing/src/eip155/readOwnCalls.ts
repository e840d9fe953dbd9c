import type { LowerHex } from '@foyer/core/chain'
import { type Address, type Hex, isAddressEqual } from 'viem'
import { address, bytes, call, typed, uint } from './abis.js'
import { decodeCall, innerCall, type ReadCall } from './called.js'
import { given } from './encoded.js'
import type { MoreCalled } from './moreCalled.js'
import { ownCalls } from './ownName.js'
import { withRest } from './readCall.js'

const one = [address('to'), uint('value'), bytes('data')] as const
const list = { name: 'calls', type: 'tuple[]', components: one } as const

/**
 * The functions by which an account with a contract's code carries out its own calls (ERC-7821, and accounts before
 * it).
 */
const abi = [
  call('execute', [typed('bytes32')('mode'), bytes('executionData')]),
  call('execute', one),
  call('executeBatch', [list]),
] as const

interface Own {
  readonly to: Address
  readonly value: bigint
  readonly data: LowerHex
}

/** A single batch of which all is carried out or none, without further data. */
const isBatch = (mode: Hex): boolean => /^0x010{14}/.test(mode)

/** Reads calls that an account asks of itself: they are its own, as a batch's are. Undefined for every other call. */
export async function readOwnCalls({ data, inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = isAddressEqual(called.to, called.from) ? decodeCall(abi, data) : undefined
  const calls = decoded && callsIn(decoded.call.args)
  if (!calls || calls.length === 0) return undefined
  const read = ownCalls(calls.length, await inside({ from: called.from, calls }))
  return withRest({ read, called: { ...called, value: 0n }, unused: decoded.unused })
}

type Args = NonNullable<ReturnType<typeof decodeCall<typeof abi>>>['call']['args']

function callsIn(args: Args): readonly Own[] | undefined {
  const [first, second, third] = args
  if (typeof first !== 'string') return first.map(innerCall)
  if (typeof second === 'bigint')
    return third === undefined ? undefined : [innerCall({ to: first, value: second, data: third })]
  if (second === undefined || !isBatch(first)) return undefined
  try {
    return given([list], second)?.[0].map(innerCall)
  } catch {
    return undefined // not a list of calls
  }
}
