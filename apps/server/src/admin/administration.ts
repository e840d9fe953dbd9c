import type { DayOfEvents, Events } from '../events/events.js'
import type { Projects } from '../projects/projects.js'
import type { Usage } from '../projects/usage.js'

/** The events and requests in a project's name on a day. */
export interface DayOfProject extends DayOfEvents {
  readonly requests: number
}

/** The operator's actions, used by the page, the JSON API and the command line. */
export interface Administration extends Pick<Projects, 'list' | 'read' | 'create' | 'change' | 'remove'> {
  /** @returns the last 30 days (UTC), today first @throws UnknownProjectError */
  days(id: string): Promise<readonly DayOfProject[]>
}

const shownDays = 30
const dayMs = 86_400_000

export function createAdministration(parameters: {
  projects: Projects
  events: Pick<Events, 'days'>
  usage: Pick<Usage, 'days'>
  now: () => number
}): Administration {
  const { projects, events, usage, now } = parameters
  return {
    ...projects,
    async days(id) {
      await projects.read(id)
      const midnight = now() - (now() % dayMs)
      const days = Array.from({ length: shownDays }, (_, ago) => dayOf(midnight - ago * dayMs))
      const from = new Date(midnight - (shownDays - 1) * dayMs)
      const [asked, recorded] = await Promise.all([
        usage.days({ projectId: id, from: dayOf(from.getTime()) }),
        events.days({ projectId: id, from }),
      ])
      const requests = new Map(asked.map((each) => [each.day, each.requests]))
      const happened = new Map(recorded.map((each) => [each.day, each]))
      return days.map((day) => ({
        day,
        requests: requests.get(day) ?? 0,
        analytics: happened.get(day)?.analytics ?? 0,
        errors: happened.get(day)?.errors ?? 0,
      }))
    },
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
