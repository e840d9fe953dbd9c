import { isUnsupported, networkOf } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { push } from '@foyer/core/view'
import { Chip, NetworkImage, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../face/networkImage.js'
import { useModal } from './modalContext.js'

/** The network that the account is on; a press offers the others, if there are any. */
export default function NetworkChip(): ReactNode {
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
    contextOf(foyer).track({ event: 'CLICK_NETWORKS' })
    push(foyer, { view: 'Networks' })
  }
  return (
    <Chip
      partName="network-select"
      label={name}
      image={image}
      chevron
      accessibleName={say('account.network', { name })}
      onClick={choose}
    />
  )
}
