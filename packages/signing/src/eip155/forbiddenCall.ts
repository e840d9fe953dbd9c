import { isEmptyHex, type LowerHex, lowerHex, noBytes, selector, selectorIn } from '@foyer/core/chain'
import {
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  slice,
  toFunctionSelector,
} from 'viem'
import { readsOnce } from '../contracts/readsOnce.js'
import { isSame } from '../contracts/tokens.js'
import { delegationManager } from '../delegate.js'

/** A call as the border has read it. */
interface Called {
  readonly to?: Address | undefined
  readonly data?: LowerHex | undefined
}

/**
 * Returns why an application's call isn't carried out, whatever the visitor would say to it; undefined for one that may
 * be.
 */
export function forbiddenCall(call: Called, address: string): string | undefined {
  if (isOfOwnCode(call, address)) return ownCode
  if (isEnabling(call)) return 'The wallet doesn’t bring back a permission that was ended: ask for another.'
  return undefined
}

/**
 * Whether a call runs the account's own code, where it has some: what others may do by that they could do by no call. Who redeems no delegation at the manager has it
 * call the account back, with whatever stands in the call.
 */
const isOfOwnCode = ({ to, data = noBytes }: Called, address: string): boolean =>
  to !== undefined && !isEmptyHex(data) && (isSame(address, to) || (isManager(to) && redeemsNothing(data)))

const isManager = (to: Address): boolean => isSame(to, delegationManager)

const ownCode = 'The wallet doesn’t send data to the account’s own address, or by its delegation manager to itself.'

/** `enableDelegation((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes))` of the delegation manager. */
const enabling = /* @__PURE__ */ selector('0x3ed01015')
const isEnabling = ({ to, data = noBytes }: Called): boolean =>
  to !== undefined && isManager(to) && selectorIn(data) === enabling

const redeemingAbi = parseAbi(['function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)'])
const delegations = parseAbiParameters([
  'Delegation[] delegations',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
])

/** Whether some execution stands without a delegation, or what can't be read as one. */
function redeemsNothing(data: LowerHex): boolean {
  if (selectorIn(data) !== selectorIn(lowerHex(toFunctionSelector(redeemingAbi[0])))) return false
  try {
    // Data that points at one place from many would be read for a minute, and no page has a reason to write it.
    if (!readsOnce({ inputs: redeemingAbi[0].inputs, data: slice(data, 4) })) return true
    const [contexts] = decodeFunctionData({ abi: redeemingAbi, data }).args
    const isNone = (context: Hex) =>
      !readsOnce({ inputs: delegations, data: context }) || decodeAbiParameters(delegations, context)[0].length === 0
    return contexts.some(isNone)
  } catch {
    return true
  }
}
