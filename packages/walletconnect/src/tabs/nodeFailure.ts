import { AbortedError, ChunkLoadError, FoyerError } from '@foyer/core/errors'
import * as v from 'valibot'
import { MessageTooLargeError } from '../protocol/index.js'
import { mapOf, word } from '../protocol/session/bounded.js'
import { RelayAnswerError } from '../transport/RelayAnswerError.js'
import { RelayRefusedError } from '../transport/RelayRefusedError.js'
import { RelayUnreachableError } from '../transport/RelayUnreachableError.js'
import { SharedNodeError } from './SharedNodeError.js'

/** An error as it travels: what its class is made of. */
export interface NodeFailure {
  readonly code: string
  readonly facts: Readonly<Record<string, unknown>>
}

export const NodeFailure: v.GenericSchema<unknown, NodeFailure> = v.object({
  code: word,
  facts: mapOf(v.unknown()),
})

const reasons = ['clock', 'origin', 'project'] as const

/** What a node's calls fail with, by its code. */
const classes: Readonly<Record<string, (facts: NodeFailure['facts']) => FoyerError>> = {
  aborted: () => new AbortedError(),
  chunk_load: ({ chunk }) => new ChunkLoadError({ chunk: String(chunk) }),
  message_too_large: ({ length, limit }) => new MessageTooLargeError({ length: Number(length), limit: Number(limit) }),
  relay_answer: ({ method, rpcCode }) => new RelayAnswerError({ method: String(method), rpcCode: Number(rpcCode) }),
  relay_refused: ({ reason }) => new RelayRefusedError({ reason: reasons.find((each) => each === reason) ?? 'other' }),
  relay_unreachable: ({ relay }) => new RelayUnreachableError({ relay: String(relay) }),
}

/** Only the code and the facts of the kit's own errors: another's words may hold anything. */
export const failureOf = (error: unknown): NodeFailure =>
  error instanceof FoyerError ? { code: error.code, facts: error.facts } : { code: 'unknown', facts: {} }

export const errorOf = ({ code, facts }: NodeFailure): FoyerError =>
  (Object.hasOwn(classes, code) ? classes[code]?.(facts) : undefined) ?? new SharedNodeError({ failure: code })
