import * as v from 'valibot'
import type { Address } from 'viem'
import { delegationManager } from '../../delegate.js'
import { AddressText, HexChain } from '../requestParams.js'
import { misfitOf } from './checked.js'
import { kindOf, Natural, saidIn, writtenTerms } from './kinds.js'
import { isMisfit, type Misfit, misfit, misfitIn } from './misfit.js'
import type { Permission } from './permission.js'

/** A permission that an application asks for. */
export interface AskedPermission {
  /** CAIP-2. */
  readonly chainId: string
  readonly permission: Permission
  /** The application's own words for it, as they are shown. */
  readonly said?: string | undefined
  /** Returns the application's result once it is granted. @param context - the signed delegation */
  readonly answer: (context: string) => Readonly<Record<string, unknown>>
}

/** More than these can't be read at once. */
const mostAsked = 5
const Addresses = v.pipe(v.array(AddressText), v.minLength(1), v.maxLength(8))

const Name = v.pipe(v.string(), v.maxLength(64))
const Rule = v.strictObject({ type: Name, data: v.unknown() })
const Expiry = v.strictObject({ timestamp: Natural })
const Party = v.strictObject({ addresses: Addresses })

/** A request for a permission. It is strict: an unknown field could be a bound that would be missing then. */
const Request = v.strictObject({
  from: v.nullish(AddressText),
  chainId: HexChain,
  to: AddressText,
  permission: v.strictObject({
    type: Name,
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
  const { success, output, issues } = v.safeParse(Requests, params)
  if (!success) return misfitIn(issues)
  const all: AskedPermission[] = []
  for (const request of output) {
    const read = readRequest(request, own, now)
    if (isMisfit(read)) return read
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
  if (!kind) return misfit('`permission.type` is none that the wallet grants.', 5700)
  const terms = kind.read(data, now)
  if (isMisfit(terms)) return terms
  const bounds = readRules(rules, kind.rules)
  if (isMisfit(bounds)) return bounds
  const { expiry, redeemer, payee = [] } = bounds
  // Without an end it would hold for ever by what wasn't said: one that is to outlast all others names a time that does.
  if (expiry === undefined) return misfit('`rules.expiry` is missing: a permission ends at a time that is named.')
  const account = from ?? own
  const permission: Permission = { account, to, terms, expiry, payees: payee, redeemers: redeemer ?? [to] }
  const wrong = misfitOf(permission, now)
  if (wrong) return wrong
  const said = saidIn(data)
  const written = writtenTerms(terms)
  return {
    chainId,
    permission,
    said,
    answer: (context) => ({
      ...{ chainId: hexOf(chainId), from: account, to, context, dependencies: [], delegationManager },
      permission: {
        ...written,
        isAdjustmentAllowed,
        data: { ...written.data, ...(said !== undefined && { justification: said }) },
      },
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
function readRules(rules: Request['rules'], known: readonly string[]): Bounds | Misfit {
  let bounds: Bounds = {}
  for (const { type, data } of rules ?? []) {
    const at = `rules.${type}`
    if (!known.includes(type))
      return misfit(`\`${at}\` isn’t enforced by the wallet for this type of permission.`, 5700)
    if (Object.hasOwn(bounds, type)) return misfit(`\`${at}\` stands there twice.`)
    if (type === 'expiry') {
      const { success, output, issues } = v.safeParse(Expiry, data)
      if (!success) return misfitIn(issues, `${at}.data`)
      bounds = { ...bounds, expiry: output.timestamp }
    } else {
      const { success, output, issues } = v.safeParse(Party, data)
      if (!success) return misfitIn(issues, `${at}.data`)
      bounds = { ...bounds, [type]: [...new Set(output.addresses)] }
    }
  }
  return bounds
}

const writtenRules = ({ expiry, redeemers, payees }: Permission): readonly object[] => [
  { type: 'expiry', data: { timestamp: Number(expiry) } },
  { type: 'redeemer', data: { addresses: redeemers } },
  ...(payees.length === 0 ? [] : [{ type: 'payee', data: { addresses: payees } }]),
]
