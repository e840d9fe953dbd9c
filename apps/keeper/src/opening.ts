import { type InTurn, type KeeperBase, thenWrite } from './base.js'
import { type Binding, type Ceremony, holdOf, standingOf, times } from './ceremony.js'
import { ended } from './ending.js'
import { letters } from './letters.js'
import { oweMails } from './owedMails.js'
import { paid } from './owing.js'
import { change, findBinding, findCeremony, inTurn, letAct } from './store.js'
import type { MailAbout } from './tables.js'

/** Changes a ceremony's row, which owes its mailbox a mail from then on. @returns it as it is now */
export async function changeOwing(
  { base, rows, note }: Pick<Confirm, 'base' | 'rows' | 'note'>,
  { ceremony, is, to }: { readonly ceremony: Ceremony; readonly is: MailAbout; readonly to: Partial<Ceremony> },
): Promise<Ceremony> {
  const { owing, kept, links } = oweMails(letters, base, { is })
  const row = await change(rows, ceremony, { ...to, ...owing, ...kept })
  note(letters, { row, links })
  return row
}

interface Confirm extends Omit<InTurn, 'base'> {
  readonly base: Pick<KeeperBase, 'clock' | 'holdMs' | 'randomBytes'>
  readonly ceremony: Ceremony
  readonly binding: Binding | null
  /** why nothing is waited for: digits were typed on another device of the person, whose word is enough; or the device acts for them already. Null where neither is so */
  readonly atOnceBy: 'digits' | 'acting' | null
}

/**
 * Goes on once a device is confirmed: without a wallet it may make one; else the wallet opens there, at once or after the operator's waiting time. Whatever
 * opens it, the device acts no sooner than that time after now, unless another device has vouched for it or the wallet is young; so no one waits twice.
 * @returns the ceremony as it is now
 */
export async function confirmed(request: Confirm): Promise<Ceremony> {
  const { base, rows, note, ceremony, binding, atOnceBy } = request
  const now = base.clock.now()
  if (binding === null) {
    const expiresAt = new Date(now + times.makeMs)
    return change(rows, ceremony, { status: 'confirmed', actsAt: new Date(now), expiresAt })
  }
  const waitMs = holdOf({ binding, holdMs: base.holdMs, now })
  const actsAt = new Date(now + (atOnceBy === 'digits' ? 0 : waitMs))
  const isAtOnce = atOnceBy !== null || waitMs === 0
  const opensAt = isAtOnce ? new Date(now) : actsAt
  const sure = await change(rows, ceremony, { opensAt, actsAt })
  if (isAtOnce) return open({ base, rows, note, ceremony: sure, opensAt, isVouchedFor: atOnceBy === 'digits' })
  return changeOwing(request, { ceremony: sure, is: 'held', to: { status: 'held' } })
}

type Open = Pick<Confirm, 'base' | 'rows' | 'note' | 'ceremony'> & {
  readonly opensAt: Date
  /** by another device of the person's */
  readonly isVouchedFor: boolean
}

/**
 * Opens the wallet to a device. From now on it acts for the person, and so does the browser in which it was confirmed: known any sooner, that browser could
 * open the wallet without the wait. A wallet without a recovery door isn't opened by that: then only a device that another one vouches for acts.
 */
async function open(request: Open): Promise<Ceremony> {
  const { base, rows, ceremony, opensAt, isVouchedFor } = request
  const binding = await findBinding(rows, ceremony.person)
  if (binding?.sealed == null) {
    if (isVouchedFor) await admit({ base, rows, ceremony })
    return change(rows, ceremony, { status: 'released', opensAt, ...paid })
  }
  await admit({ base, rows, ceremony })
  return changeOwing(request, { ceremony, is: 'released', to: { status: 'released', opensAt } })
}

/** Lets a ceremony's device, and the browser in which it was confirmed, act for its person. */
export async function admit({ base, rows, ceremony }: Pick<Open, 'base' | 'rows' | 'ceremony'>): Promise<void> {
  const { person, device, confirmedIn, network } = ceremony
  const now = new Date(base.clock.now())
  await letAct({ rows, person, key: device, isBrowser: false, now, network })
  if (confirmedIn !== null) await letAct({ rows, person, key: confirmedIn, isBrowser: true, now, network })
}

type Standing = Omit<InTurn, 'base'> & { readonly ceremony: Ceremony }

/** Does something with a ceremony as it stands, in its person's turn. @returns null where there is none any more */
export const withStanding = <Result>(
  base: KeeperBase,
  { id, person }: Pick<Ceremony, 'id' | 'person'>,
  work: (standing: Standing) => Promise<Result>,
): Promise<Result | null> => thenWrite(base, (note) => inItsTurn({ base, note, id, person, work }))

interface InItsTurn<Result> extends Pick<Ceremony, 'id' | 'person'>, Pick<InTurn, 'base' | 'note'> {
  readonly work: (standing: Standing) => Promise<Result>
}

async function inItsTurn<Result>({ base, note, id, person, work }: InItsTurn<Result>): Promise<Result | null> {
  const done = await inTurn({ orm: base.orm, person }, async (rows) => {
    const fresh = await findCeremony(rows, id)
    if (fresh === null) return { result: null }
    // It has gone to another mailbox with its wallet meanwhile.
    if (fresh.person !== person) return { isOf: fresh.person }
    return { result: await work({ rows, note, ceremony: await settleIn({ base, rows, note, ceremony: fresh }) }) }
  })
  return 'isOf' in done ? inItsTurn({ base, note, id, person: done.isOf, work }) : done.result
}

/** A ceremony as it stands now; what has opened or ended by time alone is written down. */
export async function settle(base: KeeperBase, ceremony: Ceremony): Promise<Ceremony> {
  if (standingOf(ceremony, base.clock.now()).status === ceremony.status) return ceremony
  return (await withStanding(base, ceremony, async (standing) => standing.ceremony)) ?? ceremony
}

/** The same in a person's turn. A device that was confirmed and made no wallet in time has had a receipt: the login server is notified that it is over. */
export async function settleIn(request: Pick<Open, 'base' | 'rows' | 'note' | 'ceremony'>): Promise<Ceremony> {
  const { base, rows, ceremony } = request
  const { status, opensAt } = ceremony
  const standing = standingOf(ceremony, base.clock.now())
  if (standing.status === status) return ceremony
  if (standing.status === 'released' && opensAt !== null) return open({ ...request, opensAt, isVouchedFor: false })
  if (status === 'confirmed') return change(rows, ceremony, ended(base, { reason: 'expired', ends: 'ceremony' }))
  return change(rows, ceremony, standing)
}
