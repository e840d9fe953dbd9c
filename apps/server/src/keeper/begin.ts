import { createHash } from 'node:crypto'
import { commitmentOf, decodeBytes, encodeBytes, newId, personOf } from '@foyer/embedded/custody'
import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { InvalidInputError } from '../errors/refusals.js'
import type { KeeperBase } from './base.js'
import { thenWrite } from './base.js'
import { type Ceremony, dayMs, isOpen, limits, seconds, standingOf, times } from './ceremony.js'
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
  /** whom it is counted against */
  readonly client: string
}

export const hashOfLink = (link: string): string => createHash('sha256').update(link).digest('base64url')

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
  if (before === null) await count(base, asked)
  return thenWrite(base, (note) =>
    inTurn({
      orm: base.orm,
      person,
      work: async (rows) => {
        const now = base.clock.now()
        const found = await findOpen({ base, rows, asked, person })
        const mayWrite = await mayWriteTo({ rows, person, now })
        const link = encodeBytes(base.randomBytes(32))
        const mailed = mayWrite ? { linkHash: hashOfLink(link), mailedAt: new Date(now) } : unwritten
        const isNew = found === null || (found.linkHash === null && found.status === 'waiting')
        // The same statements are made whether a mail is sent or not.
        const ceremony = found === null ? await addCeremony({ base, rows, asked, person, mailed }) : found
        const written = found !== null && isNew ? await change(rows, found, mailed) : ceremony
        if (isNew && mayWrite) note(written, { is: 'confirm', link })
        return answerOf(written)
      },
    }),
  )
}

async function count({ networkLimit, wholeLimit }: KeeperBase, { client }: BeginCeremony): Promise<void> {
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

/**
 * Writes to mailboxes whose ceremonies had to wait for it, since another was begun just before: those that were begun last go first. One that was never
 * written to can't be confirmed.
 */
export async function writeLate(base: KeeperBase): Promise<void> {
  const { status, linkHash, expiresAt, beganAt } = keeperCeremonies
  const isLate = and(eq(status, 'waiting'), isNull(linkHash), gt(expiresAt, new Date(base.clock.now())))
  for (const { id, person } of await base.orm.select().from(keeperCeremonies).where(isLate).orderBy(desc(beganAt))) {
    await thenWrite(base, (note) =>
      inTurn({
        orm: base.orm,
        person,
        work: async (rows) => {
          const now = base.clock.now()
          const ceremony = await findCeremony(rows, id)
          const isStill = ceremony?.status === 'waiting' && ceremony.linkHash === null
          if (!isStill || !(await mayWriteTo({ rows, person, now }))) return
          const link = encodeBytes(base.randomBytes(32))
          const mailed = await change(rows, ceremony, { linkHash: hashOfLink(link), mailedAt: new Date(now) })
          note(mailed, { is: 'confirm', link })
        },
      }),
    )
  }
}

type Mailed = Pick<Ceremony, 'linkHash' | 'mailedAt'>
const unwritten: Mailed = { linkHash: null, mailedAt: null }
type Add = Find & { readonly mailed: Mailed }

/** A device has one that waits: another commitment ends the one before. */
async function addCeremony({ base, rows, asked, person, mailed }: Add): Promise<Ceremony> {
  const { device, site, browser, place, commitment } = asked
  const waits = and(eq(keeperCeremonies.person, person), eq(keeperCeremonies.device, device))
  await rows
    .update(keeperCeremonies)
    .set({ status: 'ended', endedReason: 'cancelled' })
    .where(and(waits, inArray(keeperCeremonies.status, ['waiting', 'confirmed'])))
  const now = base.clock.now()
  const ceremony: Ceremony = {
    id: newId(),
    ...{ person, device, site, browser, place, commitment },
    keeperNonce: encodeBytes(base.randomBytes(32)),
    ...{ key: null, deviceNonce: null, confirmedIn: null, opensAt: null },
    ...mailed,
    ...{ status: 'waiting', endedReason: null },
    beganAt: new Date(now),
    expiresAt: new Date(now + times.linkMs),
  }
  await rows.insert(keeperCeremonies).values(ceremony)
  return ceremony
}

/**
 * Whether another mail may be sent to a person. Of one who has a wallet three ceremonies a day are open to guesses: whichever device began them, each is one
 * guess in ten thousand.
 */
async function mayWriteTo({ rows, person, now }: { rows: Rows; person: string; now: number }): Promise<boolean> {
  const since = gt(keeperCeremonies.mailedAt, new Date(now - dayMs))
  const found = await rows
    .select({ mailedAt: keeperCeremonies.mailedAt })
    .from(keeperCeremonies)
    .where(and(eq(keeperCeremonies.person, person), since))
  const binding = await findBinding(rows, person)
  const within = (ms: number) =>
    found.filter(({ mailedAt }) => mailedAt !== null && mailedAt.getTime() > now - ms).length
  const isOver = [
    within(limits.betweenMs) >= 1,
    within(times.makeMs) >= limits.perHour,
    binding !== null && found.length >= limits.perDayOnceBound,
  ]
  return !isOver.includes(true)
}

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
      if (fresh.key === null) await change(rows, fresh, { key, deviceNonce })
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
