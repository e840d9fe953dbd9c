import { decodeBytes, encodeBytes, newId } from '@foyer/custody/bytes'
import { commitmentOf } from '@foyer/custody/digits'
import { personOf } from '@foyer/custody/person'
import { networkOf } from '@foyer/service/budget/clientAddress'
import { mailboxOf } from '@foyer/service/budget/mailboxOf'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import { mailLanguageOf } from '@foyer/service/mail/mailLanguage'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { inTurnThenWrite, type KeeperBase } from './base.js'
import { type Asker, type Ceremony, isOpen, seconds, standingOf, times } from './ceremony.js'
import { endCeremonies, nothingDue } from './ending.js'
import { keeperLimits } from './keeperLimits.js'
import { letters } from './letters.js'
import { oweMails } from './owedMails.js'
import { paid } from './owing.js'
import { CeremonyOverError, NotCommittedError, TooManyCeremoniesError } from './refusals.js'
import { type From, fromWhere, nextMailAt } from './shares.js'
import { actsFor, change, findCeremony, inTurn, type Rows } from './store.js'
import { keeperCeremonies } from './tables.js'

interface BeginCeremony extends Asker {
  readonly email: string
  readonly commitment: string
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
  const { orm: rows, ownersOf } = base
  const before = await findOpen({ base, rows, asked, person })
  const isOwn = await actsFor({ rows, person, key: asked.device })
  const where = await fromWhere({ rows, ownersOf, person, client: asked.client })
  const from = { ...where, isNearby: isOwn || where.isNearby }
  if (before === null) await countBegun(base, { ...asked, isOwn, isNearby: from.isNearby })
  return inTurnThenWrite(
    // By its mailbox too, whose mails are counted together.
    { base, person, also: mailboxOf(person) },
    async (rows, note) => {
      const now = base.clock.now()
      const found = await findOpen({ base, rows, asked, person })
      const mayWriteAt = await nextMailAt({ rows, person, device: asked.device, from, now })
      const { owing, kept, links } = oweMails(letters, base, { is: 'confirm' })
      const mayWrite = mayWriteAt <= now
      const late = { ...unwritten, owes: 'confirm', owedAt: new Date(mayWriteAt) } as const
      const mailed = mayWrite ? { ...owing, ...kept } : late
      const isNew = found === null || (found.linkHash === null && found.status === 'waiting')
      // The same statements are made whether a mail is sent or not.
      const ceremony = found === null ? await addCeremony({ base, rows, asked, person, from, mailed }) : found
      const written = found !== null && isNew ? await change(rows, found, mailed) : ceremony
      if (isNew && mayWrite) note(letters, { row: written, links })
      if (isNew) tellOfWait(base, mayWriteAt - now)
      return answerOf(written)
    },
  )
}

/** Notes after the answer, as a mail is sent after it, that a mailbox was written to too often; of one that waits for the pause between two mails there is nothing to say. [F3] */
function tellOfWait({ log }: Pick<KeeperBase, 'log'>, waitMs: number): void {
  if (waitMs <= keeperLimits.mailPause.withinMs) return
  const afterSeconds = Math.ceil(waitMs / 1_000)
  setImmediate(() => log.info({ afterSeconds }, 'a mailbox is written to later: it was written to too often'))
}

interface Begun extends Pick<BeginCeremony, 'client' | 'device'> {
  readonly isOwn: boolean
  readonly isNearby: boolean
}

/**
 * Counts a ceremony that is begun: a known device's own against itself, any other against its network. The breaker over all sheds those first who begin most, and
 * no one where the person's devices came from. @throws {@link TooManyCeremoniesError}
 */
async function countBegun(
  { networkLimit, wholeLimit, busyLimit, windowOf }: KeeperBase,
  { client, device, isOwn, isNearby }: Begun,
): Promise<void> {
  if (isOwn) return refuse(await windowOf(keeperLimits.ownDevice).take({ key: device }))
  const network = networkOf(client)
  refuse(await networkLimit.take({ key: network }))
  const isBusy = (await windowOf(keeperLimits.firstOfNetwork).take({ key: network })) !== null
  // Taken all the same where it stops no one, so that no answer's time says whose devices came from here; what is refused takes nothing of all others'. [F3]
  const wait = isBusy ? await busyLimit.take({ key: 'all' }) : null
  if (!isNearby) refuse(wait)
  const wholeWait = await wholeLimit.take({ key: 'all' })
  if (!isNearby) refuse(wholeWait)
}

/** @throws {@link TooManyCeremoniesError} */
export function refuse(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw new TooManyCeremoniesError({ retryAfterSeconds })
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
export const unwritten = { linkHash: null, mailedAt: null, cancelHash: null, denyHash: null, ...paid, ...nothingDue }
type Add = Find & { readonly from: From; readonly mailed: Partial<Ceremony> }

/** A device has one that waits: another commitment ends the one before. */
async function addCeremony({ base, rows, asked, person, from: { network }, mailed }: Add): Promise<Ceremony> {
  const { email, device, site, browser, place, commitment } = asked
  const waits = and(eq(keeperCeremonies.person, person), eq(keeperCeremonies.device, device))
  const isTheirs = and(waits, inArray(keeperCeremonies.status, ['waiting', 'confirmed']))
  await endCeremonies({ base, rows, isTheirs, reason: 'cancelled', ends: 'ceremony' })
  const now = base.clock.now()
  const ceremony: Ceremony = {
    id: newId(),
    ...{ person, email, mailbox: mailboxOf(person), device, site, browser, place, network, commitment },
    keeperNonce: encodeBytes(base.randomBytes(32)),
    language: mailLanguageOf(asked.language),
    ...{ key: null, deviceNonce: null, confirmedIn: null, approvedBy: null, typedAt: null, typedIn: null },
    ...{ opensAt: null, actsAt: null },
    ...unwritten,
    ...mailed,
    ...{ status: 'waiting', endedReason: null },
    beganAt: new Date(now),
    expiresAt: new Date(now + times.linkMs),
  }
  await rows.insert(keeperCeremonies).values(ceremony)
  return ceremony
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
  await inTurn({ orm: base.orm, person: found.person }, async (rows) => {
    const fresh = await findCeremony(rows, id)
    if (fresh === null || standingOf(fresh, base.clock.now()).status === 'ended') throw new CeremonyOverError()
    // What fits the commitment is the same each time.
    await change(rows, fresh, { key, deviceNonce })
  })
}

/** Refuses a key that is no point of the curve: nothing could ever be sealed to it. @throws InvalidInputError */
export async function requirePoint(key: string): Promise<void> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
  const refuse = (cause: unknown) => {
    throw new InvalidInputError({ name: 'key', description: 'Is no public key.' }, { cause })
  }
  await globalThis.crypto.subtle.importKey('raw', decodeBytes(key), curve, false, []).catch(refuse)
}
