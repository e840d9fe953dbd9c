import type { PlainSentenceKey } from '../catalogue/sentences.js'

/** An error's details beside its message: plain facts, never secrets. */
export type ErrorFacts = Readonly<Record<string, string | number | boolean | undefined>>

export interface FoyerErrorOptions {
  /** Facts the message was built from, for logs and tests. Never a key, a code or a phrase. */
  readonly facts?: ErrorFacts | undefined
  /** The visitor's sentence, by its key in the catalogue; none where a visitor can't act. */
  readonly notice?: PlainSentenceKey | undefined
  /** The caught error, kept whole. */
  readonly cause?: unknown
}

/**
 * The base of every error of the kit. Branch on `code` or `instanceof`, never on text.
 *
 * @example
 * try {
 *   await foyer.connect({ connectorId })
 * } catch (error) {
 *   if (error instanceof FoyerError && error.code === 'user_rejected') return
 *   throw error
 * }
 */
export abstract class FoyerError extends Error {
  /** Stable, in snake case; also the name of the error's page in the documentation. */
  abstract readonly code: string
  readonly facts: ErrorFacts
  readonly notice: PlainSentenceKey | undefined

  constructor(message: string, { facts = {}, notice, cause }: FoyerErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.facts = facts
    this.notice = notice
  }

  /** The path of the error's page in the documentation. */
  get docs(): string {
    return `/errors/${this.code.replaceAll('_', '-')}`
  }
}

/** A part of the kit that is loaded when needed did not load. The next call loads it again. */
export class ChunkLoadError extends FoyerError {
  override readonly name = 'ChunkLoadError'
  readonly code = 'chunk_load'

  constructor({ chunk, cause }: { chunk: string; cause?: unknown }) {
    super(`The part "${chunk}" did not load.`, {
      facts: { chunk },
      notice: 'error.notLoaded',
      cause,
    })
  }
}

/** The browser keeps nothing: storage is blocked or full. The visit goes on without memory. */
export class StorageError extends FoyerError {
  override readonly name = 'StorageError'
  readonly code = 'storage'

  constructor({ cause }: { cause: unknown }) {
    super('Storage refused.', {
      notice: 'error.storage',
      cause,
    })
  }
}
