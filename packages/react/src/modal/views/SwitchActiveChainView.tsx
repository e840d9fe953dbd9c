import type { ViewProps } from '@foyer/core'
import { Button, NetworkImage, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import { useSwitchActiveChain } from '../hooks/useNetworks.js'
import { useModal } from '../modalContext.js'

/** Another chain family needs another wallet. */
export default function SwitchActiveChainView({ networkId }: ViewProps<'SwitchActiveChain'>): ReactNode {
  const { say, foyer } = useModal()
  const { network, goOn } = useSwitchActiveChain({ networkId })
  const name = network?.name ?? networkId
  return (
    <div {...part({ name: 'switch-chain' })}>
      <NetworkImage size="lg" name={name} src={network && networkImageOf({ network, foyer })} />
      <p {...part({ name: 'waiting-title' })}>{say('network.switchTo', { name })}</p>
      <p {...part({ name: 'waiting-text' })}>{say('network.switchToWhy', { name })}</p>
      <div {...part({ name: 'actions' })}>
        <Button partName="switch" onClick={goOn}>
          {say('network.switch')}
        </Button>
      </div>
    </div>
  )
}
