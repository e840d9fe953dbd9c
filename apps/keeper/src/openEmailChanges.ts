import { and, desc, inArray } from 'drizzle-orm'
import type { KeeperBase } from './base.js'
import { seconds } from './ceremony.js'
import { personsOf } from './devices.js'
import { changeStanding } from './emailChanges.js'
import { keeperEmailChanges } from './tables.js'

/** The changes of a person's mailbox that nothing has come of yet, the newest first: whichever device has asked for them. None for a key that acts for no one. */
export async function openEmailChanges({ orm, clock }: KeeperBase, { device }: { readonly device: string }) {
  const persons = await personsOf(orm, device)
  const isTheirs = inArray(keeperEmailChanges.person, [...persons])
  const isOpen = inArray(keeperEmailChanges.status, ['waiting', 'held'])
  const found = await orm
    .select()
    .from(keeperEmailChanges)
    .where(and(isTheirs, isOpen))
    .orderBy(desc(keeperEmailChanges.beganAt))
  const now = clock.now()
  return {
    changes: found
      .filter((change) => changeStanding(change, now).status !== 'ended')
      .map(({ id, from, to, beganAt, expiresAt, opensAt }) => ({
        ...{ change: id, from, to, beganAt: seconds(beganAt), expiresAt: seconds(expiresAt) },
        opensAt: opensAt === null ? null : seconds(opensAt),
      })),
  }
}
