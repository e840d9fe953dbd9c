import type { ViewProps } from '@foyer/core'
import { WalletImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Say } from '../../headless/say.js'
import { DownloadPrompt } from '../DownloadPrompt.js'
import { type ShownConnecting, useShownConnecting } from '../hooks/useShownAttempt.js'
import { useModal } from '../modalContext.js'
import { WaitingFor } from '../WaitingFor.js'

/** Waits for a wallet's consent. */
export default function ConnectingExternalView({ connectorId }: ViewProps<'ConnectingExternal'>): ReactNode {
  const { say, foyer } = useModal()
  const connecting = useShownConnecting({ connectorId })
  const { wallet, phase, silent, retry } = connecting
  const name = wallet?.name || say('shell.unknown')
  const { title, text } = wordsOf({ connecting, name, say })
  return (
    <>
      <WaitingFor
        image={<WalletImage size="lg" name={name} src={wallet?.icon} />}
        shape="square"
        state={phase === 'waiting' ? 'waiting' : 'failed'}
        title={title}
        text={text}
        retry={(phase === 'waiting' && !silent) || phase === 'gone' ? undefined : { words: 'connect.tryAgain', retry }}
      />
      {phase === 'gone' && wallet?.custom ? <DownloadPrompt wallet={wallet.custom} foyer={foyer} /> : null}
    </>
  )
}

interface Words {
  readonly title: string
  readonly text: string
}

function wordsOf({
  connecting: { phase, notice, silent },
  name: wallet,
  say,
}: {
  readonly connecting: Pick<ShownConnecting, 'phase' | 'notice' | 'silent'>
  readonly name: string
  readonly say: Say
}): Words {
  switch (phase) {
    case 'waiting':
      return {
        title: say('connect.continue', { wallet }),
        text: silent ? say('connect.silent', { wallet }) : say('connect.accept'),
      }
    case 'declined':
      return { title: say('connect.declined'), text: say('connect.declinedWhy') }
    case 'pending':
      return { title: say('connect.pending'), text: say('connect.pendingWhy', { wallet }) }
    case 'timedOut':
      return { title: say('connect.timedOut'), text: say('connect.timedOutWhy', { wallet }) }
    case 'gone':
      return { title: say('connect.gone'), text: say('connect.goneWhy', { wallet }) }
    case 'failed':
      return { title: say('connect.failed'), text: notice ? say(notice) : say('connect.failedWhy', { wallet }) }
  }
}
