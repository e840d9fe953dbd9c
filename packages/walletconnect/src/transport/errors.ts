import { FoyerError } from '@foyer/core/errors'
import { relayRefusals } from '../protocol/relayCalls.js'

/** The relay said no to a call, or answered what can't be used. */
export class RelayAnswerError extends FoyerError {
  override readonly name = 'RelayAnswerError'
  readonly code = 'relay_answer'
  /** The relay's own number; 0 where its answer is of no use. */
  readonly rpcCode: number

  constructor({ method, rpcCode }: { readonly method: string; readonly rpcCode: number }) {
    super(`The relay didn't do ${method}: ${rpcCode}.`, {
      facts: { method, rpcCode },
      notice: 'error.serverUnavailable',
    })
    this.rpcCode = rpcCode
  }
}

/**
 * The reason why a relay refuses a client: its clock, the page's origin, the project's id, that there is none, or any
 * other reason.
 */
export type RelayRefusal = 'clock' | 'origin' | 'project' | 'noProject' | 'other'

/** The relay won't have this client, or is known to refuse it. */
export class RelayRefusedError extends FoyerError {
  override readonly name = 'RelayRefusedError'
  readonly code = 'relay_refused'
  readonly reason: RelayRefusal

  constructor({ reason, relay }: { readonly reason: RelayRefusal; readonly relay: string }) {
    super(`The relay ${relay} refuses the connection: ${reason}.`, {
      facts: { reason, relay },
      notice: 'error.misconfigured',
      // As the specification has it, which raises an alert; whatever else the relay said is left out.
      cause: relayRefusals.find(([each]) => each === reason)?.[1],
    })
    this.reason = reason
  }
}

/** The relay gave no answer in time, or can't be reached at all: it is down, its address is wrong, the browser is offline or forbids it. */
export class RelayUnreachableError extends FoyerError {
  override readonly name = 'RelayUnreachableError'
  readonly code = 'relay_unreachable'

  constructor({ relay, cause }: { readonly relay: string; readonly cause?: unknown }) {
    super(`No answer from the relay ${relay}. It may be down, or the page's content policy forbids it.`, {
      facts: { relay },
      notice: 'error.serverUnavailable',
      cause,
    })
  }
}
