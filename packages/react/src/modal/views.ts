import type { ViewName, ViewProps } from '@foyer/core'
import type { ComponentType } from 'react'
import { createPiece, type Piece } from '../piece.js'
import type { Styles } from './createStyles.js'
import type { PairingCodeProps } from './pairing/PairingCode.js'

/** The views that come in chunks of their own; Connect comes with the shell. */
type LazyViewName = Exclude<ViewName, 'Connect'>

export type LazyView<Name extends ViewName> = Piece<ComponentType<ViewProps<Name>>>

export type Views = { readonly [Name in LazyViewName]: LazyView<Name> } & {
  /** What lies over every view when the developer has something to put right. */
  readonly alert: Piece<ComponentType>
  /** What stands in the head of Account. */
  readonly network: Piece<ComponentType>
  /** The code to scan, and what draws it: a phone that opens its wallets by links has no need of it. */
  readonly code: Piece<ComponentType<PairingCodeProps>>
}

/** The modal's views, one line each. */
export function createViews({
  report,
  styles,
  loadSentences,
}: {
  readonly report: (error: unknown) => void
  readonly loadSentences: () => Promise<void>
  readonly styles: Pick<Styles, 'add'>
}): Views {
  function view<Params>({
    chunk,
    load,
  }: {
    readonly chunk: string
    readonly load: () => Promise<{ readonly default: ComponentType<Params> }>
  }): Piece<ComponentType<Params>> {
    return createPiece({
      chunk,
      async load() {
        const [{ default: content }, { laterCss }] = await Promise.all([
          load(),
          import('./laterStyles.js'),
          loadSentences(),
        ])
        styles.add(laterCss)
        return content
      },
      report,
    })
  }
  return {
    alert: view({ chunk: 'DeveloperAlert', load: () => import('./DeveloperAlert.js') }),
    code: view({ chunk: 'PairingCode', load: () => import('./pairing/PairingCode.js') }),
    network: view({ chunk: 'NetworkChip', load: () => import('./NetworkChip.js') }),
    AllWallets: view({ chunk: 'AllWallets', load: () => import('./views/AllWalletsView.js') }),
    ConnectingExternal: view({ chunk: 'ConnectingExternal', load: () => import('./views/ConnectingExternalView.js') }),
    ConnectingWalletConnect: view({
      chunk: 'ConnectingWalletConnect',
      load: () => import('./views/ConnectingWalletConnectView.js'),
    }),
    ConnectingWalletConnectBasic: view({
      chunk: 'ConnectingWalletConnectBasic',
      load: () => import('./views/ConnectingWalletConnectBasicView.js'),
    }),
    Account: view({ chunk: 'Account', load: () => import('./views/AccountView.js') }),
    Networks: view({ chunk: 'Networks', load: () => import('./views/NetworksView.js') }),
    SwitchNetwork: view({ chunk: 'SwitchNetwork', load: () => import('./views/SwitchNetworkView.js') }),
    SwitchActiveChain: view({ chunk: 'SwitchActiveChain', load: () => import('./views/SwitchActiveChainView.js') }),
    UnsupportedChain: view({ chunk: 'UnsupportedChain', load: () => import('./views/UnsupportedChainView.js') }),
    WhatIsAWallet: view({ chunk: 'WhatIsAWallet', load: () => import('./views/WhatIsAWalletView.js') }),
    WhatIsANetwork: view({ chunk: 'WhatIsANetwork', load: () => import('./views/WhatIsANetworkView.js') }),
    GetWallet: view({ chunk: 'GetWallet', load: () => import('./views/GetWalletView.js') }),
    Downloads: view({ chunk: 'Downloads', load: () => import('./views/DownloadsView.js') }),
  }
}
