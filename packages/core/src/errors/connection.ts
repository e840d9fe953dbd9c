import { FoyerError } from './FoyerError.js'
import { failure, setupFailure } from './failure.js'

/** The caller, a newer attempt or the kit's end aborted it. */
export class AbortedError extends /* @__PURE__ */ failure('aborted', { text: 'The request was aborted.' }) {}

/** No adapter was passed for the family [S8.20]. */
export class AdapterNotFoundError extends /* @__PURE__ */ setupFailure(
  'adapter_not_found',
  ({ family }: { family: string }) =>
    `Adapter not found: none was passed for the family ${family}. Add it to \`adapters\`.`,
) {}

/** The connector factory was called without its connection client, its network client, or both [S5.4 S8.20]. */
export class ConnectorClientsMissingError extends /* @__PURE__ */ setupFailure(
  'connector_clients_missing',
  ({ missing }: { missing: 'connection' | 'network' | 'both' }) =>
    `ConnectionControllerClient and NetworkControllerClient must be set: ${missing === 'both' ? 'both are' : `the ${missing} client is`} missing.`,
) {}

/** No wallet of that id is in the page (any more). */
export class ConnectorNotFoundError extends /* @__PURE__ */ failure('connector_not_found', {
  text: ({ connectorId }: { connectorId: string }) =>
    `No connector has the id ${connectorId}. The wallet may have been removed or switched off.`,
  notice: 'error.walletNotFound',
}) {}

/** The wallet failed to end the connection; the kit's own side is clean all the same [S4.3 S8.18]. */
export class DisconnectError extends /* @__PURE__ */ failure('disconnect', {
  text: 'The wallet did not end the connection. The kit has forgotten it; the wallet may still list this site.',
  notice: 'account.disconnectFailed',
}) {}

/** A request came before its chain family was connected [S5.7]. */
export class NamespaceNotConfiguredError extends /* @__PURE__ */ setupFailure(
  'namespace_not_configured',
  (_: { family: string }) => 'Namespace is not configured. Please call connect() first with namespace config.',
) {}

/** WalletConnect was asked for and not passed [S8.20]. */
export class WalletConnectConnectorNotFoundError extends /* @__PURE__ */ setupFailure(
  'wallet_connect_connector_not_found',
  'WalletConnectConnector not found: add `walletConnect()` to `connectors`.',
) {}

/** The wallet neither knows the network nor takes it in [S4.34 S4.35]. */
export class ChainNotSupportedError extends /* @__PURE__ */ failure('chain_not_supported', {
  text: (_: { networkId: string }) => 'Chain is not supported',
  notice: 'error.chainNotSupported',
}) {}

/** A network that isn't among the kit's was asked for. */
export class NetworkNotConfiguredError extends FoyerError {
  override readonly name = 'NetworkNotConfiguredError'
  readonly code = 'network_not_configured'

  constructor({ networkId, configured }: { networkId: string; configured: readonly string[] }) {
    super(`The network ${networkId} isn't configured, so it can't be switched to. Add it to \`networks\`.`, {
      facts: { networkId, configured: configured.join(', ') },
      notice: 'error.unsupportedNetwork',
    })
  }
}

/** A network was added or removed whose family has no adapter [S5.3]. */
export class NoAdapterForNetworkError extends /* @__PURE__ */ setupFailure(
  'no_adapter_for_network',
  ({ family }: { family: string }) => `Adapter for namespace ${family} doesn't exist. Add it to \`adapters\` first.`,
) {}

/** Signing in was asked for, and the kit was made without it. */
export class SignInDisabledError extends /* @__PURE__ */ setupFailure(
  'sign_in_disabled',
  'SIWX is not enabled. Pass `siwx` to `createFoyer`, such as `localSiwx()` of `@foyer/core/signin`.',
) {}
