import { type Abi, type Address, decodeFunctionData, type Hex } from 'viem'
import { inputsOf, unusedBytes } from './called.js'

/** A call that a contract makes in its own name. */
interface Aggregated {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

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

/** The calls of an aggregate; undefined for any other call, and for one that could be read in two ways. */
export function readAggregate(
  data: Hex,
): { readonly calls: readonly Aggregated[]; readonly unused: number } | undefined {
  try {
    const { args } = decodeFunctionData({ abi, data })
    const unused = unusedBytes({ inputs: inputsOf(abi, data), data, args })
    const calls = args.length === 1 ? args[0] : args[1]
    if (unused === undefined) return undefined
    return {
      calls: calls.map((each) => {
        const sent: unknown = 'value' in each ? each.value : 0n
        return { to: each.target, value: typeof sent === 'bigint' ? sent : 0n, data: each.callData }
      }),
      unused,
    }
  } catch {
    return undefined // another function, or not a call at all
  }
}
