import { FoyerError } from './FoyerError.js'

/** No wallet of that id is in the page (any more). */
export class ConnectorNotFoundError extends FoyerError {
  override readonly name = 'ConnectorNotFoundError'
  readonly code = 'connector_not_found'

  constructor({ connectorId }: { connectorId: string }) {
    super(`No connector has the id ${connectorId}. The wallet may have been removed or switched off.`, {
      facts: { connectorId },
      notice: 'error.walletNotFound',
    })
  }
}
