import type { Budgets, Rate } from '@foyer/service/budget/budget'
import { refuseAt } from '@foyer/service/errors/refusals'
import { type Soon, whenThere } from '@foyer/service/soon'

/** The budget from which what is asked in a project's name is paid, beside the asker's own. */
export interface ProjectBudget {
  /**
   * Takes from a project's bucket, no matter who asks in its name; what no page asks has a bucket of its own, a quarter as large, so that
   * programs can't use up what a dapp's visitors need.
   * @param request.cost - in units; 1 when left out
   * @throws RateLimitedError
   */
  pay(request: { projectId: string; cost?: number | undefined; isPage: boolean }): Soon<void>
}

/** The number of a project's clients that may use their full budget at the same time. */
const clientsOfProject = 50
/** The part of that which programs have. */
const programs = 1 / 4

/** @param parameters.perSecond - of one client, as `burst` is */
export function createProjectBudget({ budgets, perSecond, burst }: Rate & { budgets: Budgets }): ProjectBudget {
  const rate = (name: string, times: number) =>
    budgets.rate({ name, perSecond: perSecond * times, burst: burst * times, whenAway: 'open' })
  const ofPages = rate('project', clientsOfProject)
  const ofPrograms = rate('project without pages', clientsOfProject * programs)
  return {
    pay: ({ projectId, cost, isPage }) =>
      whenThere((isPage ? ofPages : ofPrograms).take({ key: projectId, cost }), refuseAt),
  }
}
