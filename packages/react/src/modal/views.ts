import { onDemand, type ViewName, type ViewProps } from '@foyer/core'
import type { ComponentType } from 'react'
import { createPiece, type Piece } from '../piece.js'
import type { Styles } from './createStyles.js'
import type { PairingCodeProps } from './pairing/PairingCode.js'

/** Connect comes with the shell; the others are fetched. */
type FetchedViewName = Exclude<ViewName, 'Connect'>

export type FetchedView<Name extends ViewName> = Piece<ComponentType<ViewProps<Name>>>

export type Views = { readonly [Name in FetchedViewName]: FetchedView<Name> } & {
  /** What lies over every view when the developer has something to put right. */
  readonly alert: Piece<ComponentType>
  /** What stands in the head of Account. */
  readonly network: Piece<ComponentType>
  /** The code to scan, and what draws it: a phone that opens its wallets by links has no need of it. */
  readonly code: Piece<ComponentType<PairingCodeProps>>
}

type ViewsCode = typeof import('./views/viewsCode.js')

/** The modal's views, one line each. The list of all wallets and the drawn code are chunks of their own, the others share one. */
export function createViews({
  report,
  styles,
  addSentences,
}: {
  readonly report: (error: unknown) => void
  readonly addSentences: (sentences: ViewsCode['sentences']) => void
  readonly styles: Pick<Styles, 'add'>
}): Views {
  const loadCode = onDemand({
    chunk: 'views',
    async load() {
      const code = await import('./views/viewsCode.js')
      addSentences(code.sentences)
      styles.add(code.viewsCss)
      return code
    },
  })
  const view = <Content>(pick: (code: ViewsCode) => Content): Piece<Content> =>
    createPiece({ chunk: 'views', load: async () => pick(await loadCode()), report })
  const ownChunk = <Content>({
    chunk,
    load,
  }: {
    readonly chunk: string
    readonly load: (code: ViewsCode) => Promise<{ readonly default: Content }>
  }): Piece<Content> => createPiece({ chunk, load: async () => (await load(await loadCode())).default, report })
  return {
    alert: view(({ DeveloperAlert }) => DeveloperAlert),
    network: view(({ NetworkChip }) => NetworkChip),
    code: ownChunk({ chunk: 'PairingCode', load: ({ loadPairingCode }) => loadPairingCode() }),
    AllWallets: ownChunk({ chunk: 'AllWallets', load: ({ loadAllWallets }) => loadAllWallets() }),
    ConnectingExternal: view(({ ConnectingExternalView }) => ConnectingExternalView),
    ConnectingWalletConnect: view(({ ConnectingWalletConnectView }) => ConnectingWalletConnectView),
    ConnectingWalletConnectBasic: view(({ ConnectingWalletConnectBasicView }) => ConnectingWalletConnectBasicView),
    Account: view(({ AccountView }) => AccountView),
    Networks: view(({ NetworksView }) => NetworksView),
    SwitchNetwork: view(({ SwitchNetworkView }) => SwitchNetworkView),
    SwitchActiveChain: view(({ SwitchActiveChainView }) => SwitchActiveChainView),
    UnsupportedChain: view(({ UnsupportedChainView }) => UnsupportedChainView),
    WhatIsAWallet: view(({ WhatIsAWalletView }) => WhatIsAWalletView),
    WhatIsANetwork: view(({ WhatIsANetworkView }) => WhatIsANetworkView),
    GetWallet: view(({ GetWalletView }) => GetWalletView),
    Downloads: view(({ DownloadsView }) => DownloadsView),
  }
}
