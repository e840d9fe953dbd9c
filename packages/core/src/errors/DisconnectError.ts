import { FoyerError } from './FoyerError.js'

/** The wallet failed to end the session; the kit's own side is clean all the same [S4.3 S8.18]. */
export class DisconnectError extends FoyerError {
  override readonly name = 'DisconnectError'
  readonly code = 'disconnect'

  constructor({ cause }: { cause: unknown }) {
    super('The wallet did not end the session. The kit has forgotten it; the wallet may still list this site.', {
      notice: 'account.disconnectFailed',
      cause,
    })
  }
}
