import { FoyerError } from '@foyer/core/errors'
import { relayRefusals } from '../protocol/relay/relayRefusal.js'

/** Why a relay won't have a client: its clock, the page's origin, the project, or something that it says in words of its own. */
export type RelayRefusal = 'clock' | 'origin' | 'project' | 'other'

/** The relay won't have this client. */
export class RelayRefusedError extends FoyerError {
  override readonly name = 'RelayRefusedError'
  readonly code = 'relay_refused'
  readonly reason: RelayRefusal

  constructor({ reason }: { readonly reason: RelayRefusal }) {
    super(`The relay refuses the connection: ${reason}.`, {
      facts: { reason },
      notice: 'error.misconfigured',
      // As the specification has it, which raises an alert; whatever else the relay said is left out.
      cause: relayRefusals.find(([each]) => each === reason)?.[1],
    })
    this.reason = reason
  }
}
