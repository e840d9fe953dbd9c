import { acceptNamespaces } from './checkNamespaces.js'
import { InvalidNamespacesError } from './errors.js'
import * as peerFailures from './failures.js'
import type { Settlement } from './messages.js'
import type { ProposalNamespaces, SessionNamespaces } from './namespaces.js'
import { isEarlier } from './payload.js'

/** Seconds that a session lives from its settling, and from each extension. */
const lifetime = 604_800
/** Seconds that a request may be answered for, unless its caller says otherwise. */
export const usualRequest = 300

/** Seconds: of a session, of a proposal, and of a request, which may be answered for five minutes to a week. */
export const sessionTimes = {
  lifetime,
  proposal: 300,
  request: { usual: usualRequest, least: 300, most: 604_800 },
} as const

/** A proposal that a wallet has agreed to: its settlement is to come on the topic that both keys make. */
export interface AnsweredProposal {
  readonly topic: string
  /** The key by which the wallet answered: no other may settle. */
  readonly responderPublicKey: string
  readonly requested: ProposalNamespaces
}

/** A session as an application has it. Times are ms since 1970. */
export interface ActiveSession {
  readonly status: 'active'
  readonly topic: string
  /** The wallet's public key. */
  readonly controller: string
  readonly requested: ProposalNamespaces
  readonly namespaces: SessionNamespaces
  readonly expiresAt: number
  /** The id of the last update, `0` before the first. */
  readonly updateId: string
  /** The id of the last event, by its name. */
  readonly eventIds: Readonly<Record<string, string>>
}

/**
 * The session that a wallet settles, with what was both requested and granted.
 *
 * @param input.now - ms since 1970
 * @throws {@link InvalidNamespacesError} where it can't be used, with what the wallet is answered
 * @see W5, W8
 */
export function settledSession({
  proposal: { topic, responderPublicKey, requested },
  settlement: { controller, expiry, namespaces: granted },
  now,
}: {
  readonly proposal: AnsweredProposal
  readonly settlement: Settlement
  readonly now: number
}): ActiveSession {
  const expiresAt = expiry === undefined ? now + lifetime * 1_000 : expiry * 1_000
  if (controller.publicKey !== responderPublicKey || expiresAt <= now)
    throw new InvalidNamespacesError({ failure: peerFailures.invalidSettle })
  const namespaces = acceptNamespaces({ requested, granted })
  const book = { updateId: '0', eventIds: {} }
  return { status: 'active', topic, controller: responderPublicKey, requested, namespaces, expiresAt, ...book }
}

/**
 * A session after its wallet's update: the same object where that comes twice, or was sent before what is known.
 *
 * @throws {@link InvalidNamespacesError} where nothing is left that can be used, with what the wallet is answered
 * @see W7, W8
 */
export function updatedSession<Session extends ActiveSession>({
  session,
  id: updateId,
  namespaces: granted,
}: {
  readonly session: Session
  readonly id: string
  readonly namespaces: SessionNamespaces
}): Session {
  if (!isNews({ id: updateId, last: session.updateId })) return session
  return { ...session, namespaces: acceptNamespaces({ requested: session.requested, granted }), updateId }
}

/**
 * A session that lives on from now; the same object where it lives as long already.
 *
 * @param input.now - ms since 1970
 */
export function extendedSession<Session extends ActiveSession>({
  session,
  now,
}: {
  readonly session: Session
  readonly now: number
}): Session {
  const expiresAt = now + lifetime * 1_000
  return expiresAt > session.expiresAt ? { ...session, expiresAt } : session
}

/**
 * A session after an event of its wallet: the same object where that comes twice, or was sent before the last of its name.
 *
 * @see W7
 */
export function emittedSession<Session extends ActiveSession>({
  session,
  id,
  name,
}: {
  readonly session: Session
  readonly id: string
  readonly name: string
}): Session {
  const { eventIds } = session
  const last = Object.hasOwn(eventIds, name) ? eventIds[name] : undefined
  return isNews({ id, last }) ? { ...session, eventIds: { ...eventIds, [name]: id } } : session
}

/** Within a millisecond the order isn't known: only the very same is old then. */
const isNews = ({ id, last }: { readonly id: string; readonly last: string | undefined }): boolean =>
  last === undefined || (id !== last && !isEarlier({ id, than: last }))
