import type { Clock } from '@foyer/core'
import * as v from 'valibot'
import type { Engine, EngineEvent } from '../engine/engine.js'
import { type EngineFailure, engineFailureOf, errorOf, SharedNodeError } from './failure.js'
import {
  type EngineCall,
  type EngineCalls,
  type EngineMethod,
  type EngineResults,
  engineReads,
  PageMessage,
  type SentMessage,
} from './pageMessage.js'
import type { PendingCall, PendingCalls } from './pendingCalls.js'

/** The part of this page, which the others call for or answer. */
export interface OwnPage {
  readonly calls: PendingCalls['all']
  /** The engine, where this page has it. */
  engine(): Promise<Engine> | undefined
  post(message: SentMessage): void
  /** Emits to this page's listeners. */
  emit(event: EngineEvent): void
  /** Takes the engine over from a page that doesn't answer. */
  steal(): void
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
}

/** The other pages of the origin, by the messages that are exchanged with them. */
export interface OtherPages {
  /** Sends a call to the page that has the engine, and again until it is answered or isn't pending any more. */
  send(call: PendingCall): void
  /** Takes a message. @returns once what it has answered is taken up */
  receive(message: unknown): Promise<void>
}

interface State extends OwnPage {
  /** By which the other pages know this one. */
  readonly self: string
  /** The calls of other pages that an engine of this page is performing. */
  readonly running: Map<string, Promise<Engine>>
}

type CallMessage = Extract<PageMessage, { readonly type: 'call' }>
type AnswerMessage = Extract<PageMessage, { readonly type: 'answer' }>

/** A call that isn't answered is sent again after so long. */
const resendMs = 5_000
/** A holder that doesn't acknowledge so often is frozen, and loses its lock. */
const mostUnacknowledged = 2
const nothing = () => {}

export function createOtherPages(own: OwnPage): OtherPages {
  const { clock, random } = own
  const self = `${clock.now()}.${random()}`
  const state: State = { ...own, self, running: new Map() }
  return {
    send: (call) => send(state, call),
    async receive(message) {
      const { success, output } = v.safeParse(PageMessage, message)
      // Anything else is another script's: all of this origin may use the channel.
      if (success) await take(state, output)
    },
  }
}

function send(state: State, call: PendingCall): void {
  const { id } = call
  if (!state.calls.has(id)) return
  call.unacknowledged += 1
  call.cancelResend()
  call.cancelResend = state.clock.setTimeout(() => {
    if (call.unacknowledged >= mostUnacknowledged) state.steal()
    send(state, call)
  }, resendMs)
  try {
    state.post({ type: 'call', page: state.self, id, call: call.call })
  } catch (error) {
    call.fail(error) // what can't be cloned can't be sent to a wallet either
  }
}

/** Performs another page's call on this page's engine. */
function serve({ running, engine, post }: State, own: Promise<Engine>, { page, id, call }: CallMessage): void {
  post({ type: 'taken', page, id })
  const key = `${page} ${id}`
  if (running.get(key) === own) return
  running.set(key, own)
  const answer = (how: { readonly result?: unknown } | { readonly failure: EngineFailure }) => {
    // An engine that was lost meanwhile fails all of its calls; the next one gets them again.
    if (running.get(key) === own) running.delete(key)
    if (engine() === own) post({ type: 'answer', page, id, ...how })
  }
  own
    .then((opened) => perform(opened, call))
    .then(
      (result) => answer({ result }),
      (error: unknown) => answer({ failure: engineFailureOf(error) }),
    )
}

function take(state: State, message: PageMessage): Promise<void> | void {
  const { calls, self } = state
  const own = state.engine()
  switch (message.type) {
    case 'call':
      return own && serve(state, own, message)
    case 'wake':
      return void own?.then((opened) => opened.wake(), nothing)
    case 'news':
      return own ? undefined : state.emit(message.news)
    case 'holder':
      for (const call of calls.values()) {
        call.unacknowledged = 0
        if (!own) send(state, call)
      }
      return
    default: {
      const call = calls.get(message.id)
      if (own || message.page !== self || !call) return
      call.unacknowledged = 0
      if (message.type === 'answer') return settle(call, message)
    }
  }
}

const settle = (call: PendingCall, { failure, result }: AnswerMessage): Promise<void> =>
  call
    .answer(async (method) => {
      if (failure) throw errorOf(failure)
      return readAnswer(method, result)
    })
    .catch(call.fail)

function perform<Method extends EngineMethod>(
  engine: EngineCalls,
  { method, parameters }: EngineCall<Method>,
): Promise<EngineResults[Method]> {
  return engine[method](parameters)
}

/** @throws SharedNodeError for an answer that isn't one */
function readAnswer<Method extends EngineMethod>(method: Method, result: unknown): EngineResults[Method] {
  const schema: v.GenericSchema<unknown, EngineResults[Method]> = engineReads[method]
  const read = v.safeParse(schema, result)
  if (!read.success) throw new SharedNodeError({ failure: 'malformed' })
  return read.output
}
