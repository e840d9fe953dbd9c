import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import type { Log } from '@foyer/service/log/createLog'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import { type Soon, whenThere } from '@foyer/service/soon'
import { and, eq, gte, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { projectUsage as table } from '../db/schema/index.js'
import type { Project } from './project.js'

/** The number of requests of a project on a day. */
export interface DayOfUsage {
  /** UTC, as `2026-01-31` */
  readonly day: string
  readonly requests: number
}

export interface Usage {
  /**
   * Counts a project's requests. They are written down in batches, so that several nodes together may let through what
   * comes within one pause more than the quota.
   * @param request.cost - how many at once; 1 when left out
   * @returns null, or in how many whole seconds the quota is renewed; what is refused isn't counted
   */
  take(request: { project: Pick<Project, 'id' | 'dailyRequests'>; cost?: number | undefined }): Soon<number | null>
  /** @returns what was written down, the oldest day first; days without a request are left out */
  days(request: { projectId: string; from: string }): Promise<readonly DayOfUsage[]>
  /** @returns what was written down on a day (UTC), by project; those without a request are left out */
  requestsOn(day: string): Promise<ReadonlyMap<string, number>>
  /** Writes down what was counted, now and then and at the end. */
  readonly work: BackgroundWork
}

/** The time for which counts stay in memory only. */
const flushEveryMs = 5_000
const dayMs = 86_400_000

interface Count {
  readonly projectId: string
  readonly day: string
  /** by all nodes, as the database knew lately; below 0 where this node never asked */
  written: number
  /** by this node since */
  pending: number
}

const Rows = v.object({ rows: v.array(v.object({ project_id: v.string(), day: v.string(), requests: v.number() })) })

export function createUsage({ orm, clock, log }: { orm: Orm; clock: Clock; log: Pick<Log, 'warn'> }): Usage {
  const counts = createCounts({ orm, clock })
  const flush = async () => {
    const due = counts.pending().map((count) => ({ count, sent: count.pending }))
    const sent = due.map(({ count: { projectId: id, day }, sent: pending }) => ({ id, day, pending }))
    const after = sent.length === 0 ? [] : await add({ orm, counts: sent })
    const totals = new Map(after.map(({ project_id, day, requests }) => [`${day} ${project_id}`, requests]))
    for (const { count, sent: written } of due) {
      count.pending -= written
      count.written = totals.get(`${count.day} ${count.projectId}`) ?? count.written
    }
    counts.forgetDaysBefore()
  }
  return {
    take: ({ project, cost = 1 }) =>
      whenThere(counts.of(project), (count) => {
        const { dailyRequests } = project
        if (dailyRequests !== null && Math.max(0, count.written) + count.pending + cost > dailyRequests) {
          return Math.max(1, Math.ceil((dayMs - (clock.now() % dayMs)) / 1000))
        }
        count.pending += cost
        return null
      }),
    async days({ projectId, from }) {
      const days = and(eq(table.projectId, projectId), gte(table.day, from))
      return orm.select({ day: table.day, requests: table.requests }).from(table).where(days).orderBy(table.day)
    },
    async requestsOn(day) {
      const rows = await orm.select().from(table).where(eq(table.day, day))
      return new Map(rows.map(({ projectId, requests }) => [projectId, requests]))
    },
    work: createRepeatedWork({ name: 'usage', everyMs: flushEveryMs, clock, log, round: flush, last: flush }),
  }
}

/** Of the day with this number since 1970, in UTC. */
const nameOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/** Creates this node's unwritten counts, by day and project: a key of both would be written anew for each request. */
function createCounts({ orm, clock }: { orm: Orm; clock: Pick<Clock, 'now'> }) {
  const days = new Map<number, Map<string, Count>>()
  const today = () => Math.floor(clock.now() / dayMs)
  const countsOf = (day: number) => {
    const known = days.get(day)
    if (known !== undefined) return known
    const counts = new Map<string, Count>()
    days.set(day, counts)
    return counts
  }
  const countOf = ({ day, projectId }: { day: number; projectId: string }) => {
    const counts = countsOf(day)
    const known = counts.get(projectId)
    if (known !== undefined) return known
    const count = { projectId, day: nameOf(day), written: -1, pending: 0 }
    counts.set(projectId, count)
    return count
  }
  /** Only a quota needs to know what was counted before. */
  const withWritten = async (of: { day: number; projectId: string }) => {
    const isThatDay = and(eq(table.projectId, of.projectId), eq(table.day, nameOf(of.day)))
    const [row] = await orm.select({ requests: table.requests }).from(table).where(isThatDay)
    const meanwhile = countOf(of)
    meanwhile.written = Math.max(meanwhile.written, row?.requests ?? 0)
    return meanwhile
  }
  return {
    /** The count of a project's day. */
    of({ id: projectId, dailyRequests }: Pick<Project, 'id' | 'dailyRequests'>): Soon<Count> {
      const day = today()
      const count = countOf({ day, projectId })
      return count.written >= 0 || dailyRequests === null ? count : withWritten({ day, projectId })
    },
    pending: () => [...days.values()].flatMap((counts) => [...counts.values()].filter(({ pending }) => pending > 0)),
    /** Only those that are written down. */
    forgetDaysBefore() {
      const now = today()
      for (const [day, counts] of days) {
        if (day === now) continue
        for (const [projectId, { pending }] of counts) if (pending === 0) counts.delete(projectId)
        if (counts.size === 0) days.delete(day)
      }
    },
  }
}

/** In one statement; counts of a project that was removed meanwhile go with it. @returns the days' totals of all nodes */
async function add(request: {
  orm: Orm
  counts: readonly { id: string; day: string; pending: number }[]
}): Promise<v.InferOutput<typeof Rows>['rows']> {
  const { orm, counts } = request
  // In one order on all nodes, so that two of them can't wait for each other.
  const ordered = counts.toSorted((a, b) => (`${a.id} ${a.day}` < `${b.id} ${b.day}` ? -1 : 1))
  const result = await orm.execute(sql`
    insert into project_usage (project_id, day, requests)
    select c.id, c.day, c.pending
    from json_to_recordset(${JSON.stringify(ordered)}::json) as c(id text, day date, pending bigint)
    join projects on projects.id = c.id
    on conflict (project_id, day) do update set requests = project_usage.requests + excluded.requests
    returning project_id, day::text as day, requests::float8 as requests`)
  return v.parse(Rows, result).rows
}
