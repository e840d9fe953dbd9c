import { FoyerError } from './FoyerError.js'

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
