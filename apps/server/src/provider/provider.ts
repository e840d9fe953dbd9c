import type { Budgets } from '@foyer/service/budget/budget'
import type { Clock } from '@foyer/service/clock'
import { Agent } from 'undici'
import * as v from 'valibot'
import { unlessAborted } from '../kernel/unlessAborted.js'
import { exchange } from './exchange.js'
import { ProviderError } from './ProviderError.js'
import type { Patience } from './patience.js'
import type { SharedAnswers } from './sharedAnswers.js'
import { createTries } from './tries.js'
import { createTurns, type ProviderBudget, type Question, type Turns } from './turns.js'

/** A service with a JSON API that the operator named or has a key for. */
export interface Provider {
  /**
   * Asks once, or, where that does no harm, again after growing pauses, as `Retry-After` says.
   * @throws {@link ProviderError} · the signal's reason
   * @see F22: at most three more tries with jitter; five failures in a row, and its host is left alone
   */
  ask<Answer>(request: AskProvider<Answer>): Promise<Answer>
}

export interface AskProvider<Answer> {
  /** whole, with its query */
  url: string
  /** sent as JSON, by POST */
  body?: unknown
  /** whether asking again does no harm: an order is never sent twice. If left out, what has no body may be asked again. */
  mayRepeat?: boolean | undefined
  /** has to accept what it made once again where answers are shared, as that is what is kept */
  schema: v.GenericSchema<unknown, Answer>
  /** the rows of a list, null for each that could not be read, which are left out and counted */
  rows?: ((answer: Answer) => readonly unknown[]) | undefined
  /** reads a refusal out of an answer that has the status of success */
  refusal?: ((answer: unknown) => 'limited' | 'refused' | 'unreachable' | null) | undefined
  /** how old a shared answer may be: who asks for the same shares the question, and one that gives up leaves it to the others */
  freshMs?: number | undefined
  /** whose question it is, as `clientKey` gives it: what a client is the reason of is asked in its own turn. The server's if left out */
  client?: string | undefined
  signal: AbortSignal
}

export interface ProviderParameters {
  /** for errors, logs and budgets: unique among the providers of a server */
  name: string
  /** the headers that say who asks, made for each try; never in a log or an error */
  headersOf?: ((request: { method: 'GET' | 'POST'; url: URL }) => Promise<Readonly<Record<string, string>>>) | undefined
  budget?: (ProviderBudget & { readonly budgets: Budgets }) | undefined
  /** without them every question is asked */
  answers?: SharedAnswers | undefined
  /** that for lists if left out */
  patience?: Patience | undefined
  /** of one answer; 8 MiB if left out */
  mostBytes?: number | undefined
  /** called with how many rows of an answer could not be read */
  onUnread?: OnUnread | undefined
  clock: Clock
  /** a number from 0 to below 1 */
  random: () => number
}

export type OnUnread = (unread: { provider: string; count: number }) => void

/** For long lists, which nothing else stands in for. */
const forLists: Patience = { wholeMs: 20_000, retries: 3, firstPauseMs: 400, longestPauseMs: 5_000 }
const usualMostBytes = 8 * 1024 * 1024
const mostConnections = 16

export function createProvider(parameters: ProviderParameters): Provider {
  const { name, answers, budget, onUnread, clock, random } = parameters
  const { headersOf, patience = forLists, mostBytes = usualMostBytes } = parameters
  const dispatcher = new Agent({ connections: mostConnections, maxResponseSize: mostBytes })
  const turns = budget && createTurns({ ...budget, name, clock })
  const tries = createTries({ name, patience, clock, random })

  const once = async <Answer>({ asked, question, signal }: Asked<Answer>): Promise<Answer> => {
    const url = new URL(asked.url)
    const method = asked.body === undefined ? 'GET' : 'POST'
    await question?.turn(signal)
    const headers = (await headersOf?.({ method, url })) ?? {}
    const sent = { name, method, url, headers, body: asked.body, dispatcher, signal, now: clock.now } as const
    const answer = await exchange(sent)
    const refused = asked.refusal?.(answer) ?? null
    if (refused !== null) throw new ProviderError({ code: refused, provider: name })
    const parsed = v.safeParse(asked.schema, answer)
    if (!parsed.success) throw new ProviderError({ code: 'not_understood', provider: name })
    const unread = asked.rows?.(parsed.output).filter((each) => each === null).length ?? 0
    if (unread > 0) onUnread?.({ provider: name, count: unread })
    return parsed.output
  }

  const withRetries = <Answer>({ asked, question, signal }: Asked<Answer>): Promise<Answer> => {
    const { url, client, mayRepeat = asked.body === undefined } = asked
    const { origin } = new URL(url)
    return tries({ origin, mayRepeat, client, signal, once: (within) => once({ asked, question, signal: within }) })
  }

  const shared = createSharedQuestions(turns)
  return {
    async ask(asked) {
      const { url, freshMs, schema, client, signal } = asked
      signal.throwIfAborted()
      if (answers === undefined || freshMs === undefined) {
        const question = turns?.question()
        question?.join(client)
        return withRetries({ asked, question, signal })
      }
      const key = `${name} ${url}`
      const { question, leave } = shared.join({ key, client })
      const { signal: own } = new AbortController()
      const load = async () => JSON.stringify(await withRetries({ asked, question, signal: own }))
      const work = answers.of({ key, freshMs, load }).finally(leave)
      return v.parse(schema, JSON.parse(await unlessAborted({ work, signal })))
    },
  }
}

interface Asked<Answer> {
  asked: AskProvider<Answer>
  /** where turns are taken */
  question: Question | undefined
  signal: AbortSignal
}

/** The questions that are under way, by what they ask for: each is of all who wait for it. */
function createSharedQuestions(turns: Turns | undefined) {
  const underWay = new Map<string, { readonly question: Question | undefined; asking: number }>()
  return {
    join({ key, client }: { key: string; client: string | undefined }) {
      const entry = underWay.get(key) ?? { question: turns?.question(), asking: 0 }
      underWay.set(key, entry)
      entry.asking += 1
      entry.question?.join(client)
      const leave = () => {
        entry.asking -= 1
        if (entry.asking === 0) underWay.delete(key)
      }
      return { question: entry.question, leave }
    },
  }
}
