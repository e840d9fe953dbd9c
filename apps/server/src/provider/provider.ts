import { Agent } from 'undici'
import * as v from 'valibot'
import type { Budgets } from '../budget/budget.js'
import type { Clock } from '../clock.js'
import { unlessAborted } from '../unlessAborted.js'
import type { Patience } from './circuit.js'
import { exchange } from './exchange.js'
import { ProviderError } from './ProviderError.js'
import type { SharedAnswers } from './sharedAnswers.js'
import { createTries } from './tries.js'
import { createTurns, type ProviderBudget } from './turns.js'

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
  /** reads a refusal out of an answer that has the status of success */
  refusal?: ((answer: unknown) => 'limited' | 'refused' | 'unreachable' | null) | undefined
  /** how old a shared answer may be: who asks for the same shares the question, and one that gives up leaves it to the others */
  freshMs?: number | undefined
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
  clock: Clock
  /** a number from 0 to below 1 */
  random: () => number
}

/** For long lists, which nothing else stands in for. */
const forLists: Patience = { wholeMs: 20_000, retries: 3, firstPauseMs: 400, longestPauseMs: 5_000 }
const usualMostBytes = 8 * 1024 * 1024
const mostConnections = 16

export function createProvider(parameters: ProviderParameters): Provider {
  const { name, answers, budget, clock, random } = parameters
  const { headersOf, patience = forLists, mostBytes = usualMostBytes } = parameters
  const dispatcher = new Agent({ connections: mostConnections, maxResponseSize: mostBytes })
  const takeTurn = budget && createTurns({ ...budget, name, clock })
  const tries = createTries({ name, patience, clock, random })

  const once = async <Answer>(asked: AskProvider<Answer>, signal: AbortSignal): Promise<Answer> => {
    const url = new URL(asked.url)
    const method = asked.body === undefined ? 'GET' : 'POST'
    await takeTurn?.()
    const headers = (await headersOf?.({ method, url })) ?? {}
    const sent = { name, method, url, headers, body: asked.body, dispatcher, signal, now: clock.now } as const
    const answer = await exchange(sent)
    const refused = asked.refusal?.(answer) ?? null
    if (refused !== null) throw new ProviderError({ code: refused, provider: name })
    const parsed = v.safeParse(asked.schema, answer)
    if (!parsed.success) throw new ProviderError({ code: 'not_understood', provider: name })
    return parsed.output
  }

  const withRetries = <Answer>(asked: AskProvider<Answer>, signal: AbortSignal): Promise<Answer> => {
    const { mayRepeat = asked.body === undefined } = asked
    return tries({ origin: new URL(asked.url).origin, mayRepeat, signal, once: (within) => once(asked, within) })
  }

  return {
    async ask(asked) {
      const { url, freshMs, schema, signal } = asked
      signal.throwIfAborted()
      if (answers === undefined || freshMs === undefined) return withRetries(asked, signal)
      const load = async () => JSON.stringify(await withRetries(asked, new AbortController().signal))
      const work = answers.of({ key: `${name} ${url}`, freshMs, load })
      return v.parse(schema, JSON.parse(await unlessAborted({ work, signal })))
    },
  }
}
