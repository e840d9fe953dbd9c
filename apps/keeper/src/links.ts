import type { Output } from '@foyer/core/wire'
import type { confirmLinkCall, LinkView, refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { emailOf } from '@foyer/custody/person'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import { and, eq, isNull } from 'drizzle-orm'
import { inTurnThenWrite, type KeeperBase } from './base.js'
import { type Ceremony, holdOf, seconds, secondsOf, shownOf, standingOf } from './ceremony.js'
import { confirmChange, readChangeLink, refuseChange } from './changeLinks.js'
import { findByDeletionLink, refuseDeletion } from './deletions.js'
import { guess } from './digitsCheck.js'
import { dueChangeTo, goThroughTo } from './emailChanges.js'
import { cancelIn } from './ending.js'
import { confirmed, settleIn, withStanding } from './opening.js'
import { hashOfLink } from './owing.js'
import { denyOpened } from './removing.js'
import { change, findBinding, findByLink, type Rows } from './store.js'
import { keeperCeremonies } from './tables.js'
import { undoAtLogin, undoableBy, undoBinding } from './undoing.js'

/** Reads what a mail's link is about. It changes nothing: mail programs open links by themselves. */
export async function readLink(base: KeeperBase, { link }: { readonly link: string }): Promise<LinkView> {
  const linkHash = hashOfLink(link)
  const ceremony = await findByLink(base.orm, linkHash)
  if (ceremony === null) return (await readChangeLink(base, link)) ?? readDeletionLink(base, link)
  const now = base.clock.now()
  const { status } = standingOf(ceremony, now)
  const shown = { ...shownOf(ceremony), email: ceremony.email ?? '' }
  if (status === 'held' && ceremony.opensAt !== null) return { status, ...shown, opensAt: seconds(ceremony.opensAt) }
  const openedAt = seconds(ceremony.opensAt ?? now)
  if (ceremony.denyHash === linkHash && (await undoableBy({ rows: base.orm, ceremony, now })) !== null)
    return { status: 'made', ...shown, openedAt }
  if (isOfOpened(ceremony, { linkHash, now })) return { status: 'opened', ...shown, openedAt }
  if (status !== 'waiting') return { status: 'over' }
  const binding = await bindingToCome(base, ceremony)
  const holdMs = binding === null ? 0 : holdOf({ binding, holdMs: base.holdMs, now })
  const noDigitsIn = binding === null ? ceremony.device : null
  return { status: 'open', ...shown, noDigitsIn, holdSeconds: secondsOf(holdMs) }
}

/** The wallet that a person finds once they confirm: one that comes to their mailbox by then, too. */
export async function bindingToCome(base: Pick<KeeperBase, 'orm' | 'clock'>, { person }: Pick<Ceremony, 'person'>) {
  const due = await dueChangeTo(base, emailOf(person))
  return findBinding(base.orm, due?.person ?? person)
}

/** Whether a link is of a mail about a wait or its end, and the wallet is open there: the mail's own link, by which it was confirmed, is over then. */
const isOfOpened = (ceremony: Ceremony, { linkHash, now }: { readonly linkHash: string; readonly now: number }) =>
  standingOf(ceremony, now).status === 'released' && ceremony.linkHash !== linkHash

async function readDeletionLink(base: KeeperBase, link: string): Promise<LinkView> {
  const found = await findByDeletionLink(base.orm, link)
  if (found?.status !== 'held') return { status: 'over' }
  return { status: 'deletion', ...shownOf(found), opensAt: seconds(found.opensAt) }
}

interface ConfirmLink {
  readonly link: string
  readonly digits: string | null
  /** the key of the browser in which the link is open */
  readonly browser: string
}

interface Confirmed {
  readonly status: Output<(typeof confirmLinkCall)['reply']>['status']
  readonly opensAt: number | null
}

const plain = (status: Confirmed['status']): Confirmed => ({ status, opensAt: null })

/**
 * Confirms the device that a link is of. The first to confirm does: the same browser is answered the same again, any other that the link is over.
 * Wrong digits end it, so that there is one guess. None are needed where the browser that confirms a first login has begun it itself: both are signed by its key, which
 * no other browser has. Without them anyone could begin the login of an address, and its owner's press would have the wallet made in their browser. [F4]
 * @throws InvalidInputError where digits are needed and none are given · TooManyCeremoniesError where digits were typed three times that day · DigitsMissingError where the device shows none yet
 */
export async function confirmLink(base: KeeperBase, { link, digits, browser }: ConfirmLink): Promise<Confirmed> {
  const linkHash = hashOfLink(link)
  const found = await findByLink(base.orm, linkHash)
  if (found === null) return (await confirmChange(base, { link, digits })) ?? plain('over')
  await goThroughTo(base, emailOf(found.person))
  return inTurnThenWrite({ base, person: found.person }, async (rows, note) => {
    const fresh = await findByLink(rows, linkHash)
    if (fresh === null) return plain('over')
    const ceremony = await settleIn({ base, rows, note, ceremony: fresh })
    if (ceremony.status !== 'waiting') return ceremony.confirmedIn === browser ? answerOf(ceremony) : plain('over')
    const binding = await findBinding(rows, ceremony.person)
    const isOwn = binding === null && ceremony.device === browser
    if (!isOwn && digits === null) throw new InvalidInputError({ name: 'digits', description: 'Is missing.' })
    const isGuess = !isOwn && digits !== null
    const typed = isGuess ? await guess({ base, rows, note, ceremony, digits, typedIn: 'link' }) : {}
    if (typed === null) return plain('wrongDigits')
    const inBrowser = await change(rows, ceremony, { ...typed, confirmedIn: browser })
    return answerOf(await confirmed({ base, rows, note, ceremony: inBrowser, binding, atOnceBy: null }))
  })
}

function answerOf({ status, opensAt }: Ceremony): Confirmed {
  if (status === 'held' && opensAt !== null) return { status, opensAt: seconds(opensAt) }
  return plain(status === 'ended' ? 'over' : 'confirmed')
}

/**
 * Refuses the device that a link is of, and cancels what waits to open. Where the wallet has opened, the link of the mail that says so, or of the one about the
 * wait, ends the device; on a wallet's first day the one of the mail about it undoes the wallet, unless that opens by a passkey or a paper. Of a ceremony that is over
 * by itself, its network is stopped alone. @throws LoginAwayError where a wallet is to be undone and the login server can't be asked · TooManyCeremoniesError
 */
export async function refuseLink(base: KeeperBase, { link }: { readonly link: string }): Promise<Refused> {
  const linkHash = hashOfLink(link)
  const found = await findByLink(base.orm, linkHash)
  if (found === null) {
    if (!(await refuseChange(base, link))) await refuseDeletion(base, link)
    return { undone: false }
  }
  if (hasUndone(found, linkHash)) return { undone: true }
  const undoable =
    found.denyHash === linkHash ? await undoableBy({ rows: base.orm, ceremony: found, now: base.clock.now() }) : null
  if (undoable === null) {
    await refuseCeremony(base, { found, linkHash })
    return { undone: false }
  }
  // The device first, whatever is answered then. Not as refused: its network, which may be the owner's as well, is stopped by that for a day.
  await denyOpened(base, found, 'cancelled')
  if ((await undoAtLogin(base, undoable)) && (await undo(base, found))) return { undone: true }
  const left = (await findByLink(base.orm, linkHash)) ?? found
  // Another press may have undone it meanwhile.
  if (hasUndone(left, linkHash)) return { undone: true }
  await refuseCeremony(base, { found: left, linkHash })
  return { undone: false }
}

/** Whether the wallet that a mail's link is about is undone: a press whose answer was lost is answered the same again. */
const hasUndone = ({ denyHash, undoes }: Ceremony, linkHash: string): boolean =>
  denyHash === linkHash && undoes !== null

type Refused = Output<(typeof refuseLinkCall)['reply']>

const undo = async (base: KeeperBase, found: Ceremony): Promise<boolean> =>
  (await withStanding(base, found, async ({ rows, ceremony }) => {
    const binding = await undoableBy({ rows, ceremony, now: base.clock.now() })
    if (binding !== null) await undoBinding({ base, rows, binding, reason: 'cancelled' })
    return binding !== null
  })) ?? false

interface RefuseCeremony {
  readonly found: Ceremony
  readonly linkHash: string
}

async function refuseCeremony(base: KeeperBase, { found, linkHash }: RefuseCeremony): Promise<void> {
  if (isOfOpened(found, { linkHash, now: base.clock.now() })) return denyOpened(base, found)
  await inTurnThenWrite({ base, person: found.person }, async (rows, note) => {
    const fresh = await findByLink(rows, linkHash)
    if (fresh === null) return
    const ceremony = await settleIn({ base, rows, note, ceremony: fresh })
    const { status } = ceremony
    if (status !== 'released' && status !== 'ended') await cancelIn({ base, rows, ceremony, reason: 'refused' })
    // Its network is stopped all the same: the device that began it ends it at will, and would so escape that.
    if (status === 'ended') await change(rows, ceremony, { endedReason: 'refused' })
    await lookAgain({ rows, mailbox: ceremony.mailbox, now: base.clock.now() })
  })
}

interface LookAgain {
  readonly rows: Rows
  readonly mailbox: string
  readonly now: number
}

/** Mails that wait for room in a mailbox are tried again in the next round: there may be some, as one of those before them counts no more. */
const lookAgain = ({ rows, mailbox, now }: LookAgain) =>
  rows
    .update(keeperCeremonies)
    .set({ owedAt: new Date(now) })
    .where(
      and(
        eq(keeperCeremonies.mailbox, mailbox),
        eq(keeperCeremonies.owes, 'confirm'),
        isNull(keeperCeremonies.mailedAt),
      ),
    )
