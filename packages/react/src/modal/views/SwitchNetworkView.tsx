import type { ViewProps } from '@foyer/core'
import { NetworkImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import type { Say } from '../../headless/say.js'
import { type ShownSwitch, useShownSwitch } from '../hooks/useShownAttempt.js'
import { useModal } from '../modalContext.js'
import { WaitingFor } from '../WaitingFor.js'

/** Waits for the wallet to go to another network. */
export default function SwitchNetworkView({ networkId }: ViewProps<'SwitchNetwork'>): ReactNode {
  const { say, foyer } = useModal()
  const switching = useShownSwitch({ networkId })
  const { network, phase, silent, retry } = switching
  const name = network?.name ?? networkId
  const { title, text } = wordsOf(say, { ...switching, name })
  const isWaiting = phase === 'waiting' || phase === 'adding'
  return (
    <WaitingFor
      image={<NetworkImage size="lg" name={name} src={network && networkImageOf({ network, foyer })} />}
      shape="circle"
      state={isWaiting ? 'waiting' : 'failed'}
      title={title}
      text={text}
      retry={isWaiting && !silent ? undefined : { words: 'network.tryAgain', retry }}
    />
  )
}

function wordsOf(say: Say, { phase, notice, silent, name }: ShownSwitch & { readonly name: string }) {
  switch (phase) {
    case 'waiting':
      return {
        title: say('network.approve'),
        text: silent ? say('network.silent') : say('network.approveWhere', { name }),
      }
    case 'adding':
      return { title: say('network.adding'), text: silent ? say('network.silent') : say('network.addingWhy', { name }) }
    case 'declined':
      return { title: say('network.declined'), text: say('network.declinedWhy') }
    case 'unsupported':
      return { title: say('network.chainNotSupported'), text: say('network.chainNotSupportedWhy') }
    case 'failed':
      return { title: say('network.failed'), text: say(notice ?? 'error.unknown') }
  }
}
