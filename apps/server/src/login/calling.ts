import type { Output } from '@foyer/core/wire'
import type { askCallableCall } from '@foyer/login/vouchedCalls'
import type { Budgets } from '@foyer/service/budget/budget'
import { createWindows } from '@foyer/service/budget/limit'
import { refuseAt } from '@foyer/service/errors/refusals'
import { callableAt } from '../projects/callable.js'
import { isOriginAllowed } from '../projects/origins.js'
import type { Projects } from '../projects/projects.js'
import { readKnown } from '../projects/readKnown.js'
import { loginLimits } from './loginLimits.js'

/** Says which functions of contracts an operator lists. */
export interface Calling {
  /**
   * Reads the functions of a contract that a project lists, as they stand at this moment on every node: a permission goes by them.
   * @returns none for a page that the project doesn't allow, and for a project that isn't known
   * @throws RateLimitedError
   */
  of(request: AskedOf): Promise<Output<(typeof askCallableCall)['reply']>>
}

interface AskedOf {
  readonly projectId: string
  readonly site: string
  readonly chainId: string
  readonly address: string
  /** as `clientKey` gives it */
  readonly client: string
}

export function createCalling({
  budgets,
  projects,
}: {
  readonly budgets: Budgets
  readonly projects: Pick<Projects, 'read'>
}): Calling {
  const limit = createWindows(budgets)(loginLimits.callable)
  return {
    async of({ projectId, site, client, ...contract }) {
      refuseAt(await limit.take({ key: client }))
      const project = await readKnown(projects, projectId)
      const isAllowed = project !== null && isOriginAllowed({ origin: site, project })
      return { selectors: isAllowed ? [...callableAt(project.callable, contract)] : [] }
    },
  }
}
