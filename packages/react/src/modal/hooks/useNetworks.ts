import { accountOf, isConnected, type Network, type NetworkId, networkIdOf, type ViewProps } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { goBack, navigate, networkChosen, push, replace } from '@foyer/core/view'
import { useState } from 'react'
import { type NetworkRow, useFoyerNetworks as useRows } from '../../headless/networks.js'
import { useModal } from '../modalContext.js'

export interface Networks {
  readonly rows: readonly NetworkRow[]
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly choose: (network: Network) => void
  readonly explain: () => void
}

/** The networks of the dapp, as the connected wallets have them, and what choosing one does. */
export function useNetworkChoice(): Networks {
  const { foyer, state } = useModal()
  const [search, setSearch] = useState('')
  return {
    rows: useRows({ search }),
    search,
    setSearch,
    choose(network) {
      const { caipNetworkId: networkId, chainNamespace: family } = network
      if (networkId === networkIdOf(state)) return
      const { connection } = accountOf(state, family)
      // Where the wallet of another family is there already, or none is connected, no wallet is asked.
      if (connection && connection.networks[family] !== networkId)
        return push(foyer, { view: 'SwitchNetwork', networkId })
      if (!connection && isConnected(state)) return push(foyer, { view: 'SwitchActiveChain', networkId })
      foyer.switchNetwork({ networkId }).then(() => navigate(foyer, networkChosen), contextOf(foyer).report)
    },
    explain() {
      contextOf(foyer).track({ event: 'CLICK_NETWORK_HELP' })
      push(foyer, { view: 'WhatIsANetwork' })
    },
  }
}

export interface UnsupportedChain {
  readonly rows: readonly NetworkRow[]
  readonly choose: (network: Network) => void
}

/** The networks that a stranded wallet, or a visitor who looks for a feature, may go to. */
export function useUnsupportedChain({ reason, networks }: ViewProps<'UnsupportedChain'>): UnsupportedChain {
  const { foyer, state } = useModal()
  return {
    rows: useRows().filter(({ network }) => networks === undefined || networks.includes(network.caipNetworkId)),
    choose({ caipNetworkId: networkId, chainNamespace: family }) {
      // The feature stands below: whether the network changes or not, the way back leads to it.
      if (reason === 'swap') replace(foyer, { view: 'Swap' })
      if (accountOf(state, family).connection) return push(foyer, { view: 'SwitchNetwork', networkId })
      if (isConnected(state)) return push(foyer, { view: 'SwitchActiveChain', networkId })
      foyer.switchNetwork({ networkId }).then(() => push(foyer, { view: 'Connect' }), contextOf(foyer).report)
    },
  }
}

export interface SwitchActiveChain {
  readonly network: Network | undefined
  /** Goes to the network's family, and offers the wallets that serve it. */
  readonly goOn: () => void
}

/** The way to a network of a family that the connected wallet doesn't serve. */
export function useSwitchActiveChain({ networkId }: { readonly networkId: NetworkId }): SwitchActiveChain {
  const { foyer, state } = useModal()
  const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  return {
    network,
    goOn() {
      if (!network) return goBack(foyer)
      foyer
        .switchNetwork({ networkId })
        .then(() => foyer.open({ view: 'Connect', family: network.chainNamespace }), contextOf(foyer).report)
    },
  }
}
