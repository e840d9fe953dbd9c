import * as v from 'valibot'
import { limits } from './limits.js'

/** A public key that acts within a session's permissions. */
export interface SessionKey {
  readonly type: 'secp256r1' | 'secp256k1'
  /** Hex. */
  readonly publicKey: string
}

/** A limit on an argument of a contract's function. */
export interface ArgumentCondition {
  readonly operator: 'EQUAL' | 'GREATER_THAN' | 'LESS_THAN'
  readonly value?: unknown
}

/** One thing that a session's key may do in the account's name. */
export type SessionPermission =
  | {
      readonly type: 'contract-call'
      readonly data: {
        readonly address: string
        readonly abi: readonly Readonly<Record<string, unknown>>[]
        readonly functions: readonly {
          readonly functionName: string
          readonly args?: readonly ArgumentCondition[] | undefined
          /** Hex, in wei. */
          readonly valueLimit?: string | undefined
          /** 0: Call, 1: DelegateCall. */
          readonly operation?: 0 | 1 | 'Call' | 'DelegateCall' | undefined
        }[]
      }
    }
  | {
      readonly type: 'native-token-recurring-allowance'
      /** The allowance in hex, in the smallest unit; start in unix seconds, period in seconds. */
      readonly data: { readonly allowance: string; readonly start: number; readonly period: number }
    }
  | {
      readonly type: 'erc20-recurring-allowance'
      readonly data: {
        readonly token: string
        readonly allowance: string
        readonly start: number
        readonly period: number
      }
    }

/** What a dapp asks for: nothing besides these fields is taken. */
export interface SessionGrantRequest {
  /** Hex: `0x2105`. */
  readonly chainId: string
  readonly address?: string | undefined
  /** In the future, in unix seconds. */
  readonly expiry: number
  readonly signer: { readonly type: 'keys'; readonly data: { readonly keys: readonly SessionKey[] } }
  readonly permissions: readonly SessionPermission[]
  readonly policies: readonly { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[]
}

const hex: v.GenericSchema<string> = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]+$/, 'must be hex after 0x'))
const quantity: v.GenericSchema<string> = v.pipe(hex, v.maxLength(66, 'must have 64 hex digits at most'))
const evmAddress: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address of 40 hex digits after 0x'),
)
const seconds: v.GenericSchema<number> = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const publicKey: v.GenericSchema<string> = v.pipe(hex, v.maxLength(132, 'must have 130 hex digits at most'))
const anyObject: v.GenericSchema<Record<string, unknown>> = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(limits.eventName)), v.unknown()),
  v.maxEntries(limits.eventProperties),
)

export const SessionKey: v.GenericSchema<unknown, SessionKey> = v.strictObject({
  type: v.picklist(['secp256r1', 'secp256k1']),
  publicKey,
})

const sessionFunction = v.strictObject({
  functionName: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.eventName)),
  args: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          operator: v.picklist(['EQUAL', 'GREATER_THAN', 'LESS_THAN']),
          value: v.optional(v.unknown()),
        }),
      ),
      v.maxLength(64),
    ),
  ),
  valueLimit: v.optional(quantity),
  operation: v.optional(v.picklist([0, 1, 'Call', 'DelegateCall'])),
})

export const SessionPermission: v.GenericSchema<unknown, SessionPermission> = v.variant('type', [
  v.strictObject({
    type: v.literal('contract-call'),
    data: v.strictObject({
      address: evmAddress,
      abi: v.pipe(v.array(anyObject), v.maxLength(256)),
      functions: v.pipe(v.array(sessionFunction), v.minLength(1), v.maxLength(64)),
    }),
  }),
  v.strictObject({
    type: v.literal('native-token-recurring-allowance'),
    data: v.strictObject({ allowance: quantity, start: seconds, period: seconds }),
  }),
  v.strictObject({
    type: v.literal('erc20-recurring-allowance'),
    data: v.strictObject({ token: evmAddress, allowance: quantity, start: seconds, period: seconds }),
  }),
])

export const SessionGrantRequest: v.GenericSchema<unknown, SessionGrantRequest> = v.strictObject({
  chainId: v.pipe(v.string(), v.regex(/^0x[1-9a-fA-F][0-9a-fA-F]{0,12}$/, 'must be a chain id in hex')),
  address: v.optional(evmAddress),
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

/** The key that signs beside the dapp's, made for this one session. */
export interface SessionGrantReply {
  /** The session's id: the permission context identifier. */
  readonly pci: string
  readonly key: SessionKey
}

export const SessionGrantReply: v.GenericSchema<unknown, SessionGrantReply> = v.object({
  pci: v.pipe(v.string(), v.uuid()),
  key: SessionKey,
})

/** Says that the wallet granted what was asked. The wallet's own answer may stand beside these; only these are kept. */
export interface SessionActivation {
  readonly pci: string
  /** The wallet's word for what it granted. */
  readonly context: string
}

const pci: v.GenericSchema<string> = v.pipe(v.string(), v.uuid('must be a session id'))

export const SessionActivation: v.GenericSchema<unknown, SessionActivation> = v.object({
  pci,
  context: v.pipe(v.string(), v.minLength(1), v.maxLength(65_536)),
})

/** Ends a session [S7.22]. `signature` is the account's, over {@link sessionRevocation} or, as wallets of the original do, over the id itself. */
export interface SessionRevocation {
  readonly pci: string
  readonly signature: string
}

export const SessionRevocation: v.GenericSchema<unknown, SessionRevocation> = v.object({
  pci,
  signature: v.pipe(hex, v.maxLength(16_386, 'must have 16384 hex digits at most')),
})

export interface SessionRevocationReply {
  readonly success: boolean
}

export const SessionRevocationReply: v.GenericSchema<unknown, SessionRevocationReply> = v.object({
  success: v.boolean(),
})

/** A session as the account sees it [S7.21]: active until its expiry, unless it was revoked. */
export interface SmartSession {
  readonly project: {
    readonly id: string
    readonly name: string
    readonly url?: string | undefined
    readonly iconUrl?: string | undefined
  }
  readonly pci: string
  /** Unix seconds. */
  readonly expiry: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly permissions: readonly SessionPermission[]
  readonly policies: readonly { readonly id: string }[]
  readonly context: string
  /** Milliseconds since 1970. */
  readonly revokedAt?: number | undefined
}

export const SmartSession: v.GenericSchema<unknown, SmartSession> = v.object({
  project: v.object({
    id: v.string(),
    name: v.string(),
    url: v.optional(v.string()),
    iconUrl: v.optional(v.string()),
  }),
  pci: v.string(),
  expiry: v.number(),
  createdAt: v.number(),
  permissions: v.array(SessionPermission),
  policies: v.array(v.object({ id: v.string() })),
  context: v.string(),
  revokedAt: v.optional(v.number()),
})

/** The newest first. */
export type SmartSessionsReply = readonly SmartSession[]

export const SmartSessionsReply: v.GenericSchema<unknown, SmartSessionsReply> = v.array(SmartSession)

export interface SessionRevocationParameters {
  readonly pci: string
  readonly account: string
  readonly projectId: string
}

/**
 * What an account signs (`personal_sign`) to end a session: it names the session, the account and the project, so that the
 * signature says nothing anywhere else.
 * @param revocation.account - CAIP-10
 * @example
 * sessionRevocation({ pci, account: 'eip155:8453:0x…', projectId: 'my-dapp' })
 */
export function sessionRevocation({ pci: id, account, projectId }: SessionRevocationParameters): string {
  return `Revoke a smart session.\n\nSession: ${id}\nAccount: ${account.toLowerCase()}\nProject: ${projectId}`
}
