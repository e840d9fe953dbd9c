import * as v from 'valibot'
import { isNetworkId } from '../chain/wellWritten.js'
import type { Call, Output } from './call.js'
import { limits } from './limits.js'

const hex = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]+$/, 'must be hex after 0x'))
const quantity = v.pipe(hex, v.maxLength(66, 'must have 64 hex digits at most'))
const evmAddress = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address of 40 hex digits after 0x'))
const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const publicKey = v.pipe(hex, v.maxLength(132, 'must have 130 hex digits at most'))
const anyObject = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(limits.eventName)), v.unknown()),
  v.check((properties) => Object.keys(properties).length <= limits.eventProperties, 'has more entries than are taken'),
)

/** Whether it is an account of an EVM network, with its network before it or, where `isPlain` says so, without. */
function isAccount({ text, isPlain }: { readonly text: string; readonly isPlain: boolean }): boolean {
  const [address = '', ...network] = text.split(':').reverse()
  if (!v.is(evmAddress, address)) return false
  const [reference = '', family] = network
  if (network.length === 0) return isPlain
  return (
    network.length === 2 && family === 'eip155' && /^[1-9]\d*$/.test(reference) && isNetworkId(`eip155:${reference}`)
  )
}

const account = ({ isPlain, sentence }: { readonly isPlain: boolean; readonly sentence: string }) =>
  v.object({
    address: v.pipe(
      v.string(),
      v.maxLength(limits.address),
      v.check((text) => isAccount({ text, isPlain }), sentence),
    ),
  })

/** An account of an EVM network in a path, also without its network. */
const Account = account({
  isPlain: true,
  sentence: 'must be an address such as 0x…, or with its network before it: eip155:1:0x…',
})

/** An account of an EVM network in a path. */
export const AccountOfNetwork = account({
  isPlain: false,
  sentence: 'must be an address with its network before it: eip155:1:0x…',
})

/** A public key that acts within a session's permissions. */
export const SessionKey = v.strictObject({
  type: v.picklist(['secp256r1', 'secp256k1']),
  /** Hex. */
  publicKey,
})
export type SessionKey = Output<typeof SessionKey>

/** A limit on an argument of a contract's function. */
const ArgumentCondition = v.strictObject({
  operator: v.picklist(['EQUAL', 'GREATER_THAN', 'LESS_THAN']),
  value: v.optional(v.unknown()),
})
export type ArgumentCondition = Output<typeof ArgumentCondition>

const sessionFunction = v.strictObject({
  functionName: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.eventName)),
  args: v.optional(v.pipe(v.array(ArgumentCondition), v.maxLength(64))),
  /** Hex, in wei. */
  valueLimit: v.optional(quantity),
  /** 0: Call, 1: DelegateCall. */
  operation: v.optional(v.picklist([0, 1, 'Call', 'DelegateCall'])),
})

const boundArgument = v.strictObject({
  index: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(31)),
  /** 32 bytes in hex. */
  value: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/, 'must have 64 hex digits after 0x')),
})

/** One thing that a session's key may do in the account's name. */
export const SessionPermission = v.variant('type', [
  v.strictObject({
    type: v.literal('contract-call'),
    data: v.strictObject({
      address: evmAddress,
      abi: v.pipe(v.array(anyObject), v.maxLength(256)),
      functions: v.pipe(v.array(sessionFunction), v.minLength(1), v.maxLength(64)),
      /** Arguments that are the same in all calls, each by the place of its word of the calldata, from 0 on. Of ours: the original has none. */
      arguments: v.optional(v.pipe(v.array(boundArgument), v.minLength(1), v.maxLength(8))),
      /** The number of calls in all; without it there is no limit. Of ours: the original has none. */
      callLimit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    }),
  }),
  v.strictObject({
    type: v.literal('native-token-recurring-allowance'),
    /** The allowance in hex, in the smallest unit; start in unix seconds, period in seconds. */
    data: v.strictObject({ allowance: quantity, start: seconds, period: seconds }),
  }),
  v.strictObject({
    type: v.literal('erc20-recurring-allowance'),
    data: v.strictObject({ token: evmAddress, allowance: quantity, start: seconds, period: seconds }),
  }),
])
export type SessionPermission = Output<typeof SessionPermission>

/** A dapp's request: nothing besides these fields is taken. */
export const SessionGrantRequest = v.strictObject({
  /** Hex: `0x2105`. */
  chainId: v.pipe(v.string(), v.regex(/^0x[1-9a-fA-F][0-9a-fA-F]{0,12}$/, 'must be a chain id in hex')),
  address: v.optional(evmAddress),
  /** In the future, in unix seconds. */
  expiry: seconds,
  signer: v.strictObject({
    type: v.literal('keys'),
    data: v.strictObject({ keys: v.pipe(v.array(SessionKey), v.minLength(1), v.maxLength(8)) }),
  }),
  permissions: v.pipe(v.array(SessionPermission), v.minLength(1), v.maxLength(32)),
  policies: v.pipe(
    v.array(
      v.strictObject({ type: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.eventName)), data: anyObject }),
    ),
    v.maxLength(32),
  ),
})
export type SessionGrantRequest = Output<typeof SessionGrantRequest>

/** The kept session: what bounds it is on chain, so that no key signs beside the dapp's. */
export const SessionGrantReply = v.object({
  /** The session's id: the permission context identifier. */
  pci: v.pipe(v.string(), v.uuid()),
  key: SessionKey,
})
export type SessionGrantReply = Output<typeof SessionGrantReply>

/** Keeps what a dapp asks for. The key is the dapp's own, as the original's client puts one first. */
export const grantSessionCall = {
  id: 'grantSmartSession',
  method: 'post',
  path: '/v1/sessions/:address',
  params: AccountOfNetwork,
  body: SessionGrantRequest,
  reply: SessionGrantReply,
} as const satisfies Call

const pci = v.pipe(v.string(), v.uuid('must be a session id'))

/** Says that the wallet granted what was asked. The wallet's own answer may stand beside these; only these are kept. */
export const SessionActivation = v.object({
  pci,
  /** The wallet's word for what it granted. */
  context: v.pipe(v.string(), v.minLength(1), v.maxLength(65_536)),
})
export type SessionActivation = Output<typeof SessionActivation>

/** Reports what the wallet granted. */
export const activateSessionCall = {
  id: 'activateSmartSession',
  method: 'post',
  path: '/v1/sessions/:address/activate',
  params: Account,
  body: SessionActivation,
} as const satisfies Call

/** Ends a session [S7.22]. `signature` is the account's, over {@link sessionRevocation} or, as wallets of the original do, over the id itself. */
export const SessionRevocation = v.object({
  pci,
  signature: v.pipe(hex, v.maxLength(16_386, 'must have 16384 hex digits at most')),
})
export type SessionRevocation = Output<typeof SessionRevocation>

/** Ends a session by its account's signature [S7.22]. */
export const revokeSessionCall = {
  id: 'revokeSmartSession',
  method: 'post',
  path: '/v1/sessions/:address/revoke',
  params: Account,
  body: SessionRevocation,
  reply: v.object({ success: v.boolean() }),
} as const satisfies Call

/** A session as the account sees it [S7.21]: active until its expiry, unless it was revoked. */
export const SmartSession = v.object({
  project: v.object({
    id: v.string(),
    name: v.string(),
    url: v.optional(v.string()),
    iconUrl: v.optional(v.string()),
  }),
  pci: v.string(),
  /** Unix seconds. */
  expiry: v.number(),
  /** Milliseconds since 1970. */
  createdAt: v.number(),
  permissions: v.array(SessionPermission),
  policies: v.array(v.object({ id: v.string() })),
  context: v.string(),
  /** Milliseconds since 1970; of a session that is dormant, when it was read: clients that don't know that word take it for not active. */
  revokedAt: v.optional(v.number()),
  /** `dormant`: it can't be used now, and may be again once its account's code is on. Ours, beside what the original lists. */
  standing: v.optional(v.literal('dormant')),
})
export type SmartSession = Output<typeof SmartSession>

/** The newest first. */
export const SmartSessionsReply = v.array(SmartSession)
export type SmartSessionsReply = Output<typeof SmartSessionsReply>

/** The sessions by which dapps act in an account's name [S7.21]. */
export const sessionsCall = {
  id: 'listSmartSessions',
  method: 'get',
  path: '/v1/sessions/:address',
  params: Account,
  reply: SmartSessionsReply,
} as const satisfies Call

export interface SessionRevocationParameters {
  readonly pci: string
  readonly account: string
  readonly projectId: string
}

/**
 * Builds the text signed (`personal_sign`) to end a session: it names the session, the account and the project, so that the
 * signature says nothing anywhere else.
 * @param revocation.account - CAIP-10
 * @example
 * sessionRevocation({ pci, account: 'eip155:8453:0x…', projectId: 'my-dapp' })
 */
export function sessionRevocation({ pci: id, account, projectId }: SessionRevocationParameters): string {
  return `Revoke a smart session.\n\nSession: ${id}\nAccount: ${account.toLowerCase()}\nProject: ${projectId}`
}
