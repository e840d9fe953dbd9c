import { isMobile } from '@foyer/core/platform'
import { Button, ExternalIcon, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { type Login, useFoyerLogin } from '../../headless/login.js'
import { CodeToScan } from '../CodeToScan.js'
import { CopyLink } from '../CopyLink.js'
import { useModal } from '../modalContext.js'
import { WaitingFor } from '../WaitingFor.js'
import { markOf } from './socialMarks.js'
import { whyFailed } from './whyFailed.js'

const mark = <span {...part({ name: 'social-mark', states: { size: 'lg' } })}>{markOf('farcaster')}</span>

/** The visitor logs in by Farcaster's application: by a code that a telephone scans, or on this one [S2.5]. */
export function ConnectingFarcasterView(): ReactNode {
  const { say } = useModal()
  const login = useFoyerLogin()
  const { phase, start } = login
  if (phase === 'failed' || phase === 'idle')
    return (
      <WaitingFor
        image={mark}
        shape="square"
        state={phase === 'failed' ? 'failed' : 'idle'}
        title={phase === 'failed' ? say('login.failed') : say('login.ended')}
        text={phase === 'failed' ? whyFailed(say, login) : say('login.endedWhy')}
        retry={{ words: 'login.startAgain', retry: () => start({ method: 'social', provider: 'farcaster' }) }}
      />
    )
  if (phase === 'checking')
    return (
      <WaitingFor image={mark} shape="square" state="waiting" title={say('login.loading')} text={say('login.wait')} />
    )
  return isMobile() ? <OnThisPhone {...login} /> : <ByCode {...login} />
}

function ByCode({ farcasterUrl }: Pick<Login, 'farcasterUrl'>): ReactNode {
  const { say } = useModal()
  return (
    <div data-look="stack-1" {...part({ name: 'farcaster' })}>
      <CodeToScan
        partName="farcaster-code"
        text={farcasterUrl}
        label={say('login.farcasterCode')}
        logo={markOf('farcaster')}
      />
      <p data-look="centred" {...part({ name: 'farcaster-hint' })}>
        {say('pairing.scan')}
      </p>
      <CopyLink partName="copy-link" text={farcasterUrl} label={say('pairing.copyLink')} copied="pairing.copied" />
    </div>
  )
}

function OnThisPhone({ farcasterUrl }: Pick<Login, 'farcasterUrl'>): ReactNode {
  const { say } = useModal()
  return (
    <WaitingFor
      image={mark}
      shape="square"
      state="waiting"
      title={say('login.farcaster')}
      text={say('login.farcasterWhy')}
    >
      <Button
        partName="open-farcaster"
        icon={<ExternalIcon />}
        disabled={farcasterUrl === undefined}
        onClick={() => globalThis.open(farcasterUrl, '_blank', 'noopener,noreferrer')}
      >
        {say('login.openFarcaster')}
      </Button>
    </WaitingFor>
  )
}
