import type { LinkView } from '@foyer/custody/keeperPageCalls'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import { eq, or } from 'drizzle-orm'
import { inTurnThenWrite, type KeeperBase } from './base.js'
import { seconds, secondsOf, shownOf } from './ceremony.js'
import { changeMails, type EmailChange } from './changeMails.js'
import { areDigitsOfChange } from './digitsCheck.js'
import { changeStanding, findChange, setChange } from './emailChanges.js'
import { oweMails } from './owedMails.js'
import { hashOfLink } from './owing.js'
import { inTurn, type Rows } from './store.js'
import { keeperEmailChanges } from './tables.js'

/** The change that a mail's link is of, and in whose mail it was. */
export async function findByChangeLink(
  rows: Rows,
  link: string,
): Promise<{ readonly change: EmailChange; readonly side: 'from' | 'to' } | null> {
  const hash = hashOfLink(link)
  const { fromLink, toLink, fromCancel, toCancel } = keeperEmailChanges
  const isLink = or(eq(fromLink, hash), eq(toLink, hash), eq(fromCancel, hash), eq(toCancel, hash))
  const [change] = await rows.select().from(keeperEmailChanges).where(isLink)
  if (change === undefined) return null
  return { change, side: change.fromLink === hash || change.fromCancel === hash ? 'from' : 'to' }
}

/** Reads which change a link is about; it changes nothing. Undefined where it is none of a change. */
export async function readChangeLink(base: KeeperBase, link: string): Promise<LinkView | undefined> {
  const found = await findByChangeLink(base.orm, link)
  if (found === null) return undefined
  const { change, side } = found
  const { from, to, opensAt } = change
  const shown = { ...shownOf(change), from, to, email: side === 'from' ? from : to }
  const { status } = changeStanding(change, base.clock.now())
  if (status === 'held' && opensAt !== null && opensAt.getTime() > base.clock.now())
    return { status: 'changeHeld', ...shown, opensAt: seconds(opensAt) }
  if (status !== 'waiting') return { status: 'over' }
  return { status: 'change', ...shown, holdSeconds: secondsOf(base.holdMs) }
}

interface ConfirmChange {
  readonly link: string
  readonly digits: string | null
}

interface Confirmed {
  readonly status: 'half' | 'changing' | 'changeHeld' | 'wrongDigits' | 'over'
  readonly opensAt: number | null
}

/**
 * Confirms a change in one mailbox; in the second, the operator's waiting time begins, on a wallet's first day as well: a device that is let in takes nothing from
 * the others, and this may. The same again gives the same. It takes the digits of the device that asked, and wrong ones end it: without them an owner's press would
 * give their wallet to a stranger's mailbox, or have theirs open a wallet that a stranger has made. [F4] Undefined where the link is none of a change.
 * @throws InvalidInputError where no digits are given
 */
export async function confirmChange(base: KeeperBase, { link, digits }: ConfirmChange): Promise<Confirmed | undefined> {
  const found = await findByChangeLink(base.orm, link)
  if (found === null) return undefined
  const { change, side } = found
  return inTurnThenWrite({ base, person: change.person }, async (rows, note) => {
    const now = base.clock.now()
    const fresh = await findChange(rows, change.id)
    if (fresh === null) return over
    const { status } = changeStanding(fresh, now)
    if (status !== 'waiting') return status === 'held' ? answerOf(fresh, now) : over
    const isConfirmed = (side === 'from' ? fresh.fromConfirmedAt : fresh.toConfirmedAt) !== null
    if (!isConfirmed) {
      if (digits === null) throw new InvalidInputError({ name: 'digits', description: 'Is missing.' })
      if (!(await areDigitsOfChange(fresh, digits))) {
        await setChange(rows, fresh, { status: 'ended', endedReason: 'refused' })
        return { status: 'wrongDigits', opensAt: null }
      }
    }
    const time = new Date(now)
    const at = side === 'from' ? { fromConfirmedAt: time } : { toConfirmedAt: time }
    const confirmed = await setChange(rows, fresh, at)
    if (confirmed.fromConfirmedAt === null || confirmed.toConfirmedAt === null) return { status: 'half', opensAt: null }
    const opensAt = new Date(now + base.holdMs)
    if (base.holdMs === 0) return answerOf(await setChange(rows, confirmed, { status: 'held', opensAt }), now)
    const { owing, kept, links } = oweMails(changeMails, base, { is: 'changeHeld' })
    const held = await setChange(rows, confirmed, { status: 'held', opensAt, ...owing, ...kept })
    note(changeMails, { row: held, links })
    return answerOf(held, now)
  })
}

const over: Confirmed = { status: 'over', opensAt: null }

const answerOf = ({ opensAt }: EmailChange, now: number): Confirmed =>
  opensAt !== null && opensAt.getTime() > now
    ? { status: 'changeHeld', opensAt: seconds(opensAt) }
    : { status: 'changing', opensAt: null }

/** Refuses a change, or cancels its wait. @returns whether the link was of one */
export async function refuseChange(base: KeeperBase, link: string): Promise<boolean> {
  const found = await findByChangeLink(base.orm, link)
  if (found === null) return false
  const { id, person } = found.change
  await inTurn({ orm: base.orm, person }, async (rows) => {
    const fresh = await findChange(rows, id)
    if (fresh === null || fresh.status === 'changed' || fresh.status === 'ended') return
    await setChange(rows, fresh, { status: 'ended', endedReason: 'refused' })
  })
  return true
}
