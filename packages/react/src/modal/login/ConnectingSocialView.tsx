import type { ViewProps } from '@foyer/core'
import { socialName } from '@foyer/core/internal'
import { Button, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { isRefusedHere } from '../../headless/inAppBrowser.js'
import { type Login, useFoyerLogin } from '../../headless/login.js'
import type { Say } from '../../headless/say.js'
import { useModal } from '../modalContext.js'
import { WaitingFor } from '../WaitingFor.js'
import { InAppNotice } from './InAppNotice.js'
import { markOf } from './socialMarks.js'
import { whyFailed } from './whyFailed.js'

/** The visitor logs in at a provider, in a window of its own. */
export function ConnectingSocialView({ provider }: ViewProps<'ConnectingSocial'>): ReactNode {
  const { say } = useModal()
  const login = useFoyerLogin()
  const { phase, window: opened, openWindow, start } = login
  const isOver = phase === 'failed' || phase === 'idle'
  const isWanted = phase === 'window' && (opened === 'blocked' || opened === 'closed' || opened === 'none')
  // A wallet's button has led here.
  if (isRefusedHere(provider, window)) return <InAppNotice provider={provider} />
  return (
    <WaitingFor
      image={<span {...part({ name: 'social-mark', states: { size: 'lg' } })}>{markOf(provider)}</span>}
      shape="square"
      state={phase === 'failed' ? 'failed' : isOver || isWanted ? 'idle' : 'waiting'}
      title={phase === 'failed' ? say('login.failed') : say('login.provider', { provider: socialName(provider) })}
      text={textOf({ login, say, isWanted })}
      retry={isOver ? { words: 'login.startAgain', retry: () => start({ method: 'social', provider }) } : undefined}
    >
      {isWanted ? (
        <Button partName="open-window" onClick={openWindow}>
          {say('login.openWindow')}
        </Button>
      ) : null}
    </WaitingFor>
  )
}

interface Shown {
  readonly login: Login
  readonly say: Say
  /** There is a button that opens the window. */
  readonly isWanted: boolean
}

function textOf({ login, say, isWanted }: Shown): string | undefined {
  const { phase, window: opened } = login
  if (phase === 'failed') return whyFailed(say, login)
  if (phase === 'idle') return say('login.endedWhy')
  if (phase === 'leaving') return say('login.leaving')
  // Before the provider's address is known there is nothing to open yet.
  if (isWanted && opened === 'blocked') return say('login.blocked')
  if (isWanted && opened === 'closed') return say('login.closed')
  return opened === 'open' ? say('login.inWindow') : undefined
}
