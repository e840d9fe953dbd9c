import type { Clock } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import type { DappNews, DappNode } from '../engine/engine.js'
import { createListeners } from '../exchange/listeners.js'
import { askForLock, type LockParameters, type Locks } from './lock.js'
import type { OtherPages, OwnPage } from './otherPages.js'
import type { NodeCalls, PageMessage } from './pageMessage.js'
import { createWaitingCalls, type WaitingCall } from './waitingCalls.js'

/** What is used of a `BroadcastChannel`, which is one. */
export interface PageChannel {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  postMessage(message: unknown): void
  close(): void
}

/** What is used of a `Window`: a page that goes into the back/forward cache, or is closed, and one that comes back. */
export interface PageLife {
  addEventListener(type: 'pagehide' | 'pageshow', listener: () => void, options: { readonly signal: AbortSignal }): void
}

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
  /** Fetches what it takes to live with other pages: when one says its first word, or has the node and is to be asked. */
  readonly meet: () => Promise<typeof import('./otherPages.js')>
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly report: (error: unknown) => void
}

/** So many words are kept for code that can't be had, the newest. */
const mostWords = 256
const nothing = () => {}

/**
 * The node that all pages of an origin share. The page that holds the Web Lock opens it; the others speak with it over a BroadcastChannel. When
 * that page goes, the next opens a node from the records, and what was unanswered is said again, which changes nothing where it was done before.
 *
 * A page that is alone has the lock at once, and nobody to speak to: what that takes is fetched when another page has the lock and is to be asked,
 * or speaks. Until then calls and words wait in their order; where it can't be had, the calls fail, and the next call or word tries again.
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
  meet,
  clock,
  random,
  report,
}: SharedNodeParameters): DappNode {
  const listeners = createListeners<DappNews>(report)
  const life = new AbortController()
  const { signal } = life
  let isHere = false
  /** Another page has the node, or may have had it since this one did. */
  let isBehind = false
  let leave: (() => void) | undefined
  let link: PageChannel | undefined
  let node: Promise<DappNode> | undefined

  const post = (message: PageMessage<unknown>) => link?.postMessage(message)
  const tell = (news: DappNews) => {
    listeners.tell(news)
    if (node) post({ type: 'news', news })
  }

  /** Says a call to the node, wherever it is; nowhere while that isn't known. */
  const say = (waiting: WaitingCall) => {
    waiting.cancelAgain()
    const own = node
    if (own)
      own
        .then((opened: NodeCalls) => waiting.answer((method, parameters) => opened[method](parameters)))
        .catch((error: unknown) => node === own && waiting.fail(error))
    else if (isBehind)
      others().then(
        (pages) => isBehind && pages.say(waiting),
        (error: unknown) => isBehind && waiting.fail(error),
      )
  }
  const sayAll = () => calls.forEach(say)
  const failAll = (error: unknown) => {
    for (const waiting of calls) waiting.fail(error)
  }
  const { all: calls, begin } = createWaitingCalls({
    clock,
    begun(waiting) {
      if (signal.aborted) return waiting.fail(new AbortedError())
      // A page whose node couldn't be opened has left the queue.
      if (isHere && !leave) enter()
      else say(waiting)
    },
  })
  const sessions = () => begin('sessions', undefined)
  const refresh = () => {
    sessions().then(
      (standing) => tell({ type: 'sessions', sessions: standing }),
      (error: unknown) => signal.aborted || report(error),
    )
  }

  const take = () => {
    const own = Promise.resolve().then(open)
    node = own
    post({ type: 'holder' })
    own.then(
      (opened) => node === own && opened.onNews(tell),
      (error: unknown) => {
        if (node !== own) return
        // Whoever asks next may be luckier, here or elsewhere.
        node = undefined
        failAll(error)
        leave?.()
        leave = undefined
      },
    )
    sayAll()
    // Whoever told the news before may have gone with some untold.
    if (isBehind) refresh()
    isBehind = false
  }
  const lose = () => {
    node?.then((opened) => opened.stop(), nothing)
    node = undefined
  }
  const enter = (at: LockParameters['at'] = { ifAvailable: true }) => {
    leave?.()
    leave = askForLock({
      ...{ name, at, locks: link && locks },
      told(isHeld) {
        if (isHeld) return take()
        isBehind = true
        sayAll()
      },
      lost() {
        lose()
        isBehind = true
        enter()
      },
    })
  }

  const words: unknown[] = []
  let known: OtherPages | undefined
  const self: OwnPage = {
    ...{ calls, words, clock, random, post, tell: listeners.tell, steal: () => enter({ steal: true }) },
    node: () => node,
  }
  const others = async () => {
    const { createOtherPages } = await meet()
    known ??= createOtherPages(self)
    return known
  }
  const hear = ({ data }: { readonly data: unknown }) => {
    if (words.push(data) > mostWords) words.shift()
    others()
      .then((pages) => pages.hear())
      .catch(report)
  }

  const join = () => {
    isHere = true
    try {
      link = locks && channel(`${name}:1`) // the version of what pages say to each other
    } catch {
      // The origin has channels and may not have one: it has none.
    }
    link?.addEventListener('message', hear)
    enter()
  }
  const hide = () => {
    isHere = false
    isBehind = false
    lose()
    leave?.()
    leave = undefined
    link?.close()
    link = undefined
    words.length = 0
    sayAll() // to nobody: what was to be said again isn't
  }
  const show = () => {
    if (isHere) return
    join()
    refresh()
  }
  join()
  page?.addEventListener('pagehide', hide, { signal })
  page?.addEventListener('pageshow', show, { signal })

  return {
    propose: (parameters) => begin('propose', parameters),
    conclude: (parameters) => begin('conclude', parameters),
    withdraw: (pairingTopic) => begin('withdraw', pairingTopic),
    publish: (publication) => begin('publish', publication),
    end: (parameters) => begin('end', parameters),
    sessions,
    keyOf: (topic) => begin('keyOf', topic),
    wake() {
      if (node) return void node.then((opened) => opened.wake(), nothing)
      post({ type: 'wake' })
      // Finds out as well whether the holder is still there: a page that only waits for news would wait in vain.
      refresh()
    },
    onNews: listeners.add,
    stop() {
      life.abort()
      hide()
      failAll(new AbortedError())
      listeners.clear()
    },
  }
}
