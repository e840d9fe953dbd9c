import * as v from 'valibot'
import { AuthPayload, type Cacao } from '../signin/message.js'
import type { CallMethod } from './calls.js'
import { ProposalNamespaces, SessionNamespaces } from './namespaces.js'
import { parseAs } from './payload.js'
import { hex32, listOf, mapOf, Participant, Reason, RelayOptions, timestamp, word } from './schemas.js'

/** Of a session as a whole, and of its families and chains by their CAIP-2 names; no value of the former is null. */
export interface SessionProperties {
  readonly sessionProperties?: Readonly<Record<string, unknown>> | undefined
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined
}

export interface Proposal extends SessionProperties {
  readonly relays: readonly RelayOptions[]
  readonly proposer: Participant
  readonly requiredNamespaces: ProposalNamespaces
  readonly optionalNamespaces: ProposalNamespaces
  readonly pairingTopic?: string | undefined
  /** What is to be done on the way to the session. A wallet that doesn't know it settles without. */
  readonly requests?: { readonly authentication: readonly AuthPayload[] } | undefined
  /** Seconds since 1970; where it is missing, five minutes from now. */
  readonly expiryTimestamp?: number | undefined
}

export interface Settlement extends SessionProperties {
  readonly relay: RelayOptions
  readonly controller: Participant
  readonly namespaces: SessionNamespaces
  /** Seconds since 1970. */
  readonly expiry: number
  readonly sessionConfig?: { readonly disableDeepLink?: boolean | undefined } | undefined
  /** What was signed of `Proposal.requests`, as `authentication`; read by the code that signs in. */
  readonly proposalRequestsResponses?: unknown
}

export interface SessionRequest {
  readonly request: {
    readonly method: string
    readonly params?: unknown
    /** Seconds since 1970. */
    readonly expiryTimestamp?: number | undefined
  }
  /** CAIP-2. */
  readonly chainId: string
}

export interface SessionEvent {
  readonly event: { readonly name: string; readonly data?: unknown }
  /** CAIP-2. */
  readonly chainId: string
}

type Nothing = Readonly<Record<never, never>>

/** The parameters of each call, as they are read. */
export interface CallParams {
  readonly wc_pairingDelete: Reason
  readonly wc_pairingPing: Nothing
  readonly wc_sessionPropose: Proposal
  readonly wc_sessionSettle: Settlement
  readonly wc_sessionUpdate: { readonly namespaces: SessionNamespaces }
  readonly wc_sessionExtend: { readonly expiry?: number | undefined }
  readonly wc_sessionRequest: SessionRequest
  readonly wc_sessionEvent: SessionEvent
  readonly wc_sessionDelete: Reason
  readonly wc_sessionPing: Nothing
  readonly wc_sessionAuthenticate: {
    readonly requester: Participant
    readonly authPayload: AuthPayload
    readonly expiryTimestamp?: number | undefined
  }
}

/** The answer to each call, as it is read. */
export interface CallResults {
  readonly wc_pairingDelete: true
  readonly wc_pairingPing: true
  readonly wc_sessionPropose: { readonly relay: RelayOptions; readonly responderPublicKey: string }
  readonly wc_sessionSettle: true
  readonly wc_sessionUpdate: true
  readonly wc_sessionExtend: true
  /** As the method has it. */
  readonly wc_sessionRequest: unknown
  readonly wc_sessionEvent: true
  readonly wc_sessionDelete: true
  readonly wc_sessionPing: true
  readonly wc_sessionAuthenticate: { readonly cacaos: readonly Cacao[]; readonly responder: Participant }
}

/** The schemas of {@link SessionProperties}. */
export const properties: {
  readonly [Each in keyof SessionProperties]-?: v.GenericSchema<unknown, SessionProperties[Each]>
} = {
  sessionProperties: v.optional(
    mapOf(
      v.pipe(
        v.unknown(),
        v.check((value) => value !== null && value !== undefined),
      ),
    ),
  ),
  scopedProperties: v.optional(mapOf(v.unknown())),
}
const nothing = v.object({})
/** The answer that a call was done. */
export const done: v.GenericSchema<unknown, true> = v.literal(true)

/** The calls that one side takes. */
export type ReadableParams<Method extends CallMethod> = {
  readonly [Each in Method]: v.GenericSchema<unknown, CallParams[Each]>
}
/** The calls that one side makes. */
export type ReadableResults<Method extends CallMethod> = {
  readonly [Each in Method]: v.GenericSchema<unknown, CallResults[Each]>
}

/** Made by either side. */
export type SharedCall =
  | 'wc_pairingDelete'
  | 'wc_pairingPing'
  | 'wc_sessionExtend'
  | 'wc_sessionDelete'
  | 'wc_sessionPing'
/** Made by an application, taken by a wallet. */
export type DappCall = SharedCall | 'wc_sessionPropose' | 'wc_sessionRequest' | 'wc_sessionAuthenticate'
/** Made by a wallet, taken by an application. */
export type WalletCall = SharedCall | 'wc_sessionSettle' | 'wc_sessionUpdate' | 'wc_sessionEvent'

// By the protocol the wallet's alone, and with its expiry; clients exist whose applications extend, and some leave the expiry out.
const Extension = v.object({ expiry: v.optional(timestamp) })

/** What either side reads of the other. */
export const sharedParams: ReadableParams<SharedCall> = {
  wc_pairingDelete: Reason,
  wc_pairingPing: nothing,
  wc_sessionExtend: Extension,
  wc_sessionDelete: Reason,
  wc_sessionPing: nothing,
}

export const sharedResults: ReadableResults<SharedCall> = {
  wc_pairingDelete: done,
  wc_pairingPing: done,
  wc_sessionExtend: done,
  wc_sessionDelete: done,
  wc_sessionPing: done,
}

/** What an application's engine goes by, of what it takes: all that a page downloads. */
export const sessionReads: {
  readonly params: ReadableParams<'wc_sessionSettle' | 'wc_sessionUpdate' | 'wc_sessionEvent' | 'wc_sessionExtend'>
  readonly results: ReadableResults<'wc_sessionPropose'>
} = {
  params: {
    wc_sessionSettle: v.object({
      relay: RelayOptions,
      controller: Participant,
      namespaces: SessionNamespaces,
      expiry: timestamp,
      sessionConfig: v.optional(v.object({ disableDeepLink: v.optional(v.boolean()) })),
      proposalRequestsResponses: v.optional(v.unknown()),
      ...properties,
    }),
    wc_sessionUpdate: v.object({ namespaces: SessionNamespaces }),
    wc_sessionEvent: v.object({ event: v.object({ name: word, data: v.optional(v.unknown()) }), chainId: word }),
    wc_sessionExtend: Extension,
  },
  results: {
    wc_sessionPropose: v.object({ relay: RelayOptions, responderPublicKey: hex32 }),
  },
}

/** What an application reads of a wallet. Members that aren't known are left out, as newer clients have more. */
export const dappReads: {
  readonly params: ReadableParams<WalletCall>
  readonly results: ReadableResults<'wc_sessionPropose'>
} = { params: { ...sharedParams, ...sessionReads.params }, results: sessionReads.results }

/** Some clients write what isn't requested as null, or as a list of none. */
const ProposalRequests = v.pipe(
  v.nullish(v.object({ authentication: v.nullish(listOf(AuthPayload)) })),
  v.transform((requests) =>
    requests?.authentication?.length ? { authentication: requests.authentication } : undefined,
  ),
)

/** What a wallet reads of an application. A request's expiry may be called by either of its names. */
export const walletReads: {
  readonly params: ReadableParams<DappCall>
  readonly results: ReadableResults<WalletCall>
} = {
  params: {
    ...sharedParams,
    wc_sessionPropose: v.object({
      relays: v.pipe(listOf(RelayOptions), v.minLength(1)),
      proposer: Participant,
      requiredNamespaces: v.optional(ProposalNamespaces, {}),
      optionalNamespaces: v.optional(ProposalNamespaces, {}),
      pairingTopic: v.optional(hex32),
      requests: ProposalRequests,
      expiryTimestamp: v.optional(timestamp),
      ...properties,
    }),
    wc_sessionRequest: v.pipe(
      v.object({
        request: v.object({
          method: word,
          params: v.optional(v.unknown()),
          expiryTimestamp: v.optional(timestamp),
          expiry: v.optional(timestamp),
        }),
        chainId: word,
      }),
      v.transform(({ request: { method, params, expiryTimestamp, expiry }, chainId }) => ({
        request: { method, params, expiryTimestamp: expiryTimestamp ?? expiry },
        chainId,
      })),
    ),
    wc_sessionAuthenticate: v.object({
      requester: Participant,
      authPayload: AuthPayload,
      expiryTimestamp: v.optional(timestamp),
    }),
  },
  // An event's is often not sent at all.
  results: { ...sharedResults, wc_sessionSettle: done, wc_sessionUpdate: done, wc_sessionEvent: done },
}

/**
 * Whether one side takes a call: a wallet settles and updates, an application proposes and asks, and neither takes from the other what
 * is the other's to take.
 *
 * @example takes(dappReads, 'wc_sessionRequest') // false
 */
export const takes = <Method extends CallMethod>(
  reads: { readonly params: ReadableParams<Method> },
  method: string,
): method is Method => Object.hasOwn(reads.params, method)

/**
 * Reads what a call asks.
 *
 * @throws InvalidPayloadError
 * @example parseParams({ reads: dappReads, method: 'wc_sessionEvent', params }).event.name
 */
export function parseParams<Method extends CallMethod>({
  reads,
  method,
  params,
}: {
  readonly reads: { readonly params: ReadableParams<Method> }
  readonly method: Method
  readonly params: unknown
}): CallParams[Method] {
  return parseAs<CallParams[Method]>({ schema: reads.params[method], value: params, at: 'params' })
}

/**
 * Reads what a call was answered.
 *
 * @throws InvalidPayloadError
 */
export function parseResult<Method extends CallMethod>({
  reads,
  method,
  result,
}: {
  readonly reads: { readonly results: ReadableResults<Method> }
  readonly method: Method
  readonly result: unknown
}): CallResults[Method] {
  return parseAs<CallResults[Method]>({ schema: reads.results[method], value: result, at: 'result' })
}
