import { continueCall } from '@foyer/embedded/custody'
import { Button, WalletImage } from '@foyer/parts'
import { type ReactNode, useEffect, useState } from 'react'
import { RefusedError, type Servers } from '../login/servers.js'
import { type SentenceName, say } from '../messages/en.js'
import { Message } from '../views/Message.js'
import { type AskedContinuation, readFrom } from './exchange.js'

type Shown =
  | { readonly status: 'waiting' }
  | { readonly status: 'asked'; readonly asked: AskedContinuation }
  | { readonly status: 'said'; readonly title: SentenceName }

/** In a browser that the keeper knows: names the asking site, and has the wallet's part released to the frame there. */
export function ContinuePage({ window, servers }: { readonly window: Window; readonly servers: Servers }): ReactNode {
  const [shown, setShown] = useState<Shown>({ status: 'waiting' })
  const [isBusy, setBusy] = useState(false)
  const { opener } = window
  useEffect(() => {
    const { origin } = window.location
    const onMessage = (event: MessageEvent<unknown>) => {
      const said = readFrom('frame', event, { source: opener, origin })
      if (said?.type === 'foyer-window-continue') setShown({ status: 'asked', asked: said.asked })
    }
    window.addEventListener('message', onMessage)
    opener?.postMessage({ type: 'foyer-window-ready' }, origin)
    return () => window.removeEventListener('message', onMessage)
  }, [window, opener])
  if (shown.status === 'waiting') return <Message title={say(opener ? 'approve.wait' : 'approve.gone')} />
  if (shown.status === 'said') return <Message title={say(shown.title)} />
  const { asked } = shown
  const go = async () => {
    setBusy(true)
    try {
      const released = await servers.signed(continueCall, asked)
      opener?.postMessage({ type: 'foyer-window-released', released }, window.location.origin)
      setShown({ status: 'said', title: 'approve.done' })
      window.close()
    } catch (error) {
      setShown({ status: 'said', title: error instanceof RefusedError ? 'continue.unknown' : 'error.unreachable' })
    }
  }
  return (
    <Message
      title={say('continue.title', { site: asked.site })}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={() => window.close()}>
            {say('continue.cancel')}
          </Button>
          <Button busy={isBusy} onClick={() => void go()}>
            {say('continue.do')}
          </Button>
        </>
      }
    >
      <p className="asks">
        <WalletImage name={asked.site} size="row" />
        <span>{say('continue.say', { site: asked.site })}</span>
      </p>
    </Message>
  )
}
