import {
  decodeAbiParameters,
  decodeFunctionData,
  type Hex,
  isHex,
  parseAbi,
  parseAbiParameters,
  slice,
  toFunctionSelector,
} from 'viem'
import { delegationManager } from '../delegate.js'

/**
 * Whether a call runs the account's own code, where it has some: what others may do by that they could do by no call. Who redeems no delegation at the manager has it
 * call the account back, with whatever stands in the call.
 */
export const isOfOwnCode = (
  { to = '', data = '0x' }: { readonly to?: string | undefined; readonly data?: string | undefined },
  address: string,
): boolean =>
  data !== '0x' && (isSame(to, address) || (isSame(to, delegationManager) && isHex(data) && redeemsNothing(data)))

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

export const ownCode =
  'The wallet doesn’t send data to the account’s own address, or by its delegation manager to itself.'

const redeemingAbi = parseAbi(['function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)'])
const delegations = parseAbiParameters([
  'Delegation[] delegations',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
])

/** Whether some execution stands without a delegation, or what can't be read as one. */
function redeemsNothing(data: Hex): boolean {
  if (slice(data, 0, 4) !== toFunctionSelector(redeemingAbi[0])) return false
  try {
    const [contexts] = decodeFunctionData({ abi: redeemingAbi, data }).args
    return contexts.some((context) => decodeAbiParameters(delegations, context)[0].length === 0)
  } catch {
    return true
  }
}
