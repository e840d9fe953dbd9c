import { askVouchedCall } from '@foyer/login/vouchedCalls'
import { within } from '../within.js'
import type { Servers } from './servers.js'

export interface VouchedParameters {
  readonly servers: Pick<Servers, 'signed'>
  readonly projectId: string
  /** The origin of the page around, as the frame's settings have it: the one that the browser lets around it. */
  readonly site: string
  readonly signal?: AbortSignal | undefined
}

/** So long an approval waits for the answer, in milliseconds: a visitor is about to read what is asked. */
const answerMs = 3_000

/**
 * Asks whether the operator answers for the script of the page around. Nothing is kept of it: a page that was taken off the operator's list meanwhile
 * doesn't count any more.
 *
 * @returns false without an answer, too: then a window of the wallet's own asks [F11]
 * @example
 * const isHere = await isVouched({ servers, projectId: settings.projectId, site: settings.parent, signal })
 */
export async function isVouched({ servers, projectId, site, signal }: VouchedParameters): Promise<boolean> {
  try {
    const { vouched } = await within({ signal, ms: answerMs }, (ending) =>
      servers.signed(askVouchedCall, { projectId, site }, { signal: ending }),
    )
    return vouched
  } catch (error) {
    if (!signal?.aborted) console.warn(error)
    return false
  }
}
