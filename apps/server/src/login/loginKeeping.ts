import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import { and, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { KeepingParameters } from '../db/keeping.js'
import {
  loginCodes,
  loginDeletions,
  loginDoors,
  loginEmailChanges,
  loginSessions,
  loginSocials,
  loginWallets,
  loginWindows,
} from '../db/schema/index.js'

const everyMs = 60_000
/** The time for which a door that isn't made is kept. */
const unfinishedMs = 3_600_000
/**
 * The time for which a wallet that was never claimed is kept, unless the keeper was answered that it is: one of which it hasn't asked in a year isn't bound there. One
 * that is bound would be nobody's any more, and its person could make no other.
 */
const unclaimedMs = 365 * 86_400_000
/** At once, so that no round holds rows for long. */
const mostAtOnce = 1_000

/** Forgets codes, sessions, windows, changes of mailboxes, deletions and logins at providers that are over, doors that were never made, and with their doors wallets that were never claimed and aren't bound at the keeper. */
export function createLoginKeeping({ orm, clock, log }: KeepingParameters): BackgroundWork {
  const round = async () => {
    const now = new Date(clock.now())
    await orm.delete(loginCodes).where(lt(loginCodes.expiresAt, now))
    await orm.delete(loginSessions).where(lt(loginSessions.expiresAt, now))
    await orm.delete(loginSocials).where(lt(loginSocials.expiresAt, now))
    await orm.delete(loginWindows).where(lt(loginWindows.expiresAt, now))
    await orm.delete(loginEmailChanges).where(lt(loginEmailChanges.keptUntil, now))
    await orm.delete(loginDeletions).where(lt(loginDeletions.keptUntil, now))
    const isStale = lt(loginDoors.createdAt, new Date(clock.now() - unfinishedMs))
    await orm.delete(loginDoors).where(and(isNull(loginDoors.wrap), isStale))
    const isAbandoned = and(
      isNull(loginWallets.claimedAt),
      or(isNull(loginWallets.agreedAt), isNotNull(loginWallets.closedAt)),
      lt(loginWallets.createdAt, new Date(clock.now() - unclaimedMs)),
    )
    await orm.transaction(async (transaction) => {
      const { id } = loginWallets
      const rows = await transaction
        .select({ id })
        .from(loginWallets)
        .where(isAbandoned)
        .limit(mostAtOnce)
        .for('update')
      const ids = rows.map((row) => row.id)
      if (ids.length === 0) return
      await transaction.delete(loginDoors).where(inArray(loginDoors.wallet, ids))
      await transaction.delete(loginWallets).where(inArray(id, ids))
    })
  }
  return createRepeatedWork({ name: 'logins', everyMs, clock, log, round })
}
