import type { Orm } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import { loginDevices, loginEmailChanges, loginWallets } from '../db/schema/index.js'
import { forgetDevice, stopDeletionsOf } from './devices.js'
import { hasOwnDoor } from './doors.js'

interface CloseWallet {
  readonly orm: Orm
  readonly wallet: string
  readonly person: string
  /** `unknown`: one that was kept stays. */
  readonly as: 'unknown' | 'undone'
  readonly now: number
}

/** The keeper undoes a wallet on its first day; of one that has been here for longer its word is no longer taken. In milliseconds, with room for clocks that are apart. */
const undoneWithinMs = 2 * 86_400_000

/**
 * Closes a wallet to a person before the keeper ends its binding: from now on nobody keeps or claims it, or gives it a door. The vault stays for as long as one that was
 * never claimed: by the keeper's word alone nothing is deleted that could be wanted again. One that opens by a passkey or a paper stays its owner's: it may hold
 * something, and the keeper has no say in that. @returns whether it is closed, by this word or one before
 */
export const closeWallet = ({ orm, wallet, person, as, now }: CloseWallet): Promise<boolean> =>
  orm.transaction(async (rows) => {
    const closedAt = new Date(now)
    // Its id is taken, so that a device which keeps it at the same time doesn't.
    const made = { id: wallet, person, vault: '', addresses: [], createdAt: closedAt, closedAt }
    const closed = await rows.insert(loginWallets).values(made).onConflictDoNothing().returning({ id: loginWallets.id })
    if (closed.length > 0) return true
    // A door that is being added holds the same lock, and is found after it.
    const [there] = await rows.select().from(loginWallets).where(eq(loginWallets.id, wallet)).for('update')
    if (there === undefined) return false
    if (there.person !== person || there.closedAt !== null) return true
    const isYoung = there.claimedAt === null || there.claimedAt.getTime() + undoneWithinMs > now
    if (as === 'unknown' || !isYoung || (await hasOwnDoor({ orm: rows, wallet }))) return false
    await rows.update(loginWallets).set({ claimedAt: null, receipt: null, closedAt }).where(eq(loginWallets.id, wallet))
    const theirs = rows.select({ device: loginDevices.device }).from(loginDevices)
    for (const { device } of await theirs.where(eq(loginDevices.person, person))) {
      await stopDeletionsOf({ orm: rows, person, device })
      await forgetDevice({ orm: rows, person, device })
    }
    await rows.delete(loginEmailChanges).where(eq(loginEmailChanges.person, person))
    return true
  })
