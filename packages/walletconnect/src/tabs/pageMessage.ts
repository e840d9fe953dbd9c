import * as v from 'valibot'
import type { Engine, EngineEvent } from '../engine/engine.js'
import { Session } from '../engine/records.js'
import { properties } from '../protocol/messages.js'
import { ProposalNamespaces, SessionNamespaces } from '../protocol/namespaces.js'
import { Failure } from '../protocol/payload.js'
import { hex32, PeerMetadata, Reason, timestamp, word } from '../protocol/schemas.js'

import { EngineFailure } from './failure.js'

/** The calls of an engine that have an answer. */
export type EngineMethod = 'propose' | 'conclude' | 'withdraw' | 'publish' | 'end' | 'sessions' | 'keyOf'

export type EngineCallParameters = { readonly [Method in EngineMethod]: Parameters<Engine[Method]>[0] }
export type EngineResults = { readonly [Method in EngineMethod]: Awaited<ReturnType<Engine[Method]>> }

/** A call with what it is about. */
export type EngineCall<Which extends EngineMethod = EngineMethod> = {
  readonly [Method in Which]: { readonly method: Method; readonly parameters: EngineCallParameters[Method] }
}[Which]

/** An engine, as far as it answers. */
export type EngineCalls = {
  readonly [Method in EngineMethod]: (parameters: EngineCallParameters[Method]) => Promise<EngineResults[Method]>
}

/** The messages between pages of one origin. The page that has the engine is the holder. */
export type PageMessage<Call = EngineCall> =
  /** To the holder, which acknowledges it at once, and answers when it is done. */
  | { readonly type: 'call'; readonly page: string; readonly id: number; readonly call: Call }
  | { readonly type: 'taken'; readonly page: string; readonly id: number }
  | {
      readonly type: 'answer'
      readonly page: string
      readonly id: number
      readonly result?: unknown
      readonly failure?: EngineFailure | undefined
    }
  /** Of a new holder: pending calls are to be sent to it. */
  | { readonly type: 'holder' }
  | { readonly type: 'news'; readonly news: EngineEvent }
  /** To the holder: some page is in front again. */
  | { readonly type: 'wake' }

/** Anything, for nothing. */
const nothing = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
)
const oneOf = <const Name extends string>(...names: Name[]) => v.union(names.map((name) => v.literal(name)))

const Publication = v.object({
  topic: hex32,
  message: v.string(),
  ttl: timestamp,
  tag: timestamp,
  prompt: v.optional(v.boolean()),
  attestation: v.optional(v.string()),
})

const call = <Method extends EngineMethod, Value>(method: Method, parameters: v.GenericSchema<unknown, Value>) =>
  v.object({ method: v.literal(method), parameters })

const Call = v.union([
  call(
    'propose',
    v.object({
      ...{ attempt: word, metadata: PeerMetadata, requested: ProposalNamespaces, ...properties },
      authPayload: v.optional(v.unknown()),
    }),
  ),
  call(
    'conclude',
    v.object({ pairingTopic: hex32, namespaces: v.optional(SessionNamespaces), failure: v.optional(Reason) }),
  ),
  call('withdraw', hex32),
  call('publish', Publication),
  call('end', v.object({ topic: hex32, reason: Reason, why: v.optional(v.literal('replaced')) })),
  call('sessions', nothing),
  call('keyOf', hex32),
])

/** The schemas of what an engine answers. */
export type EngineReads = { readonly [Method in EngineMethod]: v.GenericSchema<unknown, EngineResults[Method]> }

export const engineReads: EngineReads = {
  propose: v.object({ pairingTopic: hex32, uri: v.string(), madeAt: timestamp }),
  conclude: v.optional(Session),
  withdraw: nothing,
  publish: nothing,
  end: nothing,
  sessions: v.array(Session),
  keyOf: v.optional(hex32),
}

const ended = oneOf('deleted', 'replaced', 'expired', 'unusable')

const News: v.GenericSchema<unknown, EngineEvent> = v.union([
  v.object({ type: v.literal('sessions'), sessions: v.array(Session) }),
  v.object({ type: v.literal('settled'), pairingTopic: hex32, session: Session }),
  v.object({
    type: v.literal('notSettled'),
    pairingTopic: hex32,
    end: v.union([
      v.object({ type: oneOf('refused', 'unusable'), failure: Failure }),
      v.object({ type: v.literal('expired') }),
    ]),
  }),
  v.object({ type: v.literal('authenticated'), pairingTopic: hex32, result: v.unknown() }),
  v.object({ type: oneOf('updated', 'extended'), session: Session }),
  v.object({ type: v.literal('emitted'), topic: hex32, chainId: word, name: word, data: v.unknown() }),
  v.object({ type: v.literal('ended'), topic: hex32, why: ended }),
  v.object({
    type: v.literal('answered'),
    topic: hex32,
    payload: v.union([
      v.object({ type: v.literal('result'), id: word, result: v.unknown() }),
      v.object({ type: v.literal('failure'), id: word, error: Failure }),
    ]),
  }),
])

const to = { page: word, id: timestamp }

export const PageMessage: v.GenericSchema<unknown, PageMessage> = v.union([
  v.object({ type: v.literal('call'), ...to, call: Call }),
  v.object({ type: v.literal('taken'), ...to }),
  v.object({ type: v.literal('answer'), ...to, result: v.optional(v.unknown()), failure: v.optional(EngineFailure) }),
  v.object({ type: oneOf('holder', 'wake') }),
  v.object({ type: v.literal('news'), news: News }),
])
