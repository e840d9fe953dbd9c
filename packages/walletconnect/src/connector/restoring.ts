import type { LiveConnection, RestoreRequest } from '@foyer/core'
import type { DappSession } from '../engine/engine.js'
import { familyOf } from '../protocol/families.js'
import type { Kit } from './openKit.js'

/** How long a page that was loaded again waits for what a wallet answered meanwhile. */
const catchUpMs = 8_000

/**
 * Where a page that is hidden while it connects leaves to the next what it waited for: until when, in ms since 1970, and the link that opened the
 * wallet, if any.
 */
export const awaitedKey = 'walletconnect/awaited'

interface RestoringParameters extends RestoreRequest, Pick<Kit, 'engine' | 'sessions'> {
  readonly dapp: Pick<Kit['dapp'], 'sessions'>
}

/**
 * Takes up the newest session with a family that the kit has a use for; or the one that a wallet settles now, as a page before this one has asked it
 * to. That one takes the place of the session that was used until then, as it would have without being loaded again.
 */
export async function restore(parameters: RestoringParameters): Promise<LiveConnection | null> {
  const { host, network, wished, dapp, sessions } = parameters
  const families = new Set<string>(host.networks().map(({ chainNamespace }) => chainNamespace))
  const usableOf = ({ namespaces }: DappSession) =>
    Object.keys(namespaces)
      .map(familyOf)
      .filter((key) => families.has(key))
  const isUsable = (session: DappSession) => usableOf(session).length > 0
  // Whatever comes after the time is the link, which is judged when it is opened.
  const [awaited, endsAt, href] = /^(\d+) (.*)$/.exec(host.storage.getItem(awaitedKey) ?? '') ?? []
  // Listens before it asks, so that nothing settles in between.
  const stops: (() => void)[] = []
  const settled = host.clock.now() < Number(endsAt) ? settlement(parameters, stops) : undefined
  try {
    const standing = (await dapp.sessions()).filter(isUsable)
    const former = settled && standing.find(sessions.isUsed)
    const [newest] = standing
    const next = newest === former ? await settled : newest
    host.storage.removeItem(awaitedKey)
    // What was there before the wait may be over by now.
    const session = next && isUsable(next) ? next : former && (await dapp.sessions()).find(isUsable)
    if (!session) return null
    const live = sessions.take({ session, network, wished, opened: awaited ? { href } : undefined })
    const served = usableOf(session)
    if (former && former !== session && usableOf(former).every((family) => served.includes(family)))
      sessions.take({ session: former }).release?.().catch(host.report)
    return live
  } finally {
    for (const stop of stops) stop()
  }
}

/**
 * The next session that a wallet settles; none where the signal aborts, or the time is over.
 *
 * @param stops - gets what ends the wait
 */
function settlement(
  { host: { clock }, engine, signal }: Pick<RestoringParameters, 'host' | 'engine' | 'signal'>,
  stops: (() => void)[],
): Promise<DappSession | undefined> {
  return new Promise((resolve) => {
    const none = () => resolve(undefined)
    signal.addEventListener('abort', none)
    stops.push(
      clock.setTimeout(none, catchUpMs),
      engine.subscribe((event) => event.type === 'settled' && resolve(event.session)),
      () => signal.removeEventListener('abort', none),
    )
    if (signal.aborted) none()
  })
}
