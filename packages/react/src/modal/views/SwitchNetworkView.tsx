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
  const { network, phase, retry } = switching
  const { title, text } = wordsOf({ switching, say })
  return (
    <WaitingFor
      image={
        <NetworkImage size="lg" name={network?.name ?? networkId} src={network && networkImageOf({ network, foyer })} />
      }
      shape="circle"
      state={phase === 'waiting' ? 'waiting' : 'failed'}
      title={title}
      text={text}
      retry={phase === 'waiting' ? undefined : { label: say('network.tryAgain'), onClick: retry }}
    />
  )
}

function wordsOf({
  switching: { phase, notice },
  say,
}: {
  readonly switching: Pick<ShownSwitch, 'phase' | 'notice'>
  readonly say: Say
}): { readonly title: string; readonly text: string } {
  switch (phase) {
    case 'waiting':
      return { title: say('network.approve'), text: say('network.approveWhere') }
    case 'declined':
      return { title: say('network.declined'), text: say('network.declinedWhy') }
    case 'unsupported':
      return { title: say('network.chainNotSupported'), text: say('network.chainNotSupportedWhy') }
    case 'failed':
      return { title: say('network.failed'), text: say(notice ?? 'error.unknown') }
  }
}
