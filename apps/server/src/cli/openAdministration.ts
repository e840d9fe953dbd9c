import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import type { CommandContext } from '@foyer/service/cli/command'
import { systemClock } from '@foyer/service/clock'
import { DatabaseError } from '@foyer/service/db/database'
import { createLog } from '@foyer/service/log/createLog'
import type { Administration } from '../admin/administration.js'
import { createAdministration } from '../admin/administration.js'
import { AdminCallError, remoteAdministration } from '../admin/remoteAdministration.js'
import { readConfig } from '../config/readConfig.js'
import { openDatabase } from '../db/openDatabase.js'
import { createEvents } from '../events/events.js'
import { migrationsFolder } from '../migrationsFolder.js'
import { createProjects } from '../projects/projects.js'
import { createUsage } from '../projects/usage.js'

/** An administration, and a function that closes its database. */
export interface OpenAdministration {
  readonly administration: Administration
  close(): Promise<void>
}

const timeoutMs = 10_000

/**
 * Opens the database that is configured; where a running server holds it, or ADMIN_URL is set, calls that server instead.
 * @throws ConfigError · DatabaseError · {@link AdminCallError}
 */
export async function openAdministration({ env }: Pick<CommandContext, 'env'>): Promise<OpenAdministration> {
  const config = await readConfig(env)
  const remote = (url: string): OpenAdministration => {
    if (config.adminToken === undefined) {
      const message = `A server runs on this data. Set ADMIN_TOKEN to the one that it was started with, so that this command can ask it, or stop it.`
      throw new AdminCallError({ code: 'admin_refused', message })
    }
    return { administration: remoteAdministration({ url, token: config.adminToken, timeoutMs }), close: async () => {} }
  }
  const adminUrl = env.ADMIN_URL === undefined || env.ADMIN_URL === '' ? undefined : originOf(env.ADMIN_URL)
  if (adminUrl !== undefined) return remote(adminUrl)
  try {
    const database = await openDatabase({ location: config.database, migrationsFolder: migrationsFolder() })
    const { orm } = database
    const { now } = systemClock
    const log = createLog({ level: 'silent' })
    const projects = createProjects({ orm, now })
    const usage = createUsage({ orm, clock: systemClock, log })
    const budgets = createMemoryBudgets({ now })
    const events = createEvents({ orm, budgets, retentionDays: config.eventRetentionDays, now })
    return { administration: createAdministration({ projects, events, usage, now }), close: database.close }
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== 'database_in_use') throw error
    return remote(`http://127.0.0.1:${config.port}`)
  }
}

function originOf(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).origin
  throw new AdminCallError({ code: 'admin_refused', message: 'ADMIN_URL must be an http or https address.' })
}
