import { continueCall } from '@foyer/embedded/custody'
import { Button, WalletImage } from '@foyer/parts'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { RefusedError, type Servers } from '../login/servers.js'
import { say } from '../messages/say.js'
import { sayInWindow } from '../messages/windowSentences.js'
import { Message } from '../views/Message.js'
import type { JoinedFrame } from './joinFrame.js'

/** In a browser that the keeper knows: names the asking site, and has the wallet's part released to the frame there. */
export function ContinuePage({
  window,
  frame,
  servers,
}: {
  readonly window: Pick<Window, 'close'>
  readonly frame: JoinedFrame
  readonly servers: Servers
}): ReactNode {
  const { status, asked: said } = useSyncExternalStore(frame.state.subscribe, frame.state.get)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  if (failure) return <Message title={failure} />
  if (status === 'waiting') return <Message title={say('approve.wait')} />
  if (status === 'apart') return <Message title={say('approve.apart')} />
  if (status !== 'asked' || said?.type !== 'foyer-window-continue') return <Message title={say('approve.gone')} />
  const { asked } = said
  const go = async () => {
    setBusy(true)
    try {
      const released = await servers.signed(continueCall, asked)
      frame.end({ type: 'foyer-window-released', released })
    } catch (error) {
      setFailure(error instanceof RefusedError ? sayInWindow('continue.unknown') : say('error.unreachable'))
    }
  }
  return (
    <Message
      title={sayInWindow('continue.title', { site: asked.site })}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={() => window.close()}>
            {sayInWindow('continue.cancel')}
          </Button>
          <Button busy={isBusy} onClick={() => void go()}>
            {sayInWindow('continue.do')}
          </Button>
        </>
      }
    >
      <p className="asks">
        <WalletImage name={new URL(asked.site).host} size="row" />
        <span>{sayInWindow('continue.say', { site: asked.site })}</span>
      </p>
    </Message>
  )
}
