import type { Output } from '@foyer/core/wire'
import type { askVouchedCall } from '@foyer/login/vouchedCalls'
import type { Budgets } from '@foyer/service/budget/budget'
import { createWindows } from '@foyer/service/budget/limit'
import { refuseAt } from '@foyer/service/errors/refusals'
import { isOriginVouched } from '../projects/origins.js'
import type { Projects } from '../projects/projects.js'
import { readKnown } from '../projects/readKnown.js'
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
      const project = await readKnown(projects, projectId)
      return { vouched: project !== null && isOriginVouched({ origin: site, project }) }
    },
  }
}
