import type { Network } from '@foyer/core'
import { InfoIcon, NetworkImage, part, RowItem, RowList } from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import { useFoyerReceive } from '../../headless/receive.js'
import { useModal } from '../modalContext.js'
import { ScrollArea } from './ScrollArea.js'

/** The most pictures that are shown. */
const most = 5

/** The first few networks, one over the other. */
export function NetworkStack({ networks }: { readonly networks: readonly Network[] }): ReactNode {
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

/** The networks on which the account can be paid: a coin that is sent on another one doesn't arrive. */
export function CompatibleNetworksView(): ReactNode {
  const { say, foyer } = useModal()
  const { networks } = useFoyerReceive()
  return (
    <>
      <p data-look="line" {...part({ name: 'banner' })}>
        <InfoIcon />
        <span>{say('receive.compatible')}</span>
      </p>
      <ScrollArea label={say('network.title')}>
        <RowList label={say('network.title')}>
          {networks.map((network) => (
            <RowItem
              key={network.caipNetworkId}
              partName="network"
              label={network.name}
              image={<NetworkImage name={network.name} src={networkImageOf({ network, foyer })} />}
            />
          ))}
        </RowList>
      </ScrollArea>
    </>
  )
}
