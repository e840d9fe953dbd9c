import { askCallableCall } from '@foyer/login/vouchedCalls'
import type { ListedContract } from '@foyer/signing'
import { within } from '../within.js'
import type { Servers } from './servers.js'

export interface CallableParameters {
  readonly servers: Pick<Servers, 'signed'>
  readonly projectId: string
  /** The origin of the page around, as the frame's settings have it: the one that the browser lets around it. */
  readonly site: string
}

/** So long a permission waits for the answer, in milliseconds: without one nothing is granted. */
const answerMs = 10_000

/**
 * Creates the question which functions of a contract the operator lists for the project, asked of the login server each time: the page around can't say it, and a function
 * that was taken off the list meanwhile doesn't count.
 *
 * @returns the question, which throws where the server doesn't answer
 */
export const callableFor =
  ({ servers, projectId, site }: CallableParameters): ((contract: ListedContract) => Promise<readonly string[]>) =>
  async ({ chainId, address }) => {
    const { selectors } = await within({ ms: answerMs }, (signal) =>
      servers.signed(askCallableCall, { projectId, site, chainId, address }, { signal }),
    )
    return selectors
  }
