import type { EventBody } from '@foyer/core/wire'
import type { Orm } from '../db/database.js'
import { events as table } from '../db/schema/index.js'
import { RateLimitedError } from '../errors/refusals.js'
import type { SlidingWindow } from '../limits/slidingWindow.js'
import type { Project } from '../projects/project.js'

export interface Events {
  /**
   * Keeps an event, if the project wants events. Neither the visitor's address nor the page's is kept.
   * @param request.client - whom a flood of errors is counted against
   * @returns whether it was kept; one that is there already counts as kept
   * @throws {@link RateLimitedError} for the sixth error within a minute
   */
  take(request: { project: Project; event: EventBody; client: string }): Promise<boolean>
}

export interface EventsParameters {
  orm: Orm
  /** how many errors a project's client may report */
  errorLimit: SlidingWindow
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
  }
}

/** Telemetry is flat on the wire; what it tells is kept where analytics has its properties. */
function propertiesOf(props: EventBody['props']): Record<string, unknown> {
  if ('stackTrace' in props) {
    const { errorType, errorMessage, stackTrace } = props
    return { errorType, errorMessage, stackTrace }
  }
  return { ...props.properties }
}
