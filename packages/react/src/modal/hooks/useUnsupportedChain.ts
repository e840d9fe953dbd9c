import { isConnected, type Network } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { push } from '@foyer/core/view'
import { useModal } from '../modalContext.js'
import { type NetworkRow, networkRows } from './useNetworks.js'

export interface UnsupportedChain {
  readonly rows: readonly NetworkRow[]
  readonly choose: (network: Network) => void
}

/** The networks that a stranded wallet may go to. */
export function useUnsupportedChain(): UnsupportedChain {
  const { foyer, state } = useModal()
  return {
    rows: networkRows(state),
    choose({ caipNetworkId: networkId }) {
      if (isConnected(state)) return push(foyer, { view: 'SwitchNetwork', networkId })
      foyer.switchNetwork({ networkId }).then(() => push(foyer, { view: 'Connect' }), contextOf(foyer).report)
    },
  }
}
