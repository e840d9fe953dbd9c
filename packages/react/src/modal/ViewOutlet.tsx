import type { Route } from '@foyer/core'
import type { ReactNode } from 'react'
import { useModal } from './modalContext.js'
import { ViewSlot } from './ViewSlot.js'
import ConnectView from './views/ConnectView.js'

export interface ViewOutletProps {
  readonly route: Route
}

/** The view that a route names. */
export function ViewOutlet({ route }: ViewOutletProps): ReactNode {
  const { views } = useModal()
  switch (route.view) {
    case 'ConnectingExternal':
      return <ViewSlot key={route.connectorId} view={views.ConnectingExternal} params={route} />
    case 'ConnectingWalletConnect':
      return <ViewSlot key={route.wallet?.id} view={views.ConnectingWalletConnect} params={route} />
    case 'ConnectingWalletConnectBasic':
      return <ViewSlot view={views.ConnectingWalletConnectBasic} params={route} />
    case 'AllWallets':
      return <ViewSlot view={views.AllWallets} params={route} />
    case 'Account':
      return <ViewSlot view={views.Account} params={route} />
    case 'Networks':
      return <ViewSlot view={views.Networks} params={route} />
    case 'SwitchNetwork':
      return <ViewSlot key={route.networkId} view={views.SwitchNetwork} params={route} />
    case 'SwitchActiveChain':
      return <ViewSlot key={route.networkId} view={views.SwitchActiveChain} params={route} />
    case 'UnsupportedChain':
      return <ViewSlot view={views.UnsupportedChain} params={route} />
    case 'WhatIsAWallet':
      return <ViewSlot view={views.WhatIsAWallet} params={route} />
    case 'WhatIsANetwork':
      return <ViewSlot view={views.WhatIsANetwork} params={route} />
    case 'GetWallet':
      return <ViewSlot view={views.GetWallet} params={route} />
    case 'Downloads':
      return <ViewSlot key={route.wallet.id} view={views.Downloads} params={route} />
    case 'Connect':
      return <ConnectView />
  }
}
