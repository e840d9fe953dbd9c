import { pollWindowCall } from '@foyer/login/windowCalls'
import * as v from 'valibot'
import { type Decided, readOf, type WaitingApproval } from '../approval/approvals.js'
import { type FromWindow, readFromWindow } from '../exchange/exchange.js'
import { open, type WindowAddress } from '../exchange/letters.js'
import { RefusedError, type Servers } from '../servers/servers.js'
import type { SessionHolder } from '../servers/session.js'
import { type VisitStorage, visitAt } from './visitStorage.js'

/*
 * A page that was left for the wallet's, and is loaded anew when the visitor comes back, has forgotten what it asked. Its frame finds here what it waits for, and
 * the next request that is the same is answered by what the visitor decided there, once, and unless the visitor has signed out since.
 */

/** As long as a letter lies at the login server, in milliseconds. */
const keptMs = 300_000

const Visit = v.object({
  ...{ id: v.string(), key: v.string(), site: v.string(), until: v.number() },
  ...{ request: v.string(), hashes: v.array(v.string()) },
  /** All that was read of it. */
  read: v.string(),
})
type Visit = v.InferOutput<typeof Visit>

/** Remembers what is asked by a visit. @returns forgets it @throws where the browser keeps nothing for this frame */
export function rememberVisit(
  { sessionStorage }: VisitStorage,
  {
    id,
    key,
    approval: { request, site, hashes, shown },
    now,
  }: WindowAddress & { readonly approval: WaitingApproval; readonly now: () => number },
): () => void {
  const visit: Visit = {
    ...{ id, key, site, until: now() + keptMs, request, hashes: [...hashes] },
    read: readOf(shown),
  }
  sessionStorage.setItem(visitAt, JSON.stringify(visit))
  return () => sessionStorage.removeItem(visitAt)
}

export interface TakeVisitParameters {
  readonly window: VisitStorage
  readonly servers: Servers
  readonly session: Pick<SessionHolder, 'token'>
  readonly site: string
  readonly now: () => number
}

/** Returns what the visitor decided of a request in the visit that this page was left for; undefined where that was another, or is described otherwise now. */
export async function takeVisit(
  { window, servers, session, site, now }: TakeVisitParameters,
  { request, hashes, shown }: Pick<WaitingApproval, 'request' | 'hashes' | 'shown'>,
): Promise<Decided | undefined> {
  const visit = storedVisit(window)
  if (!visit || visit.site !== site || visit.request !== request) return undefined
  if (visit.hashes.join() !== hashes.join()) return undefined
  window.sessionStorage.removeItem(visitAt) // whatever comes of it, it counts once
  if (visit.read !== readOf(shown) || visit.until <= now()) return undefined
  try {
    const { said } = await servers.signed(pollWindowCall, { window: visit.id }, { token: await session.token() })
    return said === null ? undefined : decidedBy(readFromWindow(await open(visit, 'said', said)))
  } catch (error) {
    if (error instanceof RefusedError) return undefined // it is over
    throw error
  }
}

function storedVisit(window: VisitStorage): Visit | undefined {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), Visit), stored(window))
  return success ? output : undefined
}

function stored(window: VisitStorage): string | null {
  try {
    return window.sessionStorage.getItem(visitAt)
  } catch {
    return null // a browser that keeps nothing for this frame has kept no visit
  }
}

function decidedBy(said: FromWindow | undefined): Decided | undefined {
  if (said?.type === 'foyer-window-approved') return { is: 'approved', hashes: said.hashes }
  if (said?.type === 'foyer-window-limited') return { is: 'limited', amount: said.amount }
  return said?.type === 'foyer-window-rejected' ? { is: 'rejected' } : undefined
}
