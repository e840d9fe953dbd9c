import { selectorIn } from '@foyer/core/chain'
import { type Address, isAddressEqual, size, zeroAddress } from 'viem'
import { delegateAddress, delegateIn, delegationManager, entryPoint } from '../../delegate.js'
import { enforcers } from '../../enforcers.js'
import { permit2 } from '../signature.js'
import { asked, type ContractReads, holdingAt, type Question, wordIn } from './holding.js'
import { carryingOut, givingBack, handingOver } from './knownFunctions.js'
import { type Misfit, misfit } from './misfit.js'
import type { Calls, Permission } from './permission.js'

/** Stands at the manager for any redeemer at all. */
const anyRedeemer: Address = '0x0000000000000000000000000000000000000a11'

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

/** More of its coin than any network has. */
const mostCoin = 2n ** 128n

/** By the account's own code, and by what acts for it, a key would get around all limits, and undo their end. */
function misfitOfCalls(calls: Calls, own: readonly Address[]): Misfit | undefined {
  const { target, selectors, bound, value, count } = calls
  if (isOneOf(target, [...own, ...Object.values(enforcers)]))
    return misfit('`permission.data.address` acts for the account itself: a permission isn’t granted to call it.')
  if (isOneOf(target, [permit2]))
    return misfit('`permission.data.address` is Permit2, through which all tokens move that it may take.', 5700)
  const moving = selectors.find((each) => handingOver.has(selectorIn(each)))
  if (moving)
    return misfit(
      `\`permission.data.selectors\` has ${moving}, which moves tokens or lets others move them with any arguments: ask for a permission to spend the token.`,
      5700,
    )
  const carrying = selectors.find((each) => carryingOut.has(selectorIn(each)))
  if (carrying)
    return misfit(
      `\`permission.data.selectors\` has ${carrying}, which carries out what its arguments say, or hands over who may: name the functions that are meant.`,
      5700,
    )
  if (new Set(bound.map(({ index }) => index)).size < bound.length)
    return misfit('`permission.data.arguments` binds an argument twice.')
  if (value > 0n && count === undefined)
    return misfit('`permission.data.callLimit` is null, and coin goes with each call: name how many there are at most.')
  return value * (count ?? 0n) >= mostCoin ? misfit('`permission.data.valueLimit` is no limit.') : undefined
}

/** Returns the first function that isn't bound to give all that comes of it to the account itself. */
export const freeFunction = (
  account: Address,
  { selectors, bound }: Pick<Calls, 'selectors' | 'bound'>,
): Calls['selectors'][number] | undefined =>
  selectors.find((each) => {
    const places = givingBack.get(selectorIn(each))
    return !places?.every((place) =>
      bound.some(({ index, word }) => index === place && BigInt(word) === BigInt(account)),
    )
  })

/** The questions that say that a contract keeps things of one owner each, where an amount is the number of one. */
const ofCollections: readonly Question[] = [
  ['ownerOf(uint256)', 1n],
  ['supportsInterface(bytes4)', '0x80ac58cd'],
  ['supportsInterface(bytes4)', '0xd9b67a26'],
]

/**
 * Asks the chain why what is to be spent is no token with amounts: of a collection, an amount would be the number of what goes.
 *
 * @throws where a node doesn't answer
 */
export async function misfitOfToken({
  reads,
  account,
  token,
}: Pick<Called, 'reads' | 'account'> & { readonly token: Address }): Promise<Misfit | undefined> {
  const questions: readonly Question[] = [['decimals()'], ...ofCollections]
  const [decimals, ...answers] = await reads.answersOf(
    questions.map((question) => ({ from: account, to: token, data: asked(question, account) })),
  )
  const [owner, ...interfaces] = answers.map(wordIn)
  const isCollection = (owner ?? 0n) !== 0n || interfaces.includes(1n)
  return isCollection || wordIn(decimals) === undefined
    ? misfit(
        '`permission.data.tokenAddress` is no token of which an amount is spent: it has no decimals, or its things have an owner each.',
        5700,
      )
    : undefined
}

interface Called {
  readonly reads: ContractReads
  readonly account: Address
  readonly calls: Pick<Calls, 'target' | 'selectors' | 'bound'>
  /** Tokens of the network that are known. */
  readonly tokens: readonly Address[]
  /** The contract's functions that the application's operator lists; `unasked` where nobody there is who knows the list. */
  readonly listed: readonly string[] | 'unasked'
}

/** Says that a function is neither known to give to the account alone nor listed: as its caller the account may hand over anything, anywhere. */
function misfitOfUnlisted({ account, calls, listed }: Pick<Called, 'account' | 'calls' | 'listed'>) {
  if (listed === 'unasked') return undefined
  const own = new Set(listed.map((each) => each.toLowerCase()))
  const others = calls.selectors.filter((each) => !own.has(each.toLowerCase()))
  const unknown = freeFunction(account, { ...calls, selectors: others })
  return unknown === undefined
    ? undefined
    : misfit(
        `\`permission.data.selectors\` has ${unknown}, whose effect isn’t known: such a function is granted only where the project’s operator lists it for the contract at \`permission.data.address\` (\`callable\`).`,
        5700,
      )
}

/**
 * Says why calls can't be granted, or be made: a function's effect isn't known, and the application's operator doesn't list it; or, as the chain is asked, their contract isn't there, or the account has
 * something at it, controls it, or has let it move a token, and they aren't bound to give that to the account alone.
 *
 * @throws where a node doesn't answer: nothing is granted on what isn't known
 */
export async function misfitOfCalled({ reads, account, calls, tokens, listed }: Called): Promise<Misfit | undefined> {
  const { target } = calls
  const code = await reads.codeAt(target)
  if (size(code) === 0)
    return misfit(
      '`permission.data.address` has no contract: what will be there isn’t known, so nothing there is granted.',
    )
  if (delegateIn(code) !== undefined)
    return misfit('`permission.data.address` is somebody’s account, whose code is whatever its key says.')
  const unlisted = misfitOfUnlisted({ account, calls, listed })
  if (unlisted) return unlisted
  const free = freeFunction(account, calls)
  if (free === undefined) return undefined
  const answered = await holdingAt({ reads, account, target, tokens })
  return answered === undefined
    ? undefined
    : misfit(
        `\`permission.data.selectors\` has ${free}, by which what the account has at \`permission.data.address\`, or has let it move, may go to others (${answered} is answered): such a contract is called only by functions whose \`permission.data.arguments\` bind that all goes to the account.`,
        5700,
      )
}
