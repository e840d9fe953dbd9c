import { type KeeperBase, type Note, thenWrite } from './base.js'
import { type Binding, type Ceremony, holdOf, standingOf, times } from './ceremony.js'
import { owe } from './owing.js'
import { change, findCeremony, inTurn, letAct, type Rows } from './store.js'

interface Confirm {
  readonly base: Pick<KeeperBase, 'clock' | 'holdMs' | 'randomBytes'>
  readonly rows: Rows
  readonly note: Note
  readonly ceremony: Ceremony
  readonly binding: Binding | null
  /** by digits on another device of the person, whose word is enough */
  readonly isAtOnce: boolean
}

/**
 * What follows once a device is confirmed: without a wallet it may make one; else the wallet opens there, at once or after the operator's waiting time.
 * @returns the ceremony as it is now
 */
export async function confirmed(request: Confirm): Promise<Ceremony> {
  const { base, rows, note, ceremony, binding, isAtOnce } = request
  const now = base.clock.now()
  if (binding === null) return change(rows, ceremony, { status: 'confirmed', expiresAt: new Date(now + times.makeMs) })
  const holdMs = isAtOnce ? 0 : holdOf({ binding, holdMs: base.holdMs, now })
  if (holdMs === 0) return open({ base, rows, note, ceremony, opensAt: new Date(now) })
  const opensAt = new Date(now + holdMs)
  const { owed, link } = owe(base, { is: 'held' })
  const held = await change(rows, ceremony, { status: 'held', opensAt, ...owed })
  note({ ceremony: held, link })
  return held
}

type Open = Pick<Confirm, 'base' | 'rows' | 'note' | 'ceremony'> & { readonly opensAt: Date }

/**
 * Opens the wallet to a device. From now on it acts for the person, and so does the browser in which it was confirmed: known any sooner, that browser could
 * open the wallet without the wait.
 */
export async function open({ base, rows, note, ceremony, opensAt }: Open): Promise<Ceremony> {
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

/** A ceremony as it stands now; what has opened or ended by time alone is written down. */
export async function settle(base: KeeperBase, ceremony: Ceremony): Promise<Ceremony> {
  if (standingOf(ceremony, base.clock.now()).status === ceremony.status) return ceremony
  const { orm } = base
  return thenWrite(base, (note) =>
    inTurn({
      orm,
      person: ceremony.person,
      work: async (rows) => {
        const fresh = await findCeremony(rows, ceremony.id)
        return fresh === null ? ceremony : settleIn({ base, rows, note, ceremony: fresh })
      },
    }),
  )
}

/** The same in a person's turn. */
export async function settleIn({ base, rows, note, ceremony }: Omit<Open, 'opensAt'>): Promise<Ceremony> {
  const standing = standingOf(ceremony, base.clock.now())
  if (standing.status === ceremony.status) return ceremony
  if (standing.status === 'released' && ceremony.opensAt !== null)
    return open({ base, rows, note, ceremony, opensAt: ceremony.opensAt })
  return change(rows, ceremony, standing)
}
