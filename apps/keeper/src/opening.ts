import { type KeeperBase, type Note, thenWrite } from './base.js'
import { type Binding, type Ceremony, holdOf, standingOf, times } from './ceremony.js'
import { ended } from './ending.js'
import { owe, paid } from './owing.js'
import { change, findBinding, findCeremony, inTurn, letAct, type Rows } from './store.js'

interface Confirm {
  readonly base: Pick<KeeperBase, 'clock' | 'holdMs' | 'randomBytes'>
  readonly rows: Rows
  readonly note: Note
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
  const { owed, link } = owe(base, { is: 'held' })
  const held = await change(rows, sure, { status: 'held', ...owed })
  note({ ceremony: held, link })
  return held
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
async function open({ base, rows, note, ceremony, opensAt, isVouchedFor }: Open): Promise<Ceremony> {
  const binding = await findBinding(rows, ceremony.person)
  if (binding?.sealed == null) {
    if (isVouchedFor) await admit({ base, rows, ceremony })
    return change(rows, ceremony, { status: 'released', opensAt, ...paid })
  }
  const { owed, link } = owe(base, { is: 'released' })
  const opened = await change(rows, ceremony, { status: 'released', opensAt, ...owed })
  await admit({ base, rows, ceremony })
  note({ ceremony: opened, link })
  return opened
}

/** Lets a ceremony's device, and the browser in which it was confirmed, act for its person. */
export async function admit({ base, rows, ceremony }: Pick<Open, 'base' | 'rows' | 'ceremony'>): Promise<void> {
  const { person, device, confirmedIn, network } = ceremony
  const now = new Date(base.clock.now())
  await letAct({ rows, person, key: device, isBrowser: false, now, network })
  if (confirmedIn !== null) await letAct({ rows, person, key: confirmedIn, isBrowser: true, now, network })
}

interface Standing {
  readonly rows: Rows
  readonly note: Note
  readonly ceremony: Ceremony
}

/** Does something with a ceremony as it stands, in its person's turn. @returns null where there is none any more */
export const withStanding = <Result>(
  base: KeeperBase,
  { id, person }: Pick<Ceremony, 'id' | 'person'>,
  work: (standing: Standing) => Promise<Result>,
): Promise<Result | null> => thenWrite(base, (note) => inItsTurn({ base, note, id, person, work }))

type InItsTurn<Result> = Pick<Ceremony, 'id' | 'person'> & {
  readonly base: KeeperBase
  readonly note: Note
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
export async function settleIn({
  base,
  rows,
  note,
  ceremony,
}: Pick<Open, 'base' | 'rows' | 'note' | 'ceremony'>): Promise<Ceremony> {
  const standing = standingOf(ceremony, base.clock.now())
  if (standing.status === ceremony.status) return ceremony
  if (standing.status === 'released' && ceremony.opensAt !== null)
    return open({ base, rows, note, ceremony, opensAt: ceremony.opensAt, isVouchedFor: false })
  if (ceremony.status === 'confirmed')
    return change(rows, ceremony, ended(base, { reason: 'expired', ends: 'ceremony' }))
  return change(rows, ceremony, standing)
}
