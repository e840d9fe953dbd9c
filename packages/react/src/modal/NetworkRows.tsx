import type { Network } from '@foyer/core'
import { NetworkImage, Row, RowList } from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../face/networkImage.js'
import type { NetworkRow } from '../headless/networks.js'
import { useModal } from './modalContext.js'

export interface NetworkRowsProps {
  readonly rows: readonly NetworkRow[]
  readonly onChoose: (network: Network) => void
}

/** Networks to choose from; one that the wallet doesn't have says so. */
export function NetworkRows({ rows, onChoose }: NetworkRowsProps): ReactNode {
  const { foyer, say } = useModal()
  return (
    <RowList label={say('network.title')} scrolls>
      {rows.map(({ network, selected, refused }) => (
        <Row
          key={network.caipNetworkId}
          partName="network"
          data-network={network.caipNetworkId}
          label={network.name}
          sublabel={refused ? say('network.notInWallet') : undefined}
          image={<NetworkImage name={network.name} src={networkImageOf({ network, foyer })} />}
          selected={selected}
          disabled={refused}
          onClick={() => onChoose(network)}
        />
      ))}
    </RowList>
  )
}
