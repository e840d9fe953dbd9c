import type { EventBody, TelemetryProps } from '@foyer/core/wire'
import { and, eq, gte, sql } from 'drizzle-orm'
import type { Budget } from '../budget/budget.js'
import type { Orm } from '../db/database.js'
import { events as table } from '../db/schema/index.js'
import { RateLimitedError } from '../errors/refusals.js'
import type { Project } from '../projects/project.js'
import { withoutSecrets } from './withoutSecrets.js'

/** How many events a project's dapps sent on a day. */
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
   * @throws {@link RateLimitedError} for the sixth error within a minute
   */
  take(request: { project: Project; event: EventBody; client: string }): Promise<boolean>
  /** @returns the days on which something came, the oldest first */
  days(request: { projectId: string; from: Date }): Promise<readonly DayOfEvents[]>
}

export interface EventsParameters {
  orm: Orm
  /** how many errors a project's client may report */
  errorLimit: Budget
  now: () => number
}

export function createEvents({ orm, errorLimit, now }: EventsParameters): Events {
  return {
    async take({ project, event, client }) {
      if (!project.analyticsEnabled) return false
      const { eventId, domain, timestamp, props } = event
      if (props.type === 'error') {
        const retryAfterSeconds = await errorLimit.take({ key: `${client} ${project.id}` })
        if (retryAfterSeconds !== null) throw new RateLimitedError({ retryAfterSeconds })
      }
      const row = {
        projectId: project.id,
        id: eventId,
        type: props.type,
        event: props.event,
        properties: propertiesOf(props),
        domain,
        timestamp: new Date(timestamp),
        receivedAt: new Date(now()),
      }
      await orm.insert(table).values(row).onConflictDoNothing()
      return true
    },
    async days({ projectId, from }) {
      const day = sql<string>`to_char(${table.receivedAt} at time zone 'UTC', 'YYYY-MM-DD')`
      const isError = sql`${table.type} = 'error'`
      const counts = {
        day,
        analytics: sql<number>`count(*) filter (where not ${isError})`.mapWith(Number),
        errors: sql<number>`count(*) filter (where ${isError})`.mapWith(Number),
      }
      const recent = and(eq(table.projectId, projectId), gte(table.receivedAt, from))
      return orm.select(counts).from(table).where(recent).groupBy(day).orderBy(day)
    },
  }
}

/** Telemetry is flat on the wire; its fields are kept where analytics has its properties. */
function propertiesOf(props: EventBody['props']): Record<string, unknown> {
  return withoutSecrets('stackTrace' in props ? telemetryOf(props) : (props.properties ?? {}))
}

const telemetryOf = ({ errorType, errorMessage, stackTrace }: TelemetryProps) => ({
  errorType,
  errorMessage,
  stackTrace,
})
