import * as v from 'valibot'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { delegateAddress, delegationManager, entryPoint } from '../../delegate.js'
import { AddressText, HexChain } from '../requestParams.js'
import { kindOf, Natural, writtenTerms } from './kinds.js'
import type { Permission } from './permission.js'

/** A permission that an application asks for. */
export interface AskedPermission {
  /** CAIP-2. */
  readonly chainId: string
  readonly permission: Permission
  /** What the application is answered once it is granted. @param context - the signed delegation */
  readonly answer: (context: string) => Readonly<Record<string, unknown>>
}

/** Why a permission can't be granted: by what stands in the request alone. */
export interface Misfit {
  readonly code: -32_602 | 5700
  readonly message: string
}

export const misfit = (message: string, code: Misfit['code'] = -32_602): Misfit => ({ code, message })

/** More than these nobody reads at once. */
const mostAsked = 5
const Addresses = v.pipe(v.array(AddressText), v.minLength(1), v.maxLength(8))

const Rule = v.object({ type: v.pipe(v.string(), v.maxLength(64)), data: v.unknown() })
const Expiry = v.strictObject({ timestamp: Natural })
const Party = v.strictObject({ addresses: Addresses })

const Request = v.object({
  from: v.nullish(AddressText),
  chainId: HexChain,
  to: AddressText,
  permission: v.object({
    type: v.pipe(v.string(), v.maxLength(64)),
    isAdjustmentAllowed: v.optional(v.boolean(), false),
    data: v.unknown(),
  }),
  rules: v.nullish(v.pipe(v.array(Rule), v.maxLength(8)), []),
})
type Request = v.InferOutput<typeof Request>

const Requests = v.pipe(v.array(Request), v.minLength(1), v.maxLength(mostAsked))

/**
 * Reads what `wallet_requestExecutionPermissions` asks for (ERC-7715): all of it, or none.
 * @param own - the account in use, for an application that names none
 * @param now - in seconds since 1970
 */
export function readRequests(params: unknown, own: Address, now: bigint): readonly AskedPermission[] | Misfit {
  const { success, output } = v.safeParse(Requests, params)
  if (!success) return misfit('The parameters don’t fit the method.')
  const all: AskedPermission[] = []
  for (const request of output) {
    const read = readRequest(request, own, now)
    if ('code' in read) return read
    all.push(read)
  }
  return all
}

function readRequest(
  { from, chainId, to, permission: { type, isAdjustmentAllowed, data }, rules }: Request,
  own: Address,
  now: bigint,
): AskedPermission | Misfit {
  const kind = kindOf(type)
  if (!kind) return misfit('The wallet grants no permissions of this type.', 5700)
  const terms = kind.read(data, now)
  if (!terms) return misfit('The permission’s data doesn’t fit its type.')
  const bounds = readRules(rules, kind.rules)
  if (!bounds || 'code' in bounds) return bounds ?? misfit('The permission’s rules don’t fit.')
  const { expiry, redeemer, payee = [] } = bounds
  const account = from ?? own
  const permission: Permission = {
    ...{ account, to, terms, expiry, payees: payee },
    redeemers: redeemer ?? [to],
  }
  const wrong = misfitOf(permission, now)
  if (wrong) return wrong
  return {
    ...{ chainId, permission },
    answer: (context) => ({
      ...{ chainId: hexOf(chainId), from: account, to, context, dependencies: [], delegationManager },
      permission: { ...writtenTerms(terms), isAdjustmentAllowed },
      rules: writtenRules(permission),
    }),
  }
}

const hexOf = (chainId: string): string => `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`

interface Bounds {
  readonly expiry?: bigint
  readonly redeemer?: readonly Address[]
  readonly payee?: readonly Address[]
}

/** Each rule once: of two it isn't said which holds. */
function readRules(rules: Request['rules'], known: readonly string[]): Bounds | Misfit | undefined {
  let bounds: Bounds = {}
  for (const { type, data } of rules ?? []) {
    if (!known.includes(type)) return misfit('The wallet doesn’t enforce this rule for this type of permission.', 5700)
    if (Object.hasOwn(bounds, type)) return undefined
    if (type === 'expiry') {
      const { success, output } = v.safeParse(Expiry, data)
      if (!success) return undefined
      bounds = { ...bounds, expiry: output.timestamp }
    } else {
      const { success, output } = v.safeParse(Party, data)
      if (!success) return undefined
      bounds = { ...bounds, [type]: output.addresses }
    }
  }
  return bounds
}

const writtenRules = ({ expiry, redeemers, payees }: Permission): readonly object[] => [
  ...(expiry === undefined ? [] : [{ type: 'expiry', data: { timestamp: Number(expiry) } }]),
  { type: 'redeemer', data: { addresses: redeemers } },
  ...(payees.length === 0 ? [] : [{ type: 'payee', data: { addresses: payees } }]),
]

/** Stands at the manager for whoever likes. */
const anybody: Address = '0x0000000000000000000000000000000000000a11'

/** What no permission may be, however it is asked for: undefined for one that may be. */
export function misfitOf({ account, to, terms, payees, expiry }: Permission, now: bigint): Misfit | undefined {
  const isOneOf = (address: Address, ...others: readonly Address[]) =>
    others.some((each) => isAddressEqual(address, each))
  if (isOneOf(to, zeroAddress, anybody, account))
    return misfit('A permission is granted to a key of the application’s.')
  if (expiry !== undefined && expiry <= now) return misfit('The permission would be over already.')
  if (expiry !== undefined && expiry >= 2n ** 128n) return misfit('The permission’s end doesn’t fit.')
  if (terms.is === 'calls') {
    // By the account's own code, and by what acts for it, a key would get around all limits, and undo their end.
    const isOwn = isOneOf(terms.target, account, delegationManager, entryPoint, delegateAddress)
    return isOwn ? misfit('A permission isn’t granted to call what acts for the account itself.') : undefined
  }
  if (expiry !== undefined && terms.start >= expiry) return misfit('The permission would end before it begins.')
  if (terms.token !== undefined && payees.length > 1) return misfit('Of a token one payee can be enforced.', 5700)
  return undefined
}
