import { ChunkLoadError } from '@foyer/core/errors'

/** Fetches a piece of noble. @throws {@link ChunkLoadError} */
export const loadNoble = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch((cause: unknown) => {
    throw new ChunkLoadError({ chunk: 'noble', cause })
  })
