import type { ErrorFacts } from '../errors/FoyerError.js'
import { ServerUnreachableError } from '../errors/http.js'
import { boundedText } from './boundedText.js'

/** How long a node may take, in milliseconds. */
const patienceMs = 10_000

/** A node's answers to what verifiers ask have a few hundred bytes; what is longer is none. */
const longestAnswer = 65_536

export interface NodeAnswerParameters {
  /** The node's address, for the errors: its origin alone is named. */
  readonly url: string | URL
  /** Makes the request. */
  readonly send: (signal: AbortSignal) => Promise<Response>
  readonly context: ErrorFacts
  readonly signal?: AbortSignal | undefined
}

/**
 * Asks a node for a verifier: once, for ten seconds at most, and reads no more than an answer has.
 *
 * @returns the answer's status and text, which is empty for a longer one
 * @throws ServerUnreachableError · the signal's reason
 */
export async function nodeAnswer({
  url,
  send,
  context,
  signal,
}: NodeAnswerParameters): Promise<{ readonly status: number; readonly text: string }> {
  const ended = new AbortController()
  const stop = () => ended.abort(signal?.reason)
  const timer = setTimeout(() => ended.abort(new Error('The node took too long.')), patienceMs)
  signal?.addEventListener('abort', stop)
  try {
    signal?.throwIfAborted()
    const answer = await send(ended.signal)
    return { status: answer.status, text: (await boundedText({ answer, mostBytes: longestAnswer })) ?? '' }
  } catch (cause) {
    signal?.throwIfAborted()
    throw new ServerUnreachableError({ origin: new URL(url).origin, context, cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
