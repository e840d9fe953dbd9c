import type { TaskWorker } from './runTask.js'
import workerUrl from './worker.ts?worker&url'

/** The part of Trusted Types that a worker's address has to pass. @see W3C Trusted Types */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

/**
 * Creates the starter of the wallet's worker. The page's one Trusted Types policy admits its address and no other;
 * called once a page, as a policy is made once.
 */
export function createWorkerStarter({ trustedTypes }: Pick<Window, 'trustedTypes'>): () => TaskWorker {
  const admit = (url: string): string => {
    if (url !== workerUrl) throw new TypeError('Only the wallet’s worker is started here.')
    return url
  }
  const policy = trustedTypes?.createPolicy('foyer-worker', { createScriptURL: admit })
  return () => new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { name: 'foyer-wallet' })
}
