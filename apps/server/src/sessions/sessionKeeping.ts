import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import { and, isNull, lt, or } from 'drizzle-orm'
import type { KeepingParameters } from '../db/keeping.js'
import { smartSessions as table } from '../db/schema/index.js'
import { keepWithin } from '../owners/shares.js'
import { ownedSessions, ownerBytes } from './smartSessions.js'

const everyMs = 60_000
/** The time that a wallet has to grant what was asked. */
const grantMs = 3_600_000
/** The time for which a session that is over can still be looked up by its account: 90 days. */
const overMs = 90 * 86_400_000

/** The bytes that all sessions of a project may take. */
const usualProjectBytes = 256 * 1024 * 1024

export interface SessionKeepingParameters extends KeepingParameters {
  /** 256 MiB if left out */
  projectBytes?: number | undefined
}

/** Forgets what no wallet granted, and what has long been over; of a project that keeps too much, the oldest of those owners who have most. */
export function createSessionKeeping(parameters: SessionKeepingParameters): BackgroundWork {
  const { orm, clock, log, projectBytes = usualProjectBytes } = parameters
  const round = async () => {
    const now = clock.now()
    await orm.delete(table).where(and(isNull(table.context), lt(table.createdAt, new Date(now - grantMs))))
    const longAgo = new Date(now - overMs)
    await orm.delete(table).where(or(lt(table.expiresAt, longAgo), lt(table.revokedAt, longAgo)))
    await keepWithin({ orm, owned: ownedSessions, ownerBytes, projectBytes })
  }
  return createRepeatedWork({ name: 'smart sessions', everyMs, clock, log, round })
}
