import type { Clock } from '@foyer/core'
import * as v from 'valibot'
import type { DappNews, DappNode } from '../engine/engine.js'
import { errorOf, failureOf, type NodeFailure, SharedNodeError } from './failure.js'
import {
  type NodeCall,
  type NodeCalls,
  type NodeMethod,
  type NodeResults,
  nodeReads,
  PageMessage,
} from './pageMessage.js'

import type { WaitingCall } from './waitingCalls.js'

/** What this page has, and the others ask for or answer. */
export interface OwnPage {
  /** What waits for an answer. */
  readonly calls: ReadonlySet<WaitingCall>
  /** What the others have said and isn't heard yet, the oldest first. */
  readonly words: unknown[]
  /** The node, where this page has it. */
  node(): Promise<DappNode> | undefined
  post(message: PageMessage<unknown>): void
  /** Tells this page's listeners. */
  tell(news: DappNews): void
  /** Takes the node over from a page that doesn't hear. */
  steal(): void
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
}

/** The other pages of the origin, as this one speaks with them. */
export interface OtherPages {
  /** Says a call to the page that has the node, and again until it is answered; one that isn't waited for any more isn't said. */
  say(waiting: WaitingCall): void
  /** Hears what they have said, each word when what the one before has answered is taken up. */
  hear(): Promise<void>
}

/** A call of this page, as it is said. */
interface Spoken {
  readonly id: number
  /** How often it was said on end without having been heard. */
  unheard: number
}
type Asked = Extract<PageMessage, { readonly type: 'call' }>
type Answer = Extract<PageMessage, { readonly type: 'answer' }>

/** What isn't answered is said again after so long. */
const againMs = 5_000
/** A holder that doesn't hear so often is frozen, and loses its lock. */
const mostUnheard = 2
const nothing = () => {}

export function createOtherPages({ calls, words, node, post, tell, steal, clock, random }: OwnPage): OtherPages {
  const self = `${clock.now()}.${random()}`
  let lastId = 0
  const spoken = new WeakMap<WaitingCall, Spoken>()
  const spokenOf = (waiting: WaitingCall) => {
    const known = spoken.get(waiting)
    if (known) return known
    lastId += 1
    const made = { id: lastId, unheard: 0 }
    spoken.set(waiting, made)
    return made
  }
  /** The calls of other pages that a node of this page is at. */
  const running = new Map<string, Promise<DappNode>>()

  const say = (waiting: WaitingCall) => {
    if (!calls.has(waiting)) return
    const its = spokenOf(waiting)
    its.unheard += 1
    waiting.cancelAgain()
    waiting.cancelAgain = clock.setTimeout(() => {
      if (its.unheard >= mostUnheard) steal()
      say(waiting)
    }, againMs)
    try {
      post({ type: 'call', page: self, id: its.id, call: waiting.call })
    } catch (error) {
      waiting.fail(error) // what can't be cloned can't be said to a wallet either
    }
  }

  const serve = (own: Promise<DappNode>, { page, id, call }: Asked) => {
    post({ type: 'taken', page, id })
    const key = `${page} ${id}`
    if (running.get(key) === own) return
    running.set(key, own)
    const answer = (how: { readonly result?: unknown } | { readonly failure: NodeFailure }) => {
      // A node that was lost meanwhile fails all of its calls; the next one is asked again.
      if (running.get(key) === own) running.delete(key)
      if (node() === own) post({ type: 'answer', page, id, ...how })
    }
    own
      .then((opened) => perform(opened, call))
      .then(
        (result) => answer({ result }),
        (error: unknown) => answer({ failure: failureOf(error) }),
      )
  }

  const answered = (waiting: WaitingCall, { failure, result }: Answer) =>
    waiting
      .answer(async (method) => {
        if (failure) throw errorOf(failure)
        return readAnswer(method, result)
      })
      .catch(waiting.fail)

  const heard = (message: PageMessage): Promise<void> | void => {
    const own = node()
    switch (message.type) {
      case 'call':
        return own && serve(own, message)
      case 'wake':
        return void own?.then((opened) => opened.wake(), nothing)
      case 'news':
        return own ? undefined : tell(message.news)
      case 'holder':
        for (const waiting of calls) {
          spokenOf(waiting).unheard = 0
          if (!own) say(waiting)
        }
        return
      default: {
        if (own || message.page !== self) return
        for (const waiting of calls) {
          const its = spokenOf(waiting)
          if (its.id !== message.id) continue
          its.unheard = 0
          if (message.type === 'answer') return answered(waiting, message)
        }
      }
    }
  }
  let isHearing = false

  return {
    say,
    async hear() {
      if (isHearing) return
      isHearing = true
      try {
        while (words.length > 0) {
          const { success, output } = v.safeParse(PageMessage, words.shift())
          // Anything else is another's: whoever is of this origin may use the channel.
          if (success) await heard(output)
        }
      } finally {
        isHearing = false
      }
    },
  }
}

/** Does what another page asks of this page's node. */
function perform<Method extends NodeMethod>(
  node: NodeCalls,
  { method, parameters }: NodeCall<Method>,
): Promise<NodeResults[Method]> {
  return node[method](parameters)
}

/** @throws SharedNodeError for an answer that isn't one */
function readAnswer<Method extends NodeMethod>(method: Method, result: unknown): NodeResults[Method] {
  const schema: v.GenericSchema<unknown, NodeResults[Method]> = nodeReads[method]
  const read = v.safeParse(schema, result)
  if (!read.success) throw new SharedNodeError({ failure: 'malformed' })
  return read.output
}
