import { lowerHex, type Selector, selectorIn } from '@foyer/core/chain'
import { type Address, isAddressEqual, toFunctionSelector, zeroAddress } from 'viem'
import { delegateAddress, delegationManager, entryPoint } from '../../delegate.js'
import { permit2 } from '../signature.js'
import { type Misfit, misfit } from './misfit.js'
import type { Permission } from './permission.js'

/** Stands at the manager for any redeemer at all. */
const anyRedeemer: Address = '0x0000000000000000000000000000000000000a11'

/** Functions that move tokens or let others move them: what bounds a call bounds none of their arguments. */
const handingOver: ReadonlySet<Selector | undefined> = new Set(
  [
    'approve(address,uint256)',
    'approve(address,address,uint160,uint48)',
    'approveAndCall(address,uint256)',
    'approveAndCall(address,uint256,bytes)',
    'authorizeOperator(address)',
    'increaseAllowance(address,uint256)',
    'increaseApproval(address,uint256)',
    'operatorSend(address,address,uint256,bytes,bytes)',
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    'safeTransfer(address,uint256)',
    'safeTransferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256,bytes)',
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    'send(address,uint256,bytes)',
    'setApprovalForAll(address,bool)',
    'setOperator(address,bool)',
    'transfer(address,uint256)',
    'transfer(address,uint256,bytes)',
    'transfer(address,uint256,uint256)',
    'transferAndCall(address,uint256)',
    'transferAndCall(address,uint256,bytes)',
    'transferFrom(address,address,uint256)',
    'transferFrom(address,address,uint256,uint256)',
    'transferFrom(address,address,uint160,address)',
  ].map((signature) => selectorIn(lowerHex(toFunctionSelector(signature)))),
)

const isOneOf = (address: Address, others: readonly Address[]): boolean =>
  others.some((each) => isAddressEqual(address, each))

/** The account, and all that acts for it. */
const ownOf = ({ account }: Pick<Permission, 'account'>): readonly Address[] => {
  const acting: readonly Address[] = [delegationManager, entryPoint, delegateAddress]
  return [zeroAddress, account, ...acting]
}

/**
 * Returns why a permission can't be granted, however it is asked for: undefined for one that may be.
 *
 * @param now - in seconds since 1970
 */
export function misfitOf(permission: Permission, now: bigint): Misfit | undefined {
  const { to, redeemers, terms, payees, expiry } = permission
  const own = ownOf(permission)
  if (isOneOf(to, [...own, anyRedeemer]))
    return misfit('`to` isn’t a key of the application’s: a permission is granted to no other.')
  if (redeemers.some((each) => isOneOf(each, [...own, anyRedeemer])))
    return misfit('`rules.redeemer` has an address that can’t be a redeemer of this account’s permissions.')
  if (payees.some((each) => isOneOf(each, own))) return misfit('`rules.payee` has an address that nothing is paid to.')
  if (expiry <= now) return misfit('`rules.expiry` is past: the permission would be over already.')
  if (terms.is === 'calls') return misfitOfCalls(terms, own)
  if (terms.token !== undefined && isOneOf(terms.token, own))
    return misfit('`permission.data.tokenAddress` isn’t a token.')
  if (terms.start >= expiry)
    return misfit('`permission.data.startTime` isn’t before `rules.expiry`: the permission would end before it begins.')
  if (terms.token !== undefined && payees.length > 1)
    return misfit('`rules.payee` has more than one address: of a token one can be enforced.', 5700)
  return undefined
}

/** By the account's own code, and by what acts for it, a key would get around all limits, and undo their end. */
function misfitOfCalls(
  { target, selectors }: Extract<Permission['terms'], { readonly is: 'calls' }>,
  own: readonly Address[],
): Misfit | undefined {
  if (isOneOf(target, own))
    return misfit('`permission.data.address` acts for the account itself: a permission isn’t granted to call it.')
  if (isOneOf(target, [permit2]))
    return misfit('`permission.data.address` is Permit2, through which all tokens move that it may take.', 5700)
  const moving = selectors.find((each) => handingOver.has(selectorIn(each)))
  return (
    moving &&
    misfit(
      `\`permission.data.selectors\` has ${moving}, which moves tokens or lets others move them with any arguments: ask for a permission to spend the token.`,
      5700,
    )
  )
}
