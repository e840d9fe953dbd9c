import type { LoginSession } from '../login/sessions.js'
import type { ProjectFeature } from '../projects/features.js'
import type { Project } from '../projects/project.js'

declare module '@foyer/service/route/env' {
  interface Visit {
    /** set where an operation's access is `project`, once it is admitted */
    project?: Project | undefined
    /** set where a call is made in a session of the login server, once that was found */
    session?: LoginSession | undefined
  }
}

declare module '@foyer/service/route/operation' {
  interface Operation {
    /** The switch that a project may turn off; the call then answers 403. */
    readonly feature?: ProjectFeature | undefined
    /** Whether pages that aren't the project's may ask too. */
    readonly anyOrigin?: boolean | undefined
  }
}
