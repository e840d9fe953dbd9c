import { lowerHex } from '@foyer/core/chain'
import type { DecodeFunctionDataReturnType } from 'viem'
import { decodeCall, type ReadCall } from './called.js'
import type { MoreCalled } from './moreCalled.js'
import { poolAbi as abi } from './poolAbi.js'
import { type PoolPart, poolSwap, readPoolCalls } from './poolCalls.js'
import { withRest } from './readCall.js'

/** Reads the calls of exchanges by pools with ranges, alone or several in one; undefined for every other. */
export async function readPoolCall({ data, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const decoded = decodeCall(abi, data)
  const asked = decoded && askedIn(decoded.call)
  const read = asked && (await readPoolCalls(asked, called))
  return decoded && read && withRest({ read, called, unused: decoded.unused })
}

const everything = 2n ** 256n - 1n

type Call = DecodeFunctionDataReturnType<typeof abi>

function askedIn(call: Call): Parameters<typeof readPoolCalls>[0] | undefined {
  if (call.functionName !== 'multicall') {
    const part = partOf(call)
    return part?.kind === 'swap' ? { parts: [part] } : undefined
  }
  const [first, second] = call.args
  const [deadline, calls] = typeof first === 'bigint' ? [first, second ?? []] : [undefined, first]
  const parts = calls.flatMap((each) => {
    const inner = decodeCall(abi, lowerHex(each))
    return (inner?.unused === 0 && partOf(inner.call)) || []
  })
  return parts.length === calls.length ? { parts, deadline } : undefined
}

/** Reads what a call of a router asks for; undefined for one that isn't read beside others. */
function partOf(call: Call): PoolPart | undefined {
  switch (call.functionName) {
    case 'exactInputSingle':
    case 'exactOutputSingle':
    case 'exactInput':
    case 'exactOutput':
      return poolSwap(call.args[0])
    case 'unwrapWETH9':
      return { kind: 'takeOut', least: call.args[0], recipient: call.args[1] }
    case 'sweepToken':
      return { kind: 'takeOut', token: call.args[0], least: call.args[1], recipient: call.args[2] }
    case 'unwrapWETH9WithFee': {
      const [least, first, second, third] = call.args
      return typeof first === 'bigint'
        ? { kind: 'takeOut', least, recipient: undefined, fee: { bips: first, recipient: second } }
        : third && { kind: 'takeOut', least, recipient: first, fee: { bips: second, recipient: third } }
    }
    case 'sweepTokenWithFee': {
      const [token, least, first, second, third] = call.args
      return typeof first === 'bigint'
        ? { kind: 'takeOut', token, least, recipient: undefined, fee: { bips: first, recipient: second } }
        : third && { kind: 'takeOut', token, least, recipient: first, fee: { bips: second, recipient: third } }
    }
    case 'wrapETH':
      return { kind: 'wrap', amount: call.args[0] }
    case 'pull':
      return { kind: 'pull', token: call.args[0], amount: call.args[1] }
    case 'refundETH':
      return { kind: 'refund' }
    case 'selfPermit':
    case 'selfPermitIfNecessary':
      return {
        ...{ kind: 'permit', token: call.args[0], amount: call.args[1] },
        isIfNeeded: call.functionName === 'selfPermitIfNecessary',
      }
    // For everything, or nothing.
    case 'selfPermitAllowed':
    case 'selfPermitAllowedIfNecessary':
      return { kind: 'permit', token: call.args[0], amount: everything, isIfNeeded: false }
    default:
      return undefined
  }
}
