import type { Orm } from '@foyer/service/db/database'
import type { Soon } from '@foyer/service/soon'
import { asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { projects as table } from '../db/schema/index.js'
import { Callable } from './callable.js'
import { projectFeatures } from './features.js'
import { vouchedStrangers } from './origins.js'
import { mostOrigins, type Project, type ProjectChanges, type ProjectConfig } from './project.js'
import { ProjectExistsError, TooManyOriginsError, UnknownProjectError, VouchedNotAllowedError } from './refusals.js'
import { Sponsorship } from './sponsorship.js'

export interface Projects {
  /**
   * Finds a project for a request; the answer may be some seconds old where another node changed it.
   * @returns null for an unknown id
   */
  find(id: string): Soon<Project | null>
  /** In the order of their ids. */
  list(): Promise<readonly Project[]>
  /** As it is now. @throws {@link UnknownProjectError} */
  read(id: string): Promise<Project>
  /** @throws {@link ProjectExistsError} */
  create(project: ProjectConfig): Promise<Project>
  /** All of it or nothing. @throws {@link UnknownProjectError} · {@link TooManyOriginsError} · {@link VouchedNotAllowedError} */
  change(request: { id: string; changes: ProjectChanges }): Promise<Project>
  /** Its events, sessions and counts go with it. @throws {@link UnknownProjectError} */
  remove(id: string): Promise<void>
  /** Creates the projects that configuration names, or brings them to what it says; others stay as they are. */
  seed(projects: readonly ProjectConfig[]): Promise<void>
}

export function createProjects({ orm, ...cached }: ProjectCacheParameters & { orm: Orm }): Projects {
  const cache = createProjectCache(cached)
  const read = async (id: string) => {
    const [row] = await orm.select().from(table).where(eq(table.id, id)).limit(1)
    return row === undefined ? null : toProject(row)
  }
  return {
    find: (id) => cache.find({ id, read: () => read(id) }),
    async list() {
      return (await orm.select().from(table).orderBy(asc(table.id))).map(toProject)
    },
    async read(id) {
      const project = await read(id)
      if (project === null) throw new UnknownProjectError()
      return project
    },
    async create(project) {
      const [row] = await orm.insert(table).values(project).onConflictDoNothing().returning()
      if (row === undefined) throw new ProjectExistsError()
      cache.forget(project.id)
      return toProject(row)
    },
    async change({ id, changes: { allow, disallow, vouch, unvouch, ...fields } }) {
      const changed = await orm.transaction(async (transaction) => {
        const [row] = await transaction.select().from(table).where(eq(table.id, id)).for('update')
        if (row === undefined) throw new UnknownProjectError()
        const allowed = { before: fields.allowedOrigins ?? row.allowedOrigins, more: allow, less: disallow }
        const vouched = { before: fields.vouchedOrigins ?? row.vouchedOrigins, more: vouch, less: unvouch }
        const origins = {
          allowedOrigins: changedOrigins({ field: 'allowedOrigins', ...allowed }),
          vouchedOrigins: changedOrigins({ field: 'vouchedOrigins', ...vouched }),
        }
        const [stranger] = vouchedStrangers({ development: fields.development ?? row.development, ...origins })
        if (stranger !== undefined) throw new VouchedNotAllowedError({ origin: stranger })
        const [after] = await transaction
          .update(table)
          .set({ ...fields, ...origins })
          .where(eq(table.id, id))
          .returning()
        return after === undefined ? null : toProject(after)
      })
      cache.forget(id)
      if (changed === null) throw new UnknownProjectError()
      return changed
    },
    async remove(id) {
      const removed = await orm.delete(table).where(eq(table.id, id)).returning({ id: table.id })
      cache.forget(id)
      if (removed.length === 0) throw new UnknownProjectError()
    },
    async seed(projects) {
      await orm.transaction(async (transaction) => {
        for (const { id, ...settings } of projects) {
          await transaction
            .insert(table)
            .values({ id, ...settings })
            .onConflictDoUpdate({ target: table.id, set: settings })
        }
      })
      for (const { id } of projects) cache.forget(id)
    },
  }
}

interface ChangedOrigins {
  readonly field: 'allowedOrigins' | 'vouchedOrigins'
  readonly before: readonly string[]
  readonly more: readonly string[] | undefined
  readonly less: readonly string[] | undefined
}

/** @throws {@link TooManyOriginsError} */
function changedOrigins({ field, before, more = [], less = [] }: ChangedOrigins): string[] {
  const kept = before.filter((origin) => !less.includes(origin))
  const origins = [...new Set([...kept, ...more])]
  if (origins.length > mostOrigins) throw new TooManyOriginsError({ most: mostOrigins, field })
  return origins
}

/** A feature that only a newer release knows isn't one that this release could switch off; a sponsorship that this one can't read pays for nothing, and a list that it can't read lists nothing. */
function toProject({ featuresOff, sponsorship, callable, ...row }: typeof table.$inferSelect): Project {
  const read = v.safeParse(v.nullable(Sponsorship), sponsorship)
  const listed = v.safeParse(Callable, callable)
  return {
    ...row,
    featuresOff: projectFeatures.filter((feature) => featuresOff.includes(feature)),
    sponsorship: read.success ? read.output : null,
    callable: listed.success ? listed.output : [],
  }
}

export interface ProjectCache {
  /** Answers from memory for a while after a read; callers during a read share it. A failed read isn't cached. */
  find(request: { id: string; read: () => Promise<Project | null> }): Soon<Project | null>
  /** Makes the next call read again. */
  forget(id: string): void
}

/** The lifetime of an answer: until then another node's change isn't seen. */
export const cacheLifeMs = 5_000
/** Bounds memory while ids are guessed: the oldest are evicted. */
const mostEntries = 10_000

interface Entry {
  readonly at: number
  /** what was read, once it is */
  project: Soon<Project | null>
}

export interface ProjectCacheParameters {
  now: () => number
  /** called for each look-up, with whether it was cached */
  onAsked?: ((asked: { isHit: boolean }) => void) | undefined
}

/** Creates this node's cache of projects, also of those that don't exist. */
export function createProjectCache({ now, onAsked }: ProjectCacheParameters): ProjectCache {
  const entries = new Map<string, Entry>()
  return {
    find({ id, read }) {
      const time = now()
      const known = entries.get(id)
      const isHit = known !== undefined && time - known.at < cacheLifeMs && time >= known.at
      onAsked?.({ isHit })
      if (isHit) return known.project
      const reading = read()
      const entry: Entry = { at: time, project: reading }
      entries.delete(id) // so that the oldest stay first
      entries.set(id, entry)
      for (const oldest of entries.keys()) {
        if (entries.size <= mostEntries) break
        entries.delete(oldest)
      }
      reading.then(
        (project) => {
          entry.project = project
        },
        () => {
          if (entries.get(id) === entry) entries.delete(id)
        },
      )
      return reading
    },
    forget: (id) => void entries.delete(id),
  }
}
