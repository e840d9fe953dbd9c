import { AbortedError, ChunkLoadError, FoyerError } from '@foyer/core/errors'
import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { MessageTooLargeError } from '../protocol/errors.js'
import { relayRefusals } from '../protocol/relayCalls.js'
import { mapOf, word } from '../protocol/schemas.js'
import { RelayAnswerError, RelayRefusedError, RelayUnreachableError } from '../transport/errors.js'

/** The page that speaks with the wallets for all of this origin's failed: by an error that other pages don't know, or an answer that is none. */
export class SharedNodeError extends FoyerError {
  override readonly name = 'SharedNodeError'
  readonly code = 'shared_node'

  constructor({ failure }: { readonly failure: string }) {
    super(`The page that holds the relay's connection failed: ${failure}.`, {
      facts: { failure },
      notice: 'error.unknown',
    })
  }
}

/** An error as it travels: what its class is made of. */
export const EngineFailure = v.object({ code: word, facts: mapOf(v.unknown()) })
export type EngineFailure = Output<typeof EngineFailure>

/** The errors of an engine's calls, by their code. */
const classes: Readonly<Record<string, (facts: EngineFailure['facts']) => FoyerError>> = {
  aborted: () => new AbortedError(),
  chunk_load: ({ chunk }) => new ChunkLoadError({ chunk: String(chunk) }),
  message_too_large: ({ length, limit }) => new MessageTooLargeError({ length: Number(length), limit: Number(limit) }),
  relay_answer: ({ method, rpcCode }) => new RelayAnswerError({ method: String(method), rpcCode: Number(rpcCode) }),
  relay_refused: ({ reason, relay }) =>
    new RelayRefusedError({
      reason: relayRefusals.find(([each]) => each === reason)?.[0] ?? 'other',
      relay: String(relay),
    }),
  relay_unreachable: ({ relay }) => new RelayUnreachableError({ relay: String(relay) }),
}

/** Only the code and the facts of the kit's own errors: another's message may hold anything. */
export const engineFailureOf = (error: unknown): EngineFailure =>
  error instanceof FoyerError ? { code: error.code, facts: error.facts } : { code: 'unknown', facts: {} }

export const errorOf = ({ code, facts }: EngineFailure): FoyerError =>
  (Object.hasOwn(classes, code) ? classes[code]?.(facts) : undefined) ?? new SharedNodeError({ failure: code })
