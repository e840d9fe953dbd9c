import { ChunkLoadError } from '@foyer/core/errors'
import type { SharedNodeParameters } from '../createSharedNode.js'
import * as otherPages from '../otherPages.js'

type Meeting = Pick<SharedNodeParameters, 'meet'>

/** For tests; no entry exports it. The code for other pages, of a page whose connection is slow, or lost. */
export interface FetchedCode {
  /** Waits until it arrives. */
  readonly late: Meeting
  arrive(): void
  /** Can't have it while it isn't there. */
  readonly losing: Meeting
  readonly code: { isThere: boolean }
  readonly lost: ChunkLoadError
}

export function fetchedCode(): FetchedCode {
  let fetched: (code: typeof otherPages) => void = () => {}
  const fetching = new Promise<typeof otherPages>((resolve) => {
    fetched = resolve
  })
  const lost = new ChunkLoadError({ chunk: 'tabs' })
  const code = { isThere: false }
  return {
    code,
    lost,
    late: { meet: () => fetching },
    arrive: () => fetched(otherPages),
    losing: { meet: async () => (code.isThere ? otherPages : Promise.reject(lost)) },
  }
}
