import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import { lt } from 'drizzle-orm'
import type { KeepingParameters } from '../db/keeping.js'
import { signedInAccounts, signInSessions, usedNonces } from '../db/schema/index.js'
import { keepWithin } from '../owners/shares.js'
import { ownedAccounts, ownerBytes } from './accounts.js'

const everyMs = 60_000
/** The time for which an account that no longer signs in is kept, with what the dapp said of it: a year. */
const awayMs = 365 * 86_400_000

/** The bytes that all accounts of a project may take. */
const usualProjectBytes = 1024 * 1024 * 1024

export interface SignInKeepingParameters extends KeepingParameters {
  /** 1 GiB if left out */
  projectBytes?: number | undefined
}

/**
 * Forgets used nonces whose tokens are over, sessions that are over, and accounts that haven't signed in for a year; of a project that keeps
 * too many accounts, the oldest of those owners who have most.
 */
export function createSignInKeeping(parameters: SignInKeepingParameters): BackgroundWork {
  const { orm, clock, log, projectBytes = usualProjectBytes } = parameters
  const round = async () => {
    const now = new Date(clock.now())
    await orm.delete(usedNonces).where(lt(usedNonces.expiresAt, now))
    await orm.delete(signInSessions).where(lt(signInSessions.expiresAt, now))
    await orm.delete(signedInAccounts).where(lt(signedInAccounts.lastSignedInAt, new Date(clock.now() - awayMs)))
    await keepWithin({ orm, owned: ownedAccounts, ownerBytes, projectBytes })
  }
  return createRepeatedWork({ name: 'sign-ins', everyMs, clock, log, round })
}
