import { request } from 'undici'
import * as v from 'valibot'
import type { Budgets } from '../budget/budget.js'
import { startDeadline } from '../chains/deadline.js'
import { retryAfterMs } from '../chains/exchange.js'
import type { Clock } from '../clock.js'
import { unlessAborted } from '../unlessAborted.js'
import { ProviderError } from './ProviderError.js'
import type { SharedAnswers } from './sharedAnswers.js'

/** A service with a JSON API that the operator named or has a key for. */
export interface Provider {
  /**
   * Asks for something that can be read as often as one likes. Who asks for the same shares the question, and whoever gives up leaves it to
   * the others.
   * @param request.freshMs - how old an answer may be
   * @throws {@link ProviderError} · the signal's reason
   * @see F22: three more tries with jitter, as `Retry-After` says; five failures in a row and it is left alone
   */
  ask<Answer>(request: AskProvider<Answer>): Promise<Answer>
}

export interface AskProvider<Answer> {
  url: string
  /** has to accept what it made once again, as that is what is kept */
  schema: v.GenericSchema<unknown, Answer>
  /** reads a refusal out of an answer that has the status of success */
  refusal?: ((answer: unknown) => 'limited' | 'refused' | 'unreachable' | null) | undefined
  headers?: Readonly<Record<string, string>> | undefined
  freshMs: number
  signal: AbortSignal
}

/** What a provider may be asked. */
export interface ProviderBudget {
  readonly perSecond: number
  readonly perDay: number
}

export interface ProviderParameters {
  /** for errors, logs and budgets: unique among the providers of a server */
  name: string
  budget: ProviderBudget
  budgets: Budgets
  answers: SharedAnswers
  clock: Clock
  /** a number from 0 to below 1 */
  random: () => number
}

const timeoutMs = 10_000
const mostBytes = 8 * 1024 * 1024
const mostRetries = 3
const retryMs = 400
/** A provider that wants a longer pause is not waited for. */
const longestPauseMs = 5_000
const failuresBeforeRest = 5
const restMs = 30_000
/** So many seconds' worth of questions may wait; whoever comes then is refused at once. */
const mostSecondsWaiting = 8

export function createProvider(parameters: ProviderParameters): Provider {
  const { name, answers, clock, random } = parameters
  const takeTurn = createTurns(parameters)
  const circuit = createCircuit(parameters)

  const once = async <Answer>({ url, headers, schema, refusal }: AskProvider<Answer>): Promise<string> => {
    circuit.check()
    await takeTurn()
    try {
      const answer = await exchange({ name, url, headers, clock })
      const refused = refusal?.(answer) ?? null
      if (refused !== null) throw new ProviderError({ code: refused, provider: name })
      const parsed = v.safeParse(schema, answer)
      if (!parsed.success) throw new ProviderError({ code: 'not_understood', provider: name })
      circuit.succeeded()
      return JSON.stringify(parsed.output)
    } catch (error) {
      circuit.failed(error)
      throw error
    }
  }

  const withRetries = async <Answer>(asked: AskProvider<Answer>): Promise<string> => {
    for (let retries = 0; ; retries += 1) {
      try {
        return await once(asked)
      } catch (error) {
        if (!(error instanceof ProviderError) || !error.mayPass || retries === mostRetries) throw error
        const pauseMs = error.retryAfterMs ?? retryMs * 2 ** retries * (0.5 + random())
        if (pauseMs > longestPauseMs) throw error
        await pause({ clock, ms: pauseMs })
      }
    }
  }

  return {
    async ask(asked) {
      const { url, freshMs, schema, signal } = asked
      signal.throwIfAborted()
      const work = answers.of({ key: `${name} ${url}`, freshMs, load: () => withRetries(asked) })
      return v.parse(schema, JSON.parse(await unlessAborted({ work, signal })))
    },
  }
}

const pause = ({ clock, ms }: { clock: Clock; ms: number }) =>
  new Promise<void>((resolve) => {
    clock.setTimeout(resolve, ms)
  })

/** Lets so many questions a second through, one after the other, and so many a day; over all nodes that share their limits. */
function createTurns({ name, budget, budgets, clock }: ProviderParameters): () => Promise<void> {
  const { perSecond, perDay } = budget
  const second = budgets.window({ name: `${name} second`, most: perSecond, withinMs: 1_000, whenAway: 'open' })
  // A bucket of half a day's worth that is filled with the other half in a day: never more than all of it in one.
  const half = perDay / 2
  const day = budgets.rate({ name: `${name} day`, perSecond: half / 86_400, burst: half, whenAway: 'open' })
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  const turn = async () => {
    for (let wait = await second.take({ key: 'all' }); wait !== null; wait = await second.take({ key: 'all' })) {
      await pause({ clock, ms: wait * 1_000 })
    }
  }
  return async () => {
    if (waiting >= perSecond * mostSecondsWaiting) throw new ProviderError({ code: 'over_budget', provider: name })
    waiting += 1
    try {
      const mine = last.then(turn)
      last = mine.catch(() => {}) // whoever is next has a turn of its own; the failure is for who waits for this one
      await mine
      if ((await day.take({ key: 'all' })) !== null) throw new ProviderError({ code: 'over_budget', provider: name })
    } finally {
      waiting -= 1
    }
  }
}

interface Circuit {
  /** @throws {@link ProviderError} while the provider is left alone */
  check(): void
  succeeded(): void
  failed(error: unknown): void
}

function createCircuit({ name, clock, random }: ProviderParameters): Circuit {
  let failures = 0
  let restUntil = 0
  return {
    check() {
      const leftMs = restUntil - clock.now()
      if (leftMs > 0) throw new ProviderError({ code: 'resting', provider: name, retryAfterMs: leftMs })
    },
    succeeded() {
      failures = 0
    },
    failed(error) {
      failures += 1
      const asked = error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0
      const own = failures >= failuresBeforeRest ? restMs * (1 - random() / 5) : 0
      if (asked > longestPauseMs || own > 0) restUntil = clock.now() + Math.max(asked, own)
    },
  }
}

interface Exchange {
  name: string
  url: string
  headers?: Readonly<Record<string, string>> | undefined
  clock: Clock
}

/** @throws {@link ProviderError} */
async function exchange({ name, url, headers, clock }: Exchange): Promise<unknown> {
  const failed = (code: ProviderError['code'], cause?: unknown) => new ProviderError({ code, provider: name, cause })
  const deadline = startDeadline({ signal: new AbortController().signal, ms: timeoutMs, clock })
  try {
    const answer = await request(url, {
      headers: { ...headers, accept: 'application/json', 'user-agent': 'foyer-server' },
      signal: deadline.signal,
    })
    const { statusCode, body } = answer
    if (statusCode !== 200) {
      await body.dump()
      const header = answer.headers['retry-after']
      const wait = retryAfterMs({ header: typeof header === 'string' ? header : null, now: clock.now() })
      const code = statusCode === 429 ? 'limited' : statusCode >= 500 ? 'unreachable' : 'refused'
      throw new ProviderError({ code, provider: name, retryAfterMs: wait })
    }
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) throw failed('not_understood')
      bytes += chunk.byteLength
      if (bytes > mostBytes) throw failed('too_large') // leaving the loop ends the body
      chunks.push(chunk)
    }
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), Buffer.concat(chunks).toString())
    if (!parsed.success) throw failed('not_understood')
    return parsed.output
  } catch (cause) {
    throw cause instanceof ProviderError ? cause : failed('unreachable', cause)
  } finally {
    deadline.end()
  }
}
