import { dayMs, takeEach } from '@foyer/service/budget/limit'
import { mailboxOf } from '@foyer/service/budget/mailboxOf'
import type { OwnersOf } from '@foyer/service/owners/ownerOf'
import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { KeeperBase } from './base.js'
import type { Ceremony } from './ceremony.js'
import { keeperLimits } from './keeperLimits.js'
import { TooManyCeremoniesError } from './refusals.js'
import type { Rows } from './store.js'
import { keeperBindings, keeperCeremonies, keeperDevices } from './tables.js'

/** The network that somebody asks from, seen from a person. */
export interface From {
  /** a keyed name of the network; null where it isn't known */
  readonly network: string | null
  /** whether one of the person's devices came from that network, or asks itself */
  readonly isNearby: boolean
}

interface FromWhere {
  readonly rows: Pick<Rows, 'select'>
  readonly ownersOf: OwnersOf
  readonly person: string
  readonly client: string
}

/** Reads where a question about a person comes from, the client's network: by which of its names it is known, and whether it is. */
export async function fromWhere({ rows, ownersOf, person, client }: FromWhere): Promise<From> {
  const names = ownersOf(client)
  const known = await knownOf({ rows, person, names })
  return { network: known ?? names[0], isNearby: known !== null }
}

/** The same for a ceremony's row. */
export async function fromRow(rows: Rows, { person, network }: Pick<Ceremony, 'person' | 'network'>): Promise<From> {
  return { network, isNearby: network !== null && (await knownOf({ rows, person, names: [network] })) !== null }
}

interface KnownOf extends Pick<FromWhere, 'rows' | 'person'> {
  readonly names: readonly string[]
}

/** By which of a network's names devices of the person's came from it; null where none did. */
async function knownOf({ rows, person, names }: KnownOf): Promise<string | null> {
  const { network } = keeperDevices
  const isThere = and(eq(keeperDevices.person, person), inArray(network, [...names]))
  const [known] = await rows.select({ network }).from(keeperDevices).where(isThere).limit(1)
  return known?.network ?? null
}

interface NextMailAt {
  readonly rows: Rows
  readonly person: string
  readonly device: string
  readonly from: From
  readonly now: number
}

/**
 * When another mail about a new device may be sent to a person, in milliseconds; now where it may. Of the mails of an hour a network has one, which its device may
 * have sent again, and the last two are kept for networks from which this person's devices came. A mailbox without a wallet has no such network: its last two are for
 * networks that it was written to for none of in a day, so that few that ask again and again keep no owner from their first mail; nor does a neighbour in the owner's
 * own network, where a device that it wasn't written to about in a day waits for other such devices alone, whatever is sent again about those that it was. A network that the person
 * has stopped has none for a day, and what it has had sent leaves room for another: that comes by the mailbox's own press alone. [F2]
 */
export async function nextMailAt({ rows, person, device, from, now }: NextMailAt): Promise<number> {
  const { network, isNearby } = from
  const { mailPause, mailHour, mailStrangers, mailOne, mailAgain } = keeperLimits
  const mailbox = mailboxOf(person)
  const found = await rows
    .select()
    .from(keeperCeremonies)
    .where(and(eq(keeperCeremonies.mailbox, mailbox), gt(keeperCeremonies.mailedAt, new Date(now - dayMs))))
  const { mailbox: boundBy } = keeperBindings
  const [bound] = await rows.select({ boundBy }).from(keeperBindings).where(eq(boundBy, mailbox)).limit(1)
  const mailed = found.flatMap(({ mailedAt, ...row }) =>
    mailedAt === null ? [] : [{ ...row, at: mailedAt.getTime() }],
  )
  const latest = mailed.toSorted((one, other) => other.at - one.at)
  const own = latest.filter((row) => row.network === network)
  /** When there is room again for one more among so many in a stretch of time. */
  const roomAt = (of: typeof latest, { most, withinMs }: { most: number; withinMs: number }) =>
    (of[most - 1]?.at ?? Number.NEGATIVE_INFINITY) + withinMs
  const isStopped = ({ endedReason }: (typeof latest)[number]) => endedReason === 'refused'
  const counted = latest.filter((row) => !isStopped(row))
  const always = [now, roomAt(latest, mailPause), roomAt(counted, mailHour)]
  const isUnbound = bound === undefined
  if (isNearby || (isUnbound && own.length === 0)) return Math.max(...always)
  const others = own.filter((row) => row.device !== device)
  const isFresh = isUnbound && others.length === own.length
  const stopped = own.filter(isStopped)
  return Math.max(
    ...always,
    roomAt(counted, mailStrangers),
    ...(isFresh ? [roomAt(firstsOf(own), mailOne)] : [roomAt(others, mailOne), roomAt(own, mailAgain)]),
    roomAt(stopped, { most: 1, withinMs: dayMs }),
  )
}

/** Of mails, the last first, each device's first one. */
const firstsOf = <Mail extends Pick<Ceremony, 'device'>>(mails: readonly Mail[]): Mail[] =>
  mails.filter(({ device }, index) => mails.findLastIndex((each) => each.device === device) === index)

/**
 * Takes a device that comes anew by an account at a provider. Of those of an hour the last two are kept for networks from which this person's devices came, as of a
 * mailbox's: else anyone who has the account would have its owner written to from any number of networks. @throws {@link TooManyCeremoniesError} [F2]
 */
export async function takeSocialDevice(
  { orm, ownersOf, windowOf }: Pick<KeeperBase, 'orm' | 'ownersOf' | 'windowOf'>,
  { person, client }: { readonly person: string; readonly client: string },
): Promise<void> {
  const { isNearby } = await fromWhere({ rows: orm, ownersOf, person, client })
  const { socialAccount, socialStrangers } = keeperLimits
  const limits = isNearby ? [socialAccount] : [socialAccount, socialStrangers]
  const retryAfterSeconds = await takeEach(limits.map((limit) => [windowOf(limit), person] as const))
  if (retryAfterSeconds !== null) throw new TooManyCeremoniesError({ retryAfterSeconds })
}

interface Typed {
  readonly rows: Rows
  readonly clock: KeeperBase['clock']
  readonly person: string
  readonly typedIn: 'link' | 'device'
}

/**
 * Returns the columns for digits that are typed now. Three ceremonies a day are open to guesses, whichever devices began them; what is typed at a link
 * counts apart from what is typed on a device of the person's, which someone who has the mailbox alone doesn't stop.
 * @throws {@link TooManyCeremoniesError}
 */
export async function typing({ rows, clock, person, typedIn }: Typed): Promise<Pick<Ceremony, 'typedAt' | 'typedIn'>> {
  const { most, withinMs } = typedIn === 'link' ? keeperLimits.typedInLink : keeperLimits.typedOnDevice
  const { typedAt, typedIn: where } = keeperCeremonies
  const now = clock.now()
  const isRecent = and(isNotNull(typedAt), gt(typedAt, new Date(now - withinMs)))
  const found = await rows
    .select({ typedAt })
    .from(keeperCeremonies)
    .where(and(eq(keeperCeremonies.person, person), isRecent, eq(where, typedIn)))
    .orderBy(typedAt)
  const oldest = found.at(-most)?.typedAt ?? null
  if (oldest !== null)
    throw new TooManyCeremoniesError({ retryAfterSeconds: Math.ceil((oldest.getTime() + withinMs - now) / 1000) })
  return { typedAt: new Date(now), typedIn }
}
