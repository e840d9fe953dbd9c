import { InfoIcon, NetworkImage, part, RowItem, RowList } from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import { useReceive } from '../../headless/receive.js'
import { useModal } from '../modalContext.js'
import { ScrollArea } from './ScrollArea.js'

/** Where the account can be paid: a coin that is sent on another network doesn't arrive. */
export function CompatibleNetworksView(): ReactNode {
  const { say, foyer } = useModal()
  const { networks } = useReceive()
  return (
    <>
      <p {...part({ name: 'banner' })}>
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
