import { OriginNotAllowedError } from '@foyer/service/errors/refusals'
import * as v from 'valibot'
import { isOriginAllowed } from '../projects/origins.js'
import { ProjectId } from '../projects/project.js'
import type { Projects } from '../projects/projects.js'
import { InvalidKeyError } from '../projects/refusals.js'

export interface RefuseSite {
  readonly projects: Pick<Projects, 'find'>
  /** the wallet's: its own pages are of no project */
  readonly origin?: string | undefined
  readonly projectId: string | undefined
  readonly site: string
}

/** Refuses a site that its project doesn't allow. @throws InvalidKeyError · OriginNotAllowedError */
export async function refuseSite({ projects, origin, projectId, site }: RefuseSite): Promise<void> {
  if (site === origin) return
  const project = v.is(ProjectId, projectId) ? await projects.find(projectId) : null
  if (project === null) throw new InvalidKeyError()
  if (!isOriginAllowed({ origin: site, project })) throw new OriginNotAllowedError()
}
