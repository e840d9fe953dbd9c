import * as v from 'valibot'
import { type Project, ProjectId } from './project.js'
import type { Projects } from './projects.js'
import { UnknownProjectError } from './refusals.js'

/**
 * Reads a project as it stands at this moment on every node, by whatever names it; null for one that isn't known. Not by the cache of `find`: what another node has taken off
 * a project's lists would count for some seconds.
 */
export async function readKnown(projects: Pick<Projects, 'read'>, projectId: string): Promise<Project | null> {
  if (!v.is(ProjectId, projectId)) return null
  return projects.read(projectId).catch((error: unknown) => {
    if (error instanceof UnknownProjectError) return null
    throw error
  })
}
