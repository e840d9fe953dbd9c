import { commitmentOf, decodeBytes, encodeBytes, newId, personOf } from '@foyer/embedded/custody'
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { InvalidInputError } from '../errors/refusals.js'
import { mailLanguageOf } from '../mail/mailLanguage.js'
import type { KeeperBase } from './base.js'
import { thenWrite } from './base.js'
import { type Ceremony, dayMs, isOpen, limits, seconds, standingOf, times } from './ceremony.js'
import { endCeremonies, untold } from './ending.js'
import { type OwedByCeremony, owe, paid } from './owing.js'
import { CeremonyOverError, NotCommittedError, TooManyCeremoniesError } from './refusals.js'
import { change, findBinding, findCeremony, inTurn, type Rows } from './store.js'
import { keeperCeremonies } from './tables.js'

export interface BeginCeremony {
  readonly email: string
  readonly site: string
  readonly commitment: string
  /** the key of the device that asks */
  readonly device: string
  readonly browser: string
  readonly place: string | null
  /** BCP 47; what the visitor reads */
  readonly language?: string | undefined
  /** whom it is counted against */
  readonly client: string
}

const answerOf = ({ id, keeperNonce, expiresAt }: Ceremony) => ({
  ceremony: id,
  keeperNonce,
  expiresAt: seconds(expiresAt),
})

/**
 * Begins a ceremony, or finds the one that the device has open for the person. Whether an address is known, or was written to too often, shows in nothing
 * but whether a mail comes.
 * @throws {@link TooManyCeremoniesError} for a network that begins too many, or all of them together
 * @see F2, F3
 */
export async function beginCeremony(base: KeeperBase, asked: BeginCeremony): Promise<ReturnType<typeof answerOf>> {
  const person = personOf(asked)
  const before = await findOpen({ base, rows: base.orm, asked, person })
  if (before === null) await countBegun(base, asked)
  return thenWrite(base, (note) =>
    inTurn({
      orm: base.orm,
      person,
      work: async (rows) => {
        const now = base.clock.now()
        const found = await findOpen({ base, rows, asked, person })
        const mayWriteAt = await nextMailAt({ rows, person, now })
        const { owed, link } = owe(base, { is: 'confirm' })
        const mayWrite = mayWriteAt <= now
        const mailed = mayWrite ? owed : { ...unwritten, owes: 'confirm' as const, owedAt: new Date(mayWriteAt) }
        const isNew = found === null || (found.linkHash === null && found.status === 'waiting')
        // The same statements are made whether a mail is sent or not.
        const ceremony = found === null ? await addCeremony({ base, rows, asked, person, mailed }) : found
        const written = found !== null && isNew ? await change(rows, found, mailed) : ceremony
        if (isNew && mayWrite) note({ ceremony: written, link })
        return answerOf(written)
      },
    }),
  )
}

/** Counts a ceremony that is begun. @throws {@link TooManyCeremoniesError} */
export async function countBegun(
  { networkLimit, wholeLimit }: KeeperBase,
  { client }: Pick<BeginCeremony, 'client'>,
): Promise<void> {
  for (const taken of [await networkLimit.take({ key: client }), await wholeLimit.take({ key: 'all' })]) {
    if (taken !== null) throw new TooManyCeremoniesError({ retryAfterSeconds: taken })
  }
}

interface Find {
  readonly base: KeeperBase
  readonly rows: Rows
  readonly asked: BeginCeremony
  readonly person: string
}

async function findOpen({ base, rows, asked, person }: Find): Promise<Ceremony | null> {
  const { device, commitment, site } = asked
  const { person: personIs, device: deviceIs, commitment: commitmentIs, site: siteIs } = keeperCeremonies
  const [found] = await rows
    .select()
    .from(keeperCeremonies)
    .where(and(eq(personIs, person), eq(deviceIs, device), eq(commitmentIs, commitment), eq(siteIs, site)))
    .orderBy(desc(keeperCeremonies.beganAt))
    .limit(1)
  return found !== undefined && isOpen(found, base.clock.now()) ? found : null
}

/** Of a ceremony whose mailbox wasn't written to yet. */
export const unwritten = { linkHash: null, mailedAt: null, cancelHash: null, denyHash: null, ...paid, ...untold }
type Add = Find & { readonly mailed: OwedByCeremony }

/** A device has one that waits: another commitment ends the one before. */
async function addCeremony({ base, rows, asked, person, mailed }: Add): Promise<Ceremony> {
  const { email, device, site, browser, place, commitment } = asked
  const waits = and(eq(keeperCeremonies.person, person), eq(keeperCeremonies.device, device))
  const isTheirs = and(waits, inArray(keeperCeremonies.status, ['waiting', 'confirmed']))
  await endCeremonies({ base, rows, isTheirs, reason: 'cancelled', ends: 'ceremony' })
  const now = base.clock.now()
  const ceremony: Ceremony = {
    id: newId(),
    ...{ person, email, device, site, browser, place, commitment },
    keeperNonce: encodeBytes(base.randomBytes(32)),
    language: mailLanguageOf(asked.language),
    ...{ key: null, deviceNonce: null, confirmedIn: null, opensAt: null, actsAt: null },
    ...unwritten,
    ...mailed,
    ...{ status: 'waiting', endedReason: null },
    beganAt: new Date(now),
    expiresAt: new Date(now + times.linkMs),
  }
  await rows.insert(keeperCeremonies).values(ceremony)
  return ceremony
}

/**
 * When another mail about a new device may be sent to a person, in milliseconds; now where it may. Of one who has a wallet three ceremonies a day are open to
 * guesses: whichever device began them, each is one guess in ten thousand.
 */
export async function nextMailAt({ rows, person, now }: { rows: Rows; person: string; now: number }): Promise<number> {
  const since = gt(keeperCeremonies.mailedAt, new Date(now - dayMs))
  const found = await rows
    .select({ mailedAt: keeperCeremonies.mailedAt })
    .from(keeperCeremonies)
    .where(and(eq(keeperCeremonies.person, person), since))
  const binding = await findBinding(rows, person)
  const mailed = found.flatMap(({ mailedAt }) => (mailedAt === null ? [] : [mailedAt.getTime()])).toSorted(latestFirst)
  /** When there is room again for one more among so many in a stretch of time. */
  const roomAt = ({ most, ms }: { most: number; ms: number }) => (mailed[most - 1] ?? 0) + ms
  return Math.max(
    now,
    roomAt({ most: 1, ms: limits.betweenMs }),
    roomAt({ most: limits.perHour, ms: times.makeMs }),
    binding === null ? now : roomAt({ most: limits.perDayOnceBound, ms: dayMs }),
  )
}

const latestFirst = (one: number, other: number) => other - one

export interface Reveal {
  readonly ceremony: string
  readonly device: string
  readonly key: string
  readonly deviceNonce: string
}

/** Takes what a device committed to; a second time only the same. @throws CeremonyOverError · NotCommittedError · InvalidInputError */
export async function reveal(base: KeeperBase, { ceremony: id, device, key, deviceNonce }: Reveal): Promise<void> {
  const found = await findCeremony(base.orm, id)
  if (found === null || found.device !== device) throw new CeremonyOverError()
  await requirePoint(key)
  const commitment = await commitmentOf({ key: decodeBytes(key), deviceNonce: decodeBytes(deviceNonce) })
  if (commitment !== found.commitment) throw new NotCommittedError()
  await inTurn({
    orm: base.orm,
    person: found.person,
    work: async (rows) => {
      const fresh = await findCeremony(rows, id)
      if (fresh === null || standingOf(fresh, base.clock.now()).status === 'ended') throw new CeremonyOverError()
      // What fits the commitment is the same each time.
      await change(rows, fresh, { key, deviceNonce })
    },
  })
}

/** What is sealed to a key that is no point of the curve could never be sealed. @throws InvalidInputError */
export async function requirePoint(key: string): Promise<void> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
  const refuse = (cause: unknown) => {
    throw new InvalidInputError({ name: 'key', description: 'Is no public key.' }, { cause })
  }
  await globalThis.crypto.subtle.importKey('raw', decodeBytes(key), curve, false, []).catch(refuse)
}
