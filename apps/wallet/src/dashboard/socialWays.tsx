import type { SocialName } from '@foyer/custody/person'
import {
  AppleIcon,
  Button,
  DiscordIcon,
  FacebookIcon,
  FarcasterIcon,
  GitHubIcon,
  GoogleIcon,
  Link,
  QrCode,
  XMarkIcon,
} from '@foyer/parts'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { sentenceHere } from '../failures/failures.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { say } from '../messages/say.js'
import { providerNames } from '../messages/windowSentences.js'
import { WaitHere } from '../popup/WaitHere.js'
import { Message } from '../views/Message.js'
import { leaveFor, seeThrough, socialLoginOf, takeUp } from './leaveFor.js'
import type { Dashboard } from './openDashboard.js'
import type { ElsewhereProps, InWindow, SocialsProps } from './Socials.js'

/* What logs in by an account elsewhere: it comes to whoever isn't signed in, where an operator has one switched on. */

const marks: Readonly<Record<SocialName, () => ReactNode>> = {
  ...{ google: GoogleIcon, apple: AppleIcon, github: GitHubIcon, x: XMarkIcon },
  ...{ discord: DiscordIcon, facebook: FacebookIcon, farcaster: FarcasterIcon },
}

/** More than these stand beside each other by their marks alone. */
const mostNamed = 2

/** A button for each; one at Farcaster is seen through here, any other at the provider’s page. */
export function SocialButtons({
  dashboard,
  providers,
  onFarcaster,
  onWindow,
  onFailed,
}: SocialsProps & { readonly providers: readonly SocialName[] }): ReactNode {
  const [leaving, setLeaving] = useState<SocialName>()
  const choose = (provider: SocialName) => {
    onFailed('')
    if (provider === 'farcaster') return onFarcaster()
    if (onWindow) {
      const opened = window.open('about:blank')
      return opened ? onWindow({ provider, opened }) : onFailed(say('error.popup'))
    }
    setLeaving(provider)
    leaveFor(dashboard, { provider, window })
      .catch((error: unknown) => onFailed(sentenceHere(error)))
      .finally(() => setLeaving(undefined))
  }
  const isNamed = providers.length <= mostNamed
  return (
    <div className={isNamed ? 'form' : 'socials'}>
      {providers.map((provider) => {
        const Mark = marks[provider]
        const words = sayHere('signIn.social', { provider: providerNames[provider] })
        return (
          <Button
            key={provider}
            variant="quiet"
            busy={leaving === provider}
            disabled={leaving !== undefined && leaving !== provider}
            icon={isNamed ? <Mark /> : undefined}
            aria-label={isNamed ? undefined : words}
            onClick={() => choose(provider)}
          >
            {isNamed ? words : <Mark />}
          </Button>
        )
      })}
    </div>
  )
}

type Waiting = Omit<ElsewhereProps, 'is'>

/** Returns the login's screen where the keeper makes it wait. */
const useScreen = ({ screen }: Dashboard) => useSyncExternalStore(screen.subscribe, screen.get).login

/** A login that was left for a provider's page, and is back. */
export function Returned({ dashboard, onOpened, onEnd }: Waiting): ReactNode {
  const screen = useScreen(dashboard)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it has come back once
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    takeUp(dashboard, { window, signal }).then(onOpened, (error: unknown) => {
      if (!signal.aborted) onEnd(sentenceHere(error))
    })
    return () => ending.abort()
  }, [dashboard])
  if (screen) return <WaitHere wallet={{ ...dashboard, site: dashboard.origin }} screen={screen} />
  return <Message title={say('approve.wait')} />
}

/** A login that is seen through in a window beside this page, which is cut off from it, and whose end it hears of from the login server. */
export function Beside({ provider, opened, dashboard, onOpened, onEnd }: Waiting & InWindow): ReactNode {
  const screen = useScreen(dashboard)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is begun once
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    seeThrough(dashboard, { provider, opened, signal }).then(onOpened, (error: unknown) => {
      if (!signal.aborted) onEnd(sentenceHere(error))
    })
    return () => ending.abort()
  }, [opened])
  if (screen) return <WaitHere wallet={{ ...dashboard, site: dashboard.origin }} screen={screen} />
  return (
    <Message
      title={sayHere('signIn.social', { provider: providerNames[provider] })}
      actions={
        <Button variant="quiet" onClick={() => onEnd()}>
          {sayHere('dashboard.cancel')}
        </Button>
      }
    >
      <p>{sayHere('signIn.inWindow')}</p>
    </Message>
  )
}

/** A login at Farcaster: what a telephone opens, until it was signed there. */
export function Farcaster({ dashboard, onOpened, onEnd }: Waiting): ReactNode {
  const screen = useScreen(dashboard)
  const [url, setUrl] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is begun once
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const { farcaster } = socialLoginOf(dashboard)
    const see = async () => {
      setUrl(await farcaster.begin())
      await farcaster.finish(signal)
    }
    see().then(onOpened, (error: unknown) => {
      if (!signal.aborted) onEnd(sentenceHere(error))
    })
    return () => ending.abort()
  }, [dashboard])
  if (screen) return <WaitHere wallet={{ ...dashboard, site: dashboard.origin }} screen={screen} />
  return (
    <Message
      title={sayHere('farcaster.title')}
      actions={
        <Button variant="quiet" onClick={() => onEnd()}>
          {sayHere('dashboard.cancel')}
        </Button>
      }
    >
      <p>{sayHere('farcaster.say')}</p>
      <div className="scanned">
        <QrCode text={url} label={sayHere('farcaster.code')} />
      </div>
      {url ? (
        <Link variant="button" href={url} newTabHint={sayHere('move.tab')} arrow>
          {sayHere('farcaster.open')}
        </Link>
      ) : null}
    </Message>
  )
}
