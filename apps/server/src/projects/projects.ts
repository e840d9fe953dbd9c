import { eq } from 'drizzle-orm'
import type { Orm } from '../db/database.js'
import { projects as table } from '../db/schema/index.js'
import type { Project } from './project.js'

export interface Projects {
  /** @returns null for an id that nobody has */
  find(id: string): Promise<Project | null>
  /** Creates the projects that configuration names, or brings them to what it says; others stay as they are. */
  seed(projects: readonly Project[]): Promise<void>
}

export function createProjects({ orm }: { orm: Orm }): Projects {
  return {
    async find(id) {
      const [project] = await orm.select().from(table).where(eq(table.id, id)).limit(1)
      return project ?? null
    },
    async seed(projects) {
      await orm.transaction(async (transaction) => {
        for (const { id, ...rest } of projects) {
          const settings = { ...rest, allowedOrigins: [...rest.allowedOrigins] }
          await transaction
            .insert(table)
            .values({ id, ...settings })
            .onConflictDoUpdate({ target: table.id, set: settings })
        }
      })
    },
  }
}
