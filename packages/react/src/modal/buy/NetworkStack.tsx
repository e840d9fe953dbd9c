import type { Network } from '@foyer/core'
import { NetworkImage, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import { useModal } from '../modalContext.js'

/** How many pictures are shown. */
const most = 5

export interface NetworkStackProps {
  readonly networks: readonly Network[]
}

/** The first few networks, one over the other. */
export function NetworkStack({ networks }: NetworkStackProps): ReactNode {
  const { foyer } = useModal()
  return (
    <span {...part({ name: 'network-stack' })}>
      {networks.slice(0, most).map((network) => (
        <NetworkImage
          key={network.caipNetworkId}
          size="chip"
          name={network.name}
          src={networkImageOf({ network, foyer })}
        />
      ))}
    </span>
  )
}
