import { encodeBytes } from '@foyer/embedded/custody'
import { and, asc, eq, type InferSelectModel, isNotNull, lte } from 'drizzle-orm'
import type { Log } from '../log/createLog.js'
import { factsOf, linkPart } from '../mail/askedFrom.js'
import { changeFacts } from '../mail/changeFacts.js'
import { drawLetter } from '../mail/drawLetter.js'
import type { LetterPart } from '../mail/letter.js'
import type { Mail } from '../mail/mail.js'
import { speakMail } from '../mail/mailLanguage.js'
import type { MailQueue, OwedMail } from '../mail/mailQueue.js'
import type { Metrics } from '../metrics/metrics.js'
import { type KeeperBase, thenWriteChanges } from './base.js'
import { times } from './ceremony.js'
import { hashOfLink, mostTries, owingTimes, paid, pauseAfter } from './owing.js'
import { inTurn } from './store.js'
import { type ChangeMail, keeperEmailChanges } from './tables.js'

export type EmailChange = InferSelectModel<typeof keeperEmailChanges>

/** The secrets of the links in the mails to both addresses; null where the mail has none. */
export type ChangeLinks = Readonly<Record<'from' | 'to', string>> | null

/** A change that owes both of its mailboxes a mail. */
export interface OwedChange {
  readonly change: EmailChange
  readonly links: ChangeLinks
}

/** Says that both mailboxes are owed a mail, as `owe` does of a ceremony's. */
export function oweChange(
  { clock, randomBytes }: Pick<KeeperBase, 'clock' | 'randomBytes'>,
  { is, before }: { readonly is: ChangeMail; readonly before?: Pick<EmailChange, 'owedTries'> | undefined },
) {
  const now = clock.now()
  const lease = { owes: is, owedAt: new Date(now + owingTimes.leaseMs), owedTries: (before?.owedTries ?? 0) + 1 }
  if (is === 'changed') return { owed: lease, links: null }
  const links = { from: encodeBytes(randomBytes(32)), to: encodeBytes(randomBytes(32)) }
  const hashes = { from: hashOfLink(links.from), to: hashOfLink(links.to) }
  const kept =
    is === 'change' ? { fromLink: hashes.from, toLink: hashes.to } : { fromCancel: hashes.from, toCancel: hashes.to }
  return { owed: { ...lease, ...kept }, links }
}

interface WriteChange extends OwedChange {
  readonly side: 'from' | 'to'
  readonly walletOrigin: string
}

/** The mail to one of both addresses, in the language of who asked. */
export function writeChange({ change, links, side, walletOrigin }: WriteChange): Mail | null {
  const { owes, opensAt, from, to } = change
  if (owes === null) return null
  const speaker = speakMail(change.language)
  const { language, direction } = speaker
  const date = opensAt === null ? '' : speaker.moment(opensAt)
  const say = (part: 'subject' | 'preview' | 'title' | 'text' | 'note') =>
    speaker.say(`${owes}.${part}`, { date, minutes: times.linkMs / 60_000 })
  const parts: LetterPart[] = [
    { kind: 'words', text: say('text') },
    { kind: 'facts', facts: [...changeFacts(speaker, { from, to }), ...factsOf(speaker, change)] },
  ]
  if (links !== null && owes !== 'changed') {
    const label = speaker.say(owes === 'change' ? 'change.link' : 'changeHeld.link', {})
    parts.push(linkPart({ label, link: links[side], language, walletOrigin }))
  }
  parts.push({ kind: 'note', text: say('note') })
  const letter = { language, direction, subject: say('subject'), preview: say('preview'), title: say('title'), parts }
  return { to: side === 'from' ? from : to, ...drawLetter(letter) }
}

type Outcome = Parameters<OwedMail['settled']>[0]

export interface SendChangeParameters extends Pick<KeeperBase, 'orm' | 'clock'> {
  readonly walletOrigin: string
  readonly mails: Pick<MailQueue, 'add'>
  readonly metrics: Pick<Metrics, 'noted'>
  readonly log: Pick<Log, 'warn'>
}

/** Sends both mails that a change owes, and writes down how that went: where one of them may be taken later, both are sent again. */
export function createSendChange({ orm, clock, walletOrigin, mails, metrics, log }: SendChangeParameters) {
  return ({ change, links }: OwedChange): void => {
    const { owes, owedAt } = change
    if (owes === null || owedAt === null) return
    metrics.noted({ occasion: owes })
    const outcomes: Outcome[] = []
    const settled = async (outcome: Outcome) => {
      outcomes.push(outcome)
      if (outcomes.length < 2) return
      const isTaken = and(eq(keeperEmailChanges.owes, owes), eq(keeperEmailChanges.owedAt, owedAt))
      const later = { owedAt: new Date(clock.now() + pauseAfter(change.owedTries)) }
      await orm
        .update(keeperEmailChanges)
        .set(outcomes.includes('failed') ? later : paid)
        .where(and(eq(keeperEmailChanges.id, change.id), isTaken))
        .then(undefined, (error: unknown) => log.warn({ error }, 'how a mail went was not written down'))
    }
    for (const side of ['from', 'to'] as const) {
      const mail = writeChange({ change, links, side, walletOrigin })
      if (mail !== null) mails.add(mail, { sendBy: owedAt.getTime() - owingTimes.sendMs, settled })
    }
  }
}

/** Sends what changes owe their mailboxes still: what a node that has ended, or a mail server that was away, has left. */
export async function sendLateChanges({ base, log }: { base: KeeperBase; log: Pick<Log, 'error'> }): Promise<void> {
  const isLate = and(isNotNull(keeperEmailChanges.owes), lte(keeperEmailChanges.owedAt, new Date(base.clock.now())))
  const late = await base.orm
    .select()
    .from(keeperEmailChanges)
    .where(isLate)
    .orderBy(asc(keeperEmailChanges.owedAt))
    .limit(50)
  for (const { id, person } of late) {
    if ((await base.lateLimit.take({ key: 'all' })) !== null) return
    await thenWriteChanges(base, (note) =>
      inTurn({
        orm: base.orm,
        person,
        work: async (rows) => {
          // Another node may have taken it meanwhile.
          const isThis = and(eq(keeperEmailChanges.id, id), isLate)
          const [change] = await rows.select().from(keeperEmailChanges).where(isThis)
          if (change?.owes === undefined || change.owes === null) return
          const { owes, owedTries, status } = change
          const isWanted = owes === 'changed' || status === (owes === 'change' ? 'waiting' : 'held')
          if (owedTries >= mostTries) log.error({ mail: owes, tries: owedTries }, 'a mail was given up')
          const isOver = owedTries >= mostTries || !isWanted
          const { owed, links } = oweChange(base, { is: owes, before: change })
          const [taken] = await rows
            .update(keeperEmailChanges)
            .set(isOver ? paid : owed)
            .where(isThis)
            .returning()
          if (taken !== undefined && !isOver) note({ change: taken, links })
        },
      }),
    )
  }
}
