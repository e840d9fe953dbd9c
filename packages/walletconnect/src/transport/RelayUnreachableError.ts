import { FoyerError } from '@foyer/core/errors'

/** The relay gave no answer in time, or can't be reached at all: it is down, its address is wrong, the browser is offline or forbids it. */
export class RelayUnreachableError extends FoyerError {
  override readonly name = 'RelayUnreachableError'
  readonly code = 'relay_unreachable'

  constructor({ relay, cause }: { readonly relay: string; readonly cause?: unknown }) {
    super(
      `No answer from the relay ${relay}. It may be down, or the page's content policy may forbid the connection.`,
      {
        facts: { relay },
        notice: 'error.serverUnavailable',
        cause,
      },
    )
  }
}
