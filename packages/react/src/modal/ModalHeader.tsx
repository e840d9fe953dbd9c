import type { Route } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { goBack, push } from '@foyer/core/view'
import { BackIcon, Header, HelpIcon, IconButton, Tooltip } from '@foyer/parts'
import type { ReactNode } from 'react'
import { shownName, walletOf } from '../headless/walletNames.js'
import { type Modal, useModal } from './modalContext.js'
import { useNeeded } from './ViewSlot.js'

export interface ModalHeaderProps {
  readonly titleId: string
  readonly route: Route
}

/** The card's head: the way back, help on Connect, the network on Account; the title; the way out. */
export function ModalHeader({ titleId, route }: ModalHeaderProps): ReactNode {
  const modal = useModal()
  const { foyer, state, say } = modal
  const onAccount = route.view === 'Account'
  return (
    <Header
      titleId={titleId}
      title={titleOf({ route, modal })}
      hideTitle={onAccount}
      direction={state.view.direction}
      left={<HeaderLeft route={route} />}
      closeLabel={foyer.options.enableEmbedded && state.view.history.length === 1 ? undefined : say('button.close')}
    />
  )
}

function HeaderLeft({ route }: Pick<ModalHeaderProps, 'route'>): ReactNode {
  const { foyer, state, say } = useModal()
  if (route.view === 'Account' && foyer.options.enableNetworkSwitch) return <AccountNetwork />
  if (state.view.history.length > 1)
    return (
      <IconButton
        key="back"
        partName="back"
        label={say('shell.back')}
        icon={<BackIcon />}
        onClick={() => goBack(foyer)}
      />
    )
  if (route.view !== 'Connect') return null
  const help = () => {
    contextOf(foyer).track({ event: 'CLICK_WALLET_HELP' })
    push(foyer, { view: 'WhatIsAWallet' })
  }
  const label = say('help.walletTitle')
  return (
    <Tooltip key="help" text={label}>
      {() => <IconButton partName="help" label={label} icon={<HelpIcon />} onClick={help} />}
    </Tooltip>
  )
}

/** The network that the account is on, whose code comes with the account's. */
function AccountNetwork(): ReactNode {
  const { views, state } = useModal()
  const piece = useNeeded({ piece: views.network, online: state.online })
  return piece.status === 'ready' ? <piece.content /> : null
}

/** A name, the same in every language. */
const pairingName = 'WalletConnect'

/** What a view is called. */
export function titleOf({
  route,
  modal: { foyer, state, say },
}: {
  readonly route: Route
  readonly modal: Pick<Modal, 'foyer' | 'state' | 'say'>
}): string {
  switch (route.view) {
    case 'ConnectingExternal':
      return walletOf({ id: route.connectorId, state, foyer })?.name ?? say('connect.title')
    case 'ConnectingWalletConnect':
      return shownName(route.wallet?.name ?? '') || pairingName
    case 'ConnectingWalletConnectBasic':
      return pairingName
    case 'AllWallets':
      return say('connect.allWallets')
    case 'Account':
      return say('account.title')
    case 'Networks':
      return say('network.title')
    case 'SwitchNetwork': {
      const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === route.networkId)
      return network?.name ?? say('network.switchTitle')
    }
    case 'SwitchActiveChain':
      return say('network.switchChainTitle')
    case 'UnsupportedChain':
      return say('network.unsupportedTitle')
    case 'WhatIsAWallet':
      return say('help.walletTitle')
    case 'WhatIsANetwork':
      return say('help.networkTitle')
    case 'GetWallet':
      return say('help.getWalletTitle')
    case 'Downloads': {
      const name = shownName(route.wallet.name)
      return name === '' ? say('help.downloadsTitle') : say('help.getNamed', { name })
    }
    default:
      return say('connect.title')
  }
}
