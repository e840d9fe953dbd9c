import { accountOf, isConnected, type Network, networkIdOf, type ViewProps } from '@foyer/core'
import { contextOf, features } from '@foyer/core/internal'
import { goBack, navigate, networkChosen, push, replace } from '@foyer/core/view'
import {
  Button,
  EmptyState,
  HelpIcon,
  LinkButton,
  NetworkImage,
  part,
  SearchField,
  SearchIcon,
  Separator,
} from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import { useFoyerNetworks } from '../../headless/networks.js'
import { DisconnectRow } from '../DisconnectRow.js'
import { useModal } from '../modalContext.js'
import { NetworkRows } from '../NetworkRows.js'

/** Choose a network. */
export function NetworksView(): ReactNode {
  const { say } = useModal()
  const { rows, search, setSearch, choose, explain } = useNetworkChoice()
  return (
    <>
      <SearchField
        label={say('network.search')}
        placeholder={say('network.search')}
        clearLabel={say('network.clearSearch')}
        value={search}
        rows={rows.length}
        onValueChange={setSearch}
      />
      <div role="status">
        {rows.length === 0 ? <EmptyState icon={<SearchIcon />} title={say('network.none')} /> : null}
      </div>
      {rows.length > 0 ? <NetworkRows rows={rows} onChoose={choose} /> : null}
      <Separator />
      <div data-look="middle centred" {...part({ name: 'network-help' })}>
        <p>{say('network.walletMayLack')}</p>
        <LinkButton icon={<HelpIcon />} onClick={explain}>
          {say('network.whatIsANetwork')}
        </LinkButton>
      </div>
    </>
  )
}

/** Another chain family needs another wallet. */
export function SwitchActiveChainView({ networkId }: ViewProps<'SwitchActiveChain'>): ReactNode {
  const { say, foyer } = useModal()
  const { network, goOn } = useSwitchActiveChain({ networkId })
  const name = network?.name ?? networkId
  return (
    <div data-look="middle" {...part({ name: 'switch-chain' })}>
      <NetworkImage size="lg" name={name} src={network && networkImageOf({ network, foyer })} />
      <p {...part({ name: 'waiting-title' })}>{say('network.switchTo', { name })}</p>
      <p {...part({ name: 'waiting-text' })}>{say('network.switchToWhy', { name })}</p>
      <div data-look="stack-2" {...part({ name: 'actions' })}>
        <Button partName="switch" onClick={goOn}>
          {say('network.switch')}
        </Button>
      </div>
    </div>
  )
}

/** The wallet is on a network that the dapp, or a feature, doesn't have: another one, or no session [S2.8 S4.7]. */
export function UnsupportedChainView(params: ViewProps<'UnsupportedChain'>): ReactNode {
  const { say } = useModal()
  const { rows, choose } = useUnsupportedChain(params)
  return (
    <>
      <p {...part({ name: 'lead' })}>
        {say(params.reason === 'swap' ? 'network.unsupportedForSwap' : 'network.unsupported')}
      </p>
      {rows.length > 0 ? <NetworkRows rows={rows} onChoose={choose} /> : null}
      {rows.length > 0 ? <Separator label={say('network.or')} /> : null}
      <DisconnectRow />
    </>
  )
}

/** The networks of the dapp, as the connected wallets have them, and what choosing one does. */
function useNetworkChoice() {
  const { foyer, state } = useModal()
  const [search, setSearch] = useState('')
  return {
    rows: useFoyerNetworks({ search }),
    search,
    setSearch,
    choose(network: Network) {
      const { caipNetworkId: networkId, chainNamespace: family } = network
      if (networkId === networkIdOf(state)) return
      const { connection } = accountOf(state, family)
      // Where the wallet of another family is there already, or none is connected, no wallet is asked.
      if (connection && connection.networks[family] !== networkId)
        return push(foyer, { view: 'SwitchNetwork', networkId })
      if (!connection && isConnected(state)) return push(foyer, { view: 'SwitchActiveChain', networkId })
      foyer.switchNetwork(networkId).then(() => navigate(foyer, networkChosen), contextOf(foyer).report)
    },
    explain() {
      contextOf(foyer).track({ event: 'CLICK_NETWORK_HELP' })
      push(foyer, { view: 'WhatIsANetwork' })
    },
  }
}

/** The networks that a stranded wallet, or a visitor who looks for a feature, may go to. */
function useUnsupportedChain({ reason, networks }: ViewProps<'UnsupportedChain'>) {
  const { foyer, state } = useModal()
  return {
    rows: useFoyerNetworks().filter(
      ({ network }) => networks === undefined || networks.includes(network.caipNetworkId),
    ),
    choose({ caipNetworkId: networkId, chainNamespace: family }: Network) {
      // The feature stands below: whether the network changes or not, the way back leads to it.
      if (reason) replace(foyer, features[reason].begins)
      if (accountOf(state, family).connection) return push(foyer, { view: 'SwitchNetwork', networkId })
      if (isConnected(state)) return push(foyer, { view: 'SwitchActiveChain', networkId })
      foyer.switchNetwork(networkId).then(() => push(foyer, { view: 'Connect' }), contextOf(foyer).report)
    },
  }
}

/** The way to a network of a family that the connected wallet doesn't serve. */
function useSwitchActiveChain({ networkId }: ViewProps<'SwitchActiveChain'>) {
  const { foyer, state } = useModal()
  const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  return {
    network,
    goOn() {
      if (!network) return goBack(foyer)
      foyer
        .switchNetwork(networkId)
        .then(() => foyer.open({ view: 'Connect', family: network.chainNamespace }), contextOf(foyer).report)
    },
  }
}
