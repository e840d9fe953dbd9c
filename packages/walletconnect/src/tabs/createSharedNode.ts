import type { Clock } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import type { DappNews, DappNode } from '../dapp/dappNode.js'
import { createListeners } from '../transport/listeners.js'
import { electHolder, type Locks } from './electHolder.js'
import type { NodeFailure } from './nodeFailure.js'
import type { PageMessage } from './pageMessage.js'
import { createWaitingCalls, type WaitingCall } from './waitingCalls.js'

/** What is used of a `BroadcastChannel`, which is one. */
export interface PageChannel {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  postMessage(message: unknown): void
  close(): void
}

/** What is used of a `Window`: a page that goes into the back/forward cache, or is closed, and one that comes back. */
export interface PageLife {
  addEventListener(type: 'pagehide' | 'pageshow', listener: () => void): void
  removeEventListener(type: 'pagehide' | 'pageshow', listener: () => void): void
}

/** What it takes to speak with other pages. */
export type Speech = typeof import('./speech.js')

export interface SharedNodeParameters {
  /** The same for all pages that share: one relay, one project, one storage. */
  readonly name: string
  /** Opens the node of this page, from the records; called each time that the page becomes the one that has it. */
  readonly open: () => DappNode | Promise<DappNode>
  /** `navigator.locks`; undefined where there is none (an insecure origin). */
  readonly locks: Locks | undefined
  /** Makes the channel of a name; undefined where there is none. What it throws counts as none. */
  readonly channel: (name: string) => PageChannel | undefined
  readonly page?: PageLife | undefined
  /** Fetches what it takes to speak with other pages, when one says its first word. */
  readonly understand: () => Promise<Speech>
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly report: (error: unknown) => void
}

/** What isn't answered is said again after so long. */
const againMs = 5_000
/** A holder that doesn't hear so often is frozen, and loses its lock. */
const mostUnheard = 2
const nothing = () => {}

/**
 * The node that all pages of an origin share. The page that holds the Web Lock opens it; the others speak with it over a BroadcastChannel. When
 * that page goes, the next opens a node from the records, and what was unanswered is said again, which changes nothing where it was done before.
 *
 * Of a holder that sleeps: a page that holds a lock isn't put into the back/forward cache by Chromium and Firefox, so the lock is released on
 * `pagehide` and asked for again on `pageshow`; then the cache has the page and the next page the node. Chromium doesn't freeze a background tab
 * that holds a lock; systems that suspend tabs whole (iOS) don't ask. There the lock stays with a page that hears nothing: whoever has called
 * twice in vain, 10 s in all, steals it. The former holder finds itself robbed as soon as it wakes, stops its node, and queues like the others.
 *
 * Without locks or channel (insecure origins, opaque ones, old browsers) the page opens a node of its own.
 */
export function createSharedNode({
  name,
  open,
  locks,
  channel,
  page,
  understand,
  clock,
  random,
  report,
}: SharedNodeParameters): DappNode {
  const self = `${clock.now()}.${random()}`
  const listeners = createListeners<DappNews>(report)
  /** The calls of other pages that this page's node is at. */
  const running = new Set<string>()
  let isStopped = false
  let isHere = false
  let link: PageChannel | undefined
  let node: Promise<DappNode> | undefined

  const post = (message: PageMessage) => link?.postMessage(message)
  const tell = (news: DappNews) => {
    listeners.tell(news)
    post({ type: 'news', news })
  }

  /** Says a call to the node, wherever it is. */
  const say = (waiting: WaitingCall) => {
    waiting.cancelAgain()
    const own = node
    if (own) {
      const isStill = () => node === own && calls.byId.has(waiting.id)
      own.then(waiting.perform).catch((error: unknown) => isStill() && waiting.failed(error))
      return
    }
    waiting.unheard += 1
    waiting.cancelAgain = clock.setTimeout(() => {
      if (waiting.unheard >= mostUnheard) election.steal()
      say(waiting)
    }, againMs)
    try {
      post({ type: 'call', page: self, id: waiting.id, call: waiting.call })
    } catch (error) {
      waiting.failed(error) // what can't be cloned can't be said to a wallet either
    }
  }
  const sayAll = () => {
    for (const waiting of calls.byId.values()) say(waiting)
  }
  const calls = createWaitingCalls({
    clock,
    begun(waiting) {
      if (isStopped) return waiting.failed(new AbortedError())
      // A page whose node couldn't be opened has left the queue.
      if (isHere) election.enter(link && locks)
      say(waiting)
    },
  })
  const sessions = () =>
    calls.begin({
      call: { method: 'sessions', parameters: undefined },
      own: (it) => it.sessions(),
      schema: (reads) => reads.sessions,
    })
  const refresh = () => {
    sessions().then(
      (standing) => listeners.tell({ type: 'sessions', sessions: standing }),
      (error: unknown) => isStopped || report(error),
    )
  }

  /** For another page. */
  const serve = (
    { perform, failureOf }: Speech,
    { page: asking, id, call: asked }: Extract<PageMessage, { readonly type: 'call' }>,
  ) => {
    const own = node
    if (!own) return
    post({ type: 'taken', page: asking, id })
    const key = `${asking} ${id}`
    if (running.has(key)) return
    running.add(key)
    const answer = (how: { readonly result?: unknown } | { readonly failure: NodeFailure }) => {
      running.delete(key)
      // A node that was lost meanwhile fails all of its calls; the next one is asked again.
      if (node === own) post({ type: 'answer', page: asking, id, ...how })
    }
    own
      .then((opened) => perform(opened, asked))
      .then(
        (result) => answer({ result }),
        (error: unknown) => answer({ failure: failureOf(error) }),
      )
  }
  const heard = (speech: Speech, data: unknown) => {
    const message = speech.readMessage(data)
    // Anything else is another's: whoever is of this origin may use the channel.
    if (!message) return
    switch (message.type) {
      case 'call':
        return serve(speech, message)
      case 'holder':
        for (const waiting of calls.byId.values()) waiting.unheard = 0
        return node ? undefined : sayAll()
      case 'wake':
        return void node?.then((opened) => opened.wake(), nothing)
      case 'news':
        return node ? undefined : listeners.tell(message.news)
      default: {
        const waiting = message.page === self && !node ? calls.byId.get(message.id) : undefined
        if (message.type === 'taken') {
          if (waiting) waiting.unheard = 0
        } else if (message.failure) waiting?.failed(speech.errorOf(message.failure))
        else waiting?.answered(message.result, speech.nodeReads)
      }
    }
  }
  /** Each word waits for those before it. */
  let hearing: Promise<unknown> = Promise.resolve()
  const hear = ({ data }: { readonly data: unknown }) => {
    const own = link
    hearing = hearing
      .then(understand)
      .then((speech) => link === own && heard(speech, data))
      .catch(report)
  }

  const take = () => {
    const own = Promise.resolve().then(open)
    node = own
    post({ type: 'holder' })
    own.then(
      (opened) => {
        if (node !== own) return
        opened.onNews(tell)
        opened.sessions().then((sessions) => node === own && tell({ type: 'sessions', sessions }), report)
      },
      (error: unknown) => {
        if (node !== own) return
        // Whoever asks next may be luckier, here or elsewhere.
        node = undefined
        calls.failAll(error)
        election.leave()
      },
    )
    sayAll()
  }
  const lose = () => {
    const lost = node
    node = undefined
    running.clear()
    lost?.then((opened) => opened.stop(), nothing)
  }
  const election = electHolder({
    name,
    held: take,
    stolen() {
      lose()
      sayAll()
    },
  })

  const join = () => {
    isHere = true
    link = locks && channelOf(channel, name)
    link?.addEventListener('message', hear)
    election.enter(link && locks)
    sayAll()
  }
  const hide = () => {
    isHere = false
    lose()
    election.leave()
    link?.close()
    link = undefined
    for (const { cancelAgain } of calls.byId.values()) cancelAgain()
  }
  const show = () => {
    if (isHere) return
    join()
    refresh()
  }
  join()
  page?.addEventListener('pagehide', hide)
  page?.addEventListener('pageshow', show)

  return {
    propose: (parameters) =>
      calls.begin({
        call: { method: 'propose', parameters },
        own: (it) => it.propose(parameters),
        schema: (reads) => reads.propose,
      }),
    conclude: (parameters) =>
      calls.begin({
        call: { method: 'conclude', parameters },
        own: (it) => it.conclude(parameters),
        schema: (reads) => reads.conclude,
      }),
    withdraw: (pairingTopic) =>
      calls.begin({
        call: { method: 'withdraw', parameters: pairingTopic },
        own: (it) => it.withdraw(pairingTopic),
        schema: (reads) => reads.withdraw,
      }),
    publish: (publication) =>
      calls.begin({
        call: { method: 'publish', parameters: publication },
        own: (it) => it.publish(publication),
        schema: (reads) => reads.publish,
      }),
    end: (parameters) =>
      calls.begin({
        call: { method: 'end', parameters },
        own: (it) => it.end(parameters),
        schema: (reads) => reads.end,
      }),
    sessions,
    keyOf: (topic) =>
      calls.begin({
        call: { method: 'keyOf', parameters: topic },
        own: (it) => it.keyOf(topic),
        schema: (reads) => reads.keyOf,
      }),
    wake() {
      if (node) return void node.then((opened) => opened.wake(), nothing)
      post({ type: 'wake' })
      // Finds out as well whether the holder is still there: a page that only waits for news would wait in vain.
      refresh()
    },
    onNews: listeners.add,
    stop() {
      isStopped = true
      page?.removeEventListener('pagehide', hide)
      page?.removeEventListener('pageshow', show)
      hide()
      calls.failAll(new AbortedError())
      listeners.clear()
    },
  }
}

/** Undefined where the origin has none, or may not have one. */
function channelOf(channel: SharedNodeParameters['channel'], name: string): PageChannel | undefined {
  try {
    return channel(`${name}:1`) // the version of what pages say to each other
  } catch {
    return undefined
  }
}
