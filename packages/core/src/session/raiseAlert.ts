import { FoyerError } from '../errors/FoyerError.js'
import type { FoyerContext } from '../foyer.js'

/** Tells the developer where something failed by what only they can mend: the project's id, the page's origin, the clock [S8.26 S8.27 S8.29]. */
export async function raiseAlert({ update, report }: FoyerContext, error: unknown): Promise<void> {
  if (!(error instanceof FoyerError) || error.notice !== 'error.misconfigured') return
  try {
    const { alertFor } = await import('../api/server.js')
    const key = alertFor(error)
    const values = { origin: globalThis.location?.origin ?? '' }
    if (key) update(({ alert }) => (alert?.key === key ? {} : { alert: { key, values } }))
  } catch (missing) {
    report(missing)
  }
}
