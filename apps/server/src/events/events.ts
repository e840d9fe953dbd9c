import type { EventBody, TelemetryProps } from '@foyer/core/wire'
import type { Budgets } from '@foyer/service/budget/budget'
import type { Orm } from '@foyer/service/db/database'
import { BodyTooLargeError, refuseAt } from '@foyer/service/errors/refusals'
import { and, eq, gte, sql } from 'drizzle-orm'
import { events as table } from '../db/schema/index.js'
import type { Project } from '../projects/project.js'
import { makePartitions } from './partitions.js'
import { withoutSecrets } from './withoutSecrets.js'

/** The number of events that a project's dapps sent on a day. */
export interface DayOfEvents {
  /** UTC, as `2026-01-31` */
  readonly day: string
  readonly analytics: number
  readonly errors: number
}

export interface Events {
  /**
   * Keeps an event, if the project wants events. Neither the visitor's address nor the page's is kept, and of what it holds
   * nothing that is a visitor's own.
   * @param request.client - whom a flood of errors is counted against
   * @returns whether it was kept; one that is there already counts as kept
   * @throws RateLimitedError for the sixth error within a minute, and where the client or the project has used up what it
   * may have kept · {@link BodyTooLargeError}
   */
  take(request: { project: Project; event: EventBody; client: string }): Promise<boolean>
  /** @returns the days on which something came, the oldest first */
  days(request: { projectId: string; from: Date }): Promise<readonly DayOfEvents[]>
}

export interface EventsParameters {
  orm: Orm
  budgets: Budgets
  /** how long events are kept */
  retentionDays: number
  now: () => number
}

/** The most that is kept of an event, in bytes of JSON. A stack's first lines say where it failed; the rest of it is cut. */
const mostBytes = 4 * 1024
const dayMs = 86_400_000
/** Beside its properties. */
const rowBytes = 200

const eventFigures = {
  // The figure that clients keep to by themselves [S8.43].
  errors: { name: 'errors', most: 5, withinMs: 60_000, whenAway: 'open' },
  client: { name: 'events', perSecond: 5, burst: 1_000, whenAway: 'open' },
  // About 200,000 events of the usual size a day, each day; 90 days of them are 3.6 GB at most.
  project: {
    name: 'event bytes',
    perSecond: (32 * 1024 * 1024 * 1000) / dayMs,
    burst: 8 * 1024 * 1024,
    whenAway: 'open',
  },
} as const

export function createEvents({ orm, budgets, retentionDays, now }: EventsParameters): Events {
  const errors = budgets.window(eventFigures.errors)
  const ofClient = budgets.rate(eventFigures.client)
  const ofProject = budgets.rate(eventFigures.project)
  const write = createWriter({ orm, retentionDays })
  return {
    async take({ project, event, client }) {
      if (!project.analyticsEnabled) return false
      const { eventId, domain, timestamp, props } = event
      const key = `${client} ${project.id}`
      if (props.type === 'error') refuseAt(await errors.take({ key }))
      refuseAt(await ofClient.take({ key }))
      const properties = propertiesOf(props)
      const cost = Buffer.byteLength(JSON.stringify(properties)) + rowBytes
      refuseAt(await ofProject.take({ key: project.id, cost }))
      const row = { id: eventId, type: props.type, event: props.event, properties, domain }
      await write({
        ...row,
        projectId: project.id,
        timestamp: new Date(timestamp).toISOString(),
        receivedAt: new Date(now()).toISOString(),
      })
      return true
    },
    async days({ projectId, from }) {
      const day = sql<string>`to_char(${table.receivedAt} at time zone 'UTC', 'YYYY-MM-DD')`
      const isError = sql`${table.type} = 'error'`
      const isRecent = and(eq(table.projectId, projectId), gte(table.receivedAt, from))
      const counts = {
        day,
        analytics: sql<number>`count(*) filter (where not ${isError})`.mapWith(Number),
        errors: sql<number>`count(*) filter (where ${isError})`.mapWith(Number),
      }
      return orm.select(counts).from(table).where(isRecent).groupBy(day).orderBy(day)
    },
  }
}

/**
 * Telemetry is flat on the wire; its fields are kept where analytics has its properties.
 * @throws {@link BodyTooLargeError}
 */
function propertiesOf(props: EventBody['props']): Record<string, unknown> {
  if ('stackTrace' in props) return withoutSecrets(telemetryOf(props))
  const properties = props.properties ?? {}
  // Measured before it is searched for secrets: searching is what costs.
  if (Buffer.byteLength(JSON.stringify(properties)) > mostBytes) throw new BodyTooLargeError({ limitBytes: mostBytes })
  return withoutSecrets(properties)
}

const telemetryOf = ({ errorType, errorMessage, stackTrace }: TelemetryProps) => ({
  errorType,
  errorMessage: errorMessage.slice(0, mostBytes / 4),
  stackTrace: stackTrace.slice(0, mostBytes / 2),
})

interface Row {
  readonly projectId: string
  readonly id: string
  readonly type: string
  readonly event: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly domain: string
  readonly timestamp: string
  readonly receivedAt: string
}

/** The size of one statement. */
const batch = 500

/**
 * Writes what came while the statement before ran in one statement: an event that comes alone is written at once, a flood in few
 * steps. Each is answered only when it is written.
 */
function createWriter({
  orm,
  retentionDays,
}: Pick<EventsParameters, 'orm' | 'retentionDays'>): (row: Row) => Promise<void> {
  const waiting: { row: Row; resolve: () => void; reject: (error: unknown) => void }[] = []
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (waiting.length > 0) {
      const some = waiting.splice(0, batch)
      try {
        await insert({ orm, retentionDays, rows: some.map(({ row }) => row) })
        for (const { resolve } of some) resolve()
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
    isRunning = false
  }
  return (row) =>
    new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject })
      if (!isRunning) void run()
    })
}

interface Insert extends Pick<EventsParameters, 'orm' | 'retentionDays'> {
  rows: readonly Row[]
}

/** For a moment that has no partition it is made: the first start may come before the first round of the keeping. */
async function insert({ orm, retentionDays, rows }: Insert): Promise<void> {
  try {
    await insertRows({ orm, rows })
  } catch (error) {
    if (!isWithoutPartition(error)) throw error
    await makePartitions({ orm, days: retentionDays, moments: rows.map(({ receivedAt }) => Date.parse(receivedAt)) })
    await insertRows({ orm, rows })
  }
}

/** PostgreSQL's `check_violation`; the table has no other checks. */
const isWithoutPartition = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '23514') || isWithoutPartition(error.cause))

/**
 * Events of a project that was removed meanwhile go with it, and those that are there already stay as they are. An event is sent once
 * more only where the answer was lost, seconds later: it is looked for in its own partition and the 24 hours before. A caller that sends it
 * again on purpose pays as for a new one.
 */
async function insertRows({ orm, rows }: { orm: Orm; rows: readonly Row[] }): Promise<void> {
  const moments = rows.map(({ receivedAt }) => Date.parse(receivedAt))
  const since = new Date(Math.min(...moments) - dayMs).toISOString()
  await orm.execute(sql`
    insert into events (project_id, id, type, event, properties, domain, timestamp, received_at)
    select e."projectId", e.id, e.type, e.event, e.properties, e.domain, e.timestamp, e."receivedAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as e("projectId" text, id uuid, type text, event text,
      properties jsonb, domain text, timestamp timestamptz, "receivedAt" timestamptz)
    join projects on projects.id = e."projectId"
    where not exists (select from events r
                      where r.project_id = e."projectId" and r.id = e.id and r.received_at >= ${since}::timestamptz)
    on conflict do nothing`)
}
