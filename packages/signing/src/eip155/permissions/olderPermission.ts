import { lowerHex } from '@foyer/core/chain'
import { SessionGrantRequest, type SessionKey, type SessionPermission } from '@foyer/core/wire'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import * as v from 'valibot'
import { type Address, getAddress, toFunctionSelector } from 'viem'
import { publicKeyToAddress } from 'viem/utils'
import { enforcers } from '../../enforcers.js'
import type { AskedPermission } from './askedPermission.js'
import { type Caveat, caveatsOf } from './caveats.js'
import { misfitOf } from './checked.js'
import type { Delegation } from './delegation.js'
import { BoundArguments, mostFunctions } from './kinds.js'
import { isMisfit, type Misfit, misfit, misfitIn } from './misfit.js'
import type { Permission, Terms } from './permission.js'

/**
 * Reads what `wallet_grantPermissions` asks for, in the shape of AppKit 1.7.6: one permission of the application's own secp256k1 key, which ends. Its client puts another key
 * before that, which was to sign beside it: none does, as what bounds the permission is on chain.
 */
export function readOlderRequest(params: unknown, own: Address, now: bigint): readonly AskedPermission[] | Misfit {
  const [asked] = Array.isArray(params) ? params : [params]
  const { success, output, issues } = v.safeParse(SessionGrantRequest, asked)
  if (!success) return misfitIn(issues)
  const { permissions, policies, expiry, chainId, address = own, signer } = output
  const [first, ...others] = permissions
  if (!first || others.length > 0) return misfit('`permissions` has more than one: ask for each by itself.')
  if (policies.length > 0) return misfit('`policies` aren’t enforced by the wallet beside a permission.', 5700)
  const to = keyOf(signer.data.keys)
  if (typeof to !== 'string') return to
  const terms = termsOf(first)
  if (isMisfit(terms)) return terms
  const account = getAddress(address)
  const permission: Permission = { account, to, redeemers: [to], payees: [], terms, expiry: BigInt(expiry) }
  const wrong = misfitOf(permission, now)
  if (wrong) return wrong
  const chain = `eip155:${BigInt(chainId)}`
  return [{ chainId: chain, permission, answer: (context) => ({ ...output, address: account, context }) }]
}

/** Whether a delegation is what such a request asks for, whichever key it is to. */
export function isGrantOf(
  { permissions: [first, ...others], expiry }: Pick<SessionGrantRequest, 'permissions' | 'expiry'>,
  { delegate: to, delegator: account, caveats }: Delegation,
): boolean {
  const terms = first && others.length === 0 ? termsOf(first) : undefined
  if (!terms || isMisfit(terms)) return false
  const nonce = caveats.find(({ enforcer }) => enforcer === enforcers.nonce)?.terms
  const permission: Permission = { account, to, redeemers: [to], payees: [], terms, expiry: BigInt(expiry) }
  return nonce !== undefined && written(caveatsOf(permission, BigInt(nonce))) === written(caveats)
}

const written = (caveats: readonly Caveat[]): string => JSON.stringify(caveats).toLowerCase()

/** The application's key, by its address. */
function keyOf(keys: readonly SessionKey[]): Address | Misfit {
  // The key that was to sign beside it stands before the application's own.
  const [key, ...others] = keys.length > 1 ? keys.slice(1) : keys
  if (!key || others.length > 0) return misfit('`signer.data.keys` has more than one key of the application’s.')
  if (key.type !== 'secp256k1')
    return misfit(
      '`signer.data.keys` has a P-256 key, which the network’s contracts don’t take here: a permission is granted to a key of the curve secp256k1.',
      5700,
    )
  return addressOf(key.publicKey) ?? misfit('`signer.data.keys` has no public key of the curve secp256k1.')
}

/** The address of a public key in any of its forms; undefined for what is none. */
function addressOf(publicKey: string): Address | undefined {
  const digits = publicKey.slice(2)
  try {
    const point = secp256k1.Point.fromHex(digits.length === 128 ? `04${digits}` : digits)
    return publicKeyToAddress(`0x${point.toHex(false)}`)
  } catch {
    return undefined // not on the curve
  }
}

function termsOf({ type, data }: SessionPermission): Terms | Misfit {
  if (type === 'contract-call') return callsOf(data)
  const { allowance, start, period } = data
  const [amount, seconds] = [BigInt(allowance), BigInt(period)]
  const none = [amount === 0n && 'allowance', seconds === 0n && 'period', start === 0 && 'start'].find(Boolean)
  if (none) return misfit(`\`permissions.0.data.${none}\` is 0.`)
  const token = 'token' in data ? getAddress(data.token) : undefined
  return { is: 'periodic', token, amount, seconds, start: BigInt(start) }
}

type CallsData = Extract<SessionPermission, { type: 'contract-call' }>['data']

/** All its functions are called under one bound on the coin, and with the same arguments bound; conditions on a function's own arguments have no enforcer. */
function callsOf({ address, abi, functions, arguments: asked = [], callLimit }: CallsData): Terms | Misfit {
  const [first] = functions
  const value = BigInt(first?.valueLimit ?? 0n)
  if (functions.some(({ valueLimit }) => BigInt(valueLimit ?? 0n) !== value))
    return misfit('`valueLimit` isn’t the same for all functions: the wallet enforces one for a permission.', 5700)
  if (functions.some(isUnenforced))
    return misfit('`functions` has conditions on arguments or a DelegateCall: the wallet enforces neither.', 5700)
  const bound = v.safeParse(BoundArguments, asked)
  if (!bound.success) return misfitIn(bound.issues, 'permissions.0.data.arguments')
  const found = functions.map(({ functionName }) => signaturesOf(abi, functionName))
  const signatures = [...new Set(found.flat())]
  if (found.some((each) => each.length === 0)) return misfit('`abi` doesn’t have a function that is named.')
  if (signatures.length > mostFunctions) return misfit('`functions` are more than can be read.')
  const selectors = signatures.map((signature) => lowerHex(toFunctionSelector(signature)))
  return {
    is: 'calls',
    target: getAddress(address),
    selectors,
    signatures,
    bound: bound.output,
    value,
    count: callLimit === undefined ? undefined : BigInt(callLimit),
  }
}

const isUnenforced = ({ args, operation }: CallsData['functions'][number]): boolean =>
  (args !== undefined && args.length > 0) || operation === 1 || operation === 'DelegateCall'

interface Input {
  readonly type: string
  readonly components?: readonly Input[] | undefined
}
const Input: v.GenericSchema<unknown, Input> = v.object({
  type: v.pipe(v.string(), v.regex(/^[a-z0-9]+(\[\d*\])*$/)),
  components: v.optional(v.pipe(v.array(v.lazy(() => Input)), v.readonly())),
})
const AbiFunction = v.object({
  type: v.literal('function'),
  name: v.pipe(v.string(), v.regex(/^[\w$]{1,64}$/)),
  inputs: v.array(Input),
})

/** The functions of a name, as their selectors are made of them. */
const signaturesOf = (abi: readonly unknown[], name: string): readonly string[] =>
  abi.flatMap((item) => {
    const { success, output } = v.safeParse(AbiFunction, item)
    return success && output.name === name ? [`${name}(${output.inputs.map(typeOf).join()})`] : []
  })

const typeOf = ({ type, components = [] }: Input): string =>
  type.startsWith('tuple') ? `(${components.map(typeOf).join()})${type.slice('tuple'.length)}` : type

/**
 * The parameters by which the original's client ends a permission: the session that its server keeps, and what was
 * granted.
 */
const Ending = v.strictObject({
  pci: v.pipe(v.string(), v.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)),
  expiry: v.number(),
  permissions: v.array(v.unknown()),
  address: v.optional(v.string()),
})

export interface OlderEnding {
  /** The server's name of the session, by whose signature it ends there. */
  readonly pci: string
  readonly expiry: number
  readonly permissions: readonly unknown[]
}

/** Reads what `wallet_revokePermissions` asks for; nothing else, such as EIP-2255’s. */
export function readOlderEnding(params: unknown): OlderEnding | Misfit {
  const [asked] = Array.isArray(params) ? params : [params]
  const { success, output, issues } = v.safeParse(Ending, asked)
  return success ? { pci: output.pci, expiry: output.expiry, permissions: output.permissions } : misfitIn(issues)
}

const Answered = v.object({ expiry: v.number(), permissions: v.array(v.unknown()) })

/** Whether an answer of the older shape granted what is to be ended. */
export function isEndedBy({ expiry, permissions }: OlderEnding, answer: unknown): boolean {
  const { success, output } = v.safeParse(Answered, answer)
  return success && output.expiry === expiry && sorted(output.permissions) === sorted(permissions)
}

/** Another client, or a server, writes the same fields in another order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  )
