import type { FoyerContext } from '../foyer.js'
import type { FoyerState } from '../store/state.js'
import { currentRoute } from '../view/viewState.js'

/** The ids of the connectors whose wallet the view that is shown waits for. */
export function awaitedConnectors(
  { options, adapters }: Pick<FoyerContext, 'options' | 'adapters'>,
  { view, connectors }: Pick<FoyerState, 'view' | 'connectors'>,
): readonly string[] {
  if (!view.open) return []
  const route = currentRoute(view)
  switch (route.view) {
    case 'ConnectingExternal':
      return [route.connectorId]
    case 'AllWallets':
      // Where pairing begins with it [S2.11]; else it is a list to choose from.
      return options.manualWCControl || adapters.size === 0 ? pairing(connectors) : []
    case 'ConnectingWalletConnect':
      // The wallet may be in the page too: one of the ways that the view has.
      return connectors.map(({ id }) => id)
    case 'ConnectingWalletConnectBasic':
      return pairing(connectors)
    default:
      return []
  }
}

const pairing = (connectors: FoyerState['connectors']): readonly string[] =>
  connectors.filter(({ type }) => type === 'WALLET_CONNECT').map(({ id }) => id)
