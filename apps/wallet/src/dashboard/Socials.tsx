import type { SocialName } from '@foyer/custody/person'
import { listSocialsCall } from '@foyer/login/ownPageCalls'
import { LinkButton, Skeleton } from '@foyer/parts'
import { type ReactNode, useCallback } from 'react'
import { say } from '../messages/say.js'
import { Message } from '../views/Message.js'
import { NotCome } from './NotCome.js'
import type { Dashboard } from './openDashboard.js'
import { loadPart, useComing } from './useComing.js'

/** Whether a provider has led back to this page. */
export const hasReturned = ({ search }: Pick<Location, 'search'>): boolean =>
  new URLSearchParams(search).has('result_uri')

/** A login at a provider that is seen through in a window of its own, which has opened with the press. */
export interface InWindow {
  readonly provider: SocialName
  readonly opened: Window
}

export interface SocialsProps {
  readonly dashboard: Dashboard
  readonly onFarcaster: () => void
  /** Where the page keeps what it has by heart alone, the provider’s page opens in a window beside it; else this page is left for it. */
  readonly onWindow?: ((inWindow: InWindow) => void) | undefined
  /** In words; empty once another is begun. */
  readonly onFailed: (sentence: string) => void
}

const load = () => loadPart(import('./socialWays.js'))

/** The accounts elsewhere by which visitors log in here, if the operator has any switched on. */
export function Socials({ dashboard, ...chosen }: SocialsProps): ReactNode {
  const read = useCallback(async () => {
    const { providers } = await dashboard.servers.plain(listSocialsCall, {})
    return providers.length === 0 ? undefined : { providers, ...(await load()) }
  }, [dashboard])
  const coming = useComing<Ways | undefined>(read)
  if (coming.is === 'coming') return <Skeleton shape="button" />
  if (coming.is === 'failed') return <NotCome {...coming} />
  if (!coming.value) return null
  const { SocialButtons, providers } = coming.value
  return <SocialButtons {...{ dashboard, providers, ...chosen }} />
}

interface Ways extends Awaited<ReturnType<typeof load>> {
  readonly providers: readonly SocialName[]
}

export interface ElsewhereProps {
  readonly is: 'farcaster' | 'returned' | InWindow
  readonly dashboard: Dashboard
  readonly onOpened: () => void
  /** With why, in words; without where the visitor left. */
  readonly onEnd: (sentence?: string) => void
}

/** A login that the visitor sees through elsewhere, while this page waits for it. */
export function Elsewhere({ is, ...waiting }: ElsewhereProps): ReactNode {
  const coming = useComing(load)
  if (coming.is === 'there') {
    const { Farcaster, Returned, Beside } = coming.value
    if (typeof is === 'object') return <Beside {...is} {...waiting} />
    return is === 'farcaster' ? <Farcaster {...waiting} /> : <Returned {...waiting} />
  }
  if (coming.is === 'coming') return <Message title={say('approve.wait')} />
  return (
    <Message title={coming.sentence} actions={<LinkButton onClick={coming.again}>{say('confirm.again')}</LinkButton>} />
  )
}
