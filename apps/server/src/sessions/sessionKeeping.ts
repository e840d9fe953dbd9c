import { and, eq, isNotNull, isNull, lt, lte, ne, or } from 'drizzle-orm'
import type { BackgroundWork } from '../background.js'
import type { Clock } from '../clock.js'
import type { Orm } from '../db/database.js'
import { smartSessions as table } from '../db/schema/index.js'
import type { Log } from '../log/createLog.js'
import { createRepeatedWork } from '../repeatedWork.js'
import type { Sealing } from './sealing.js'
import { aboutKey } from './smartSessions.js'

export interface SessionKeepingParameters {
  orm: Orm
  sealing: Sealing | null
  clock: Clock
  log: Pick<Log, 'warn'>
}

const everyMs = 60_000
/** How long a wallet has to grant what was asked. */
const grantMs = 3_600_000
/** How long a session that is over can still be looked up by its account: 90 days. */
const overMs = 90 * 86_400_000
/** So many at a time, so that requests needn't wait long for a row. */
const batch = 100

/**
 * Forgets what no wallet granted and what has long been over, destroys the keys of sessions that are over, and seals the
 * others with the operator's current key.
 */
export function createSessionKeeping({ orm, sealing, clock, log }: SessionKeepingParameters): BackgroundWork {
  const round = async (signal: AbortSignal) => {
    const now = clock.now()
    await orm.delete(table).where(and(isNull(table.context), lt(table.createdAt, new Date(now - grantMs))))
    const longAgo = new Date(now - overMs)
    await orm.delete(table).where(or(lt(table.expiresAt, longAgo), lt(table.revokedAt, longAgo)))
    const isOver = and(lte(table.expiresAt, new Date(now)), isNotNull(table.sealedKey))
    await orm.update(table).set({ sealedKey: null, sealedWith: null }).where(isOver)
    if (sealing !== null) await sealAgain({ orm, sealing, signal })
  }
  return createRepeatedWork({ name: 'smart sessions', everyMs, clock, log, round })
}

/** @throws SealError where a former key is no longer configured */
async function sealAgain({ orm, sealing, signal }: { orm: Orm; sealing: Sealing; signal: AbortSignal }): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const former = await orm.select().from(table).where(ne(table.sealedWith, sealing.currentName)).limit(batch)
    for (const { pci, sealedKey, sealedWith } of former) {
      if (sealedKey === null || sealedWith === null) continue
      const about = aboutKey(pci)
      const secret = sealing.open({ sealed: { text: sealedKey, keyName: sealedWith }, about })
      const sealed = sealing.seal({ secret, about })
      secret.fill(0)
      // Only what is still as it was read: meanwhile the session may have ended, or another node was quicker.
      const unchanged = and(eq(table.pci, pci), eq(table.sealedKey, sealedKey))
      await orm.update(table).set({ sealedKey: sealed.text, sealedWith: sealed.keyName }).where(unchanged)
    }
    if (former.length < batch) return
  }
}
