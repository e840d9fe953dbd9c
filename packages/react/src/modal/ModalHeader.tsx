import { isUnsupported, networkOf, type Route } from '@foyer/core'
import { goBack, push } from '@foyer/core/view'
import { BackIcon, Chip, Header, HelpIcon, IconButton, NetworkImage, part, Tooltip } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from './modalContext.js'
import { networkImageOf } from './networkImageOf.js'
import { titleOf } from './titleOf.js'

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
  if (route.view === 'Account' && foyer.options.enableNetworkSwitch) return <NetworkChip />
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
    foyer.context.track({ event: 'CLICK_WALLET_HELP' })
    push(foyer, { view: 'WhatIsAWallet' })
  }
  const label = say('help.walletTitle')
  return (
    <Tooltip key="help" text={label}>
      {() => <IconButton partName="help" label={label} icon={<HelpIcon />} onClick={help} />}
    </Tooltip>
  )
}

/** The network that the account is on; a press offers the others, if there are any. */
function NetworkChip(): ReactNode {
  const { foyer, state, say } = useModal()
  const network = networkOf(state)
  const name = network?.name ?? say(isUnsupported(state) ? 'network.unsupportedChain' : 'button.unknownNetwork')
  const image = <NetworkImage size="chip" name={name} src={network && networkImageOf({ network, foyer })} />
  if (network && state.networks.length < 2)
    return (
      <span {...part({ name: 'network-label' })}>
        {image}
        <span>{name}</span>
      </span>
    )
  const choose = () => {
    foyer.context.track({ event: 'CLICK_NETWORKS' })
    push(foyer, { view: 'Networks' })
  }
  return (
    <Chip
      partName="network-select"
      label={name}
      image={image}
      chevron
      spoken={say('account.network', { name })}
      onClick={choose}
    />
  )
}
