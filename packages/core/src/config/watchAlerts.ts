import type { FoyerContext } from '../context.js'
import { watchState } from '../store/watchState.js'

/** Says each alert in its longer sentence; and alerts the developer of a missing project id [S5.1]. @returns stops */
export function watchAlerts({
  options,
  store,
  queries,
  update,
  report,
}: Pick<FoyerContext, 'options' | 'store' | 'queries' | 'update' | 'report'>): () => void {
  const stop = watchState(store, ({ alert }, before) => {
    if (alert && alert !== before.alert) queries().then(({ logAlert }) => logAlert({ alert, report }), report)
  })
  const values = options.api === undefined ? { alone: 'yes' } : undefined
  if (!options.projectId) update(({ alert = { key: 'PROJECT_ID_NOT_CONFIGURED', values } }) => ({ alert }))
  return stop
}
