import type { Output } from '@foyer/core/wire'
import type { askVouchedCall } from '@foyer/login/vouchedCalls'
import type { Budgets } from '@foyer/service/budget/budget'
import { createWindows } from '@foyer/service/budget/limit'
import { refuseAt } from '@foyer/service/errors/refusals'
import * as v from 'valibot'
import { isOriginVouched } from '../projects/origins.js'
import { ProjectId } from '../projects/project.js'
import type { Projects } from '../projects/projects.js'
import { UnknownProjectError } from '../projects/refusals.js'
import { loginLimits } from './loginLimits.js'

/** Says for which pages an operator answers. */
export interface Vouching {
  /**
   * Reads whether the operator answers for the script of a page, as it stands at this moment on every node: an approval goes by it.
   * @returns not vouched for a project that isn't known, too
   * @throws RateLimitedError
   */
  of(request: AskedOf): Promise<Output<(typeof askVouchedCall)['reply']>>
}

interface AskedOf {
  readonly projectId: string
  readonly site: string
  /** as `clientKey` gives it */
  readonly client: string
}

export function createVouching({
  budgets,
  projects,
}: {
  readonly budgets: Budgets
  readonly projects: Pick<Projects, 'read'>
}): Vouching {
  const limit = createWindows(budgets)(loginLimits.vouched)
  return {
    async of({ projectId, site, client }) {
      refuseAt(await limit.take({ key: client }))
      if (!v.is(ProjectId, projectId)) return { vouched: false }
      // Not by the cache of `find`: a page that another node has taken off the list would count for some seconds.
      const project = await projects.read(projectId).catch(noneUnknown)
      return { vouched: project !== null && isOriginVouched({ origin: site, project }) }
    },
  }
}

function noneUnknown(error: unknown): null {
  if (error instanceof UnknownProjectError) return null
  throw error
}
