import { FoyerError } from '@foyer/core/errors'

/** Why a relay won't have a client: its clock, the page's origin, the project, or something that it says in words of its own. */
export type RelayRefusal = 'clock' | 'origin' | 'project' | 'other'

/** The replies that raise an alert, whatever else the relay said [S8.29]. */
const replies: { readonly [Reason in RelayRefusal]?: string } = {
  clock: 'JWT validation error: JWT Token is not yet valid',
  origin: 'Unauthorized: origin not allowed',
  project: 'Unauthorized: invalid key',
}

/** The relay won't have this client. */
export class RelayRefusedError extends FoyerError {
  override readonly name = 'RelayRefusedError'
  readonly code = 'relay_refused'
  readonly reason: RelayRefusal

  constructor({ reason }: { readonly reason: RelayRefusal }) {
    super(`The relay refuses the connection: ${reason}.`, {
      facts: { reason },
      notice: 'error.misconfigured',
      cause: replies[reason],
    })
    this.reason = reason
  }
}
