import { WalletImage } from '@foyer/parts'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { OpenBy } from '../doors/openBy.js'
import { releasedBy } from '../login/continuation.js'
import { say } from '../messages/say.js'
import type { Servers } from '../servers/servers.js'
import { Message } from '../views/Message.js'
import { ContinueWays } from './ContinueWays.js'
import type { JoinedFrame } from './joinFrame.js'

export interface ContinuePageProps {
  readonly window: Pick<Window, 'close'>
  readonly frame: JoinedFrame
  readonly servers: Servers
  readonly openBy: OpenBy
}

/**
 * Names the asking site, and opens the wallet for the frame there: by the keeper, in a browser that it knows; or by what the visitor has, whose part stays
 * here. The frame gets what opens one door, over a port that no page but the wallet's own has.
 */
export function ContinuePage({ window, frame, servers, openBy }: ContinuePageProps): ReactNode {
  const { status, asked: said } = useSyncExternalStore(frame.state.subscribe, frame.state.get)
  if (status === 'waiting') return <Message title={say('approve.wait')} />
  if (status === 'apart') return <Message title={say('approve.apart')} />
  if (status !== 'asked' || said?.type !== 'foyer-window-continue') return <Message title={say('approve.gone')} />
  const { asked, isSecured } = said
  return (
    <ContinueWays
      site={asked.site}
      picture={<WalletImage name={new URL(asked.site).host} size="row" />}
      isSecured={isSecured}
      openBy={openBy}
      onContinue={async () => {
        frame.end({ type: 'foyer-window-released', released: await releasedBy(servers, asked) })
      }}
      onOpened={async (opened) => frame.end({ type: 'foyer-window-opened', opened })}
      onLeft={() => window.close()}
    />
  )
}
