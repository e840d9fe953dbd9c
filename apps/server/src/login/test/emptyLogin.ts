import type { Database } from '@foyer/service/db/database'
import {
  loginCodes,
  loginDeletions,
  loginDevices,
  loginDoors,
  loginEmailChanges,
  loginOwnDoors,
  loginSessions,
  loginSocials,
  loginWallets,
  loginWindows,
  usedNonces,
} from '../../db/schema/index.js'

/** The tables, each before those that its rows belong to. */
const tables = [
  ...[loginCodes, loginDeletions, loginEmailChanges, loginSessions, loginDevices],
  ...[loginDoors, loginOwnDoors, loginWallets, loginSocials, loginWindows, usedNonces],
]

/** Forgets every login and wallet, so that a test finds a login server as if it were new. */
export async function emptyLogin({ orm }: Pick<Database, 'orm'>): Promise<void> {
  for (const table of tables) await orm.delete(table)
}
