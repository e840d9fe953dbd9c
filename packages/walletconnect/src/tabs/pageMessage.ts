import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import {
  ConcludeParameters,
  DappSession,
  type Engine,
  EngineEvent,
  ProposedPairing,
  ProposeParameters,
  typed,
} from '../engine/engine.js'
import { hex32, Reason, timestamp, word } from '../protocol/schemas.js'
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

/** Anything, for nothing. */
const nothing = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
)

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
  call('propose', ProposeParameters),
  call('conclude', ConcludeParameters),
  call('withdraw', hex32),
  call('publish', Publication),
  call('end', v.object({ topic: hex32, reason: Reason, why: v.optional(v.literal('replaced')) })),
  call('sessions', nothing),
  call('keyOf', hex32),
])

/** The schemas of what an engine answers. */
export type EngineReads = { readonly [Method in EngineMethod]: v.GenericSchema<unknown, EngineResults[Method]> }

export const engineReads: EngineReads = {
  propose: ProposedPairing,
  conclude: v.optional(DappSession),
  withdraw: nothing,
  publish: nothing,
  end: nothing,
  sessions: v.array(DappSession),
  keyOf: v.optional(hex32),
}

const to = { page: word, id: timestamp }

/** The messages between pages of one origin. The page that has the engine is the holder. */
export const PageMessage = v.union([
  /** To the holder, which acknowledges it at once, and answers when it is done. */
  typed(['call'], { ...to, call: Call }),
  typed(['taken'], to),
  typed(['answer'], { ...to, result: v.optional(v.unknown()), failure: v.optional(EngineFailure) }),
  /** Of a new holder: pending calls are to be sent to it; and to the holder: some page is in front again. */
  typed(['holder', 'wake'], {}),
  typed(['news'], { news: EngineEvent }),
])
export type PageMessage = Output<typeof PageMessage>

/** A message as it is sent: what is called is read where it arrives. */
export type SentMessage =
  | Exclude<PageMessage, { readonly type: 'call' }>
  | { readonly type: 'call'; readonly page: string; readonly id: number; readonly call: unknown }
