import type { FoyerContext } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'

/** Says each alert in its longer sentence; and alerts the developer of a missing project id [S5.1]. @returns stops */
export function watchAlerts({
  options,
  store,
  queries,
  update,
  report,
}: Pick<FoyerContext, 'options' | 'store' | 'queries' | 'update' | 'report'>): () => void {
  const stop = store.subscribe(({ alert }, before) => {
    if (alert && alert !== before.alert) queries().then(({ logAlert }) => logAlert({ alert, report }), report)
  })
  const values = options.api === undefined ? { alone: 'yes' } : undefined
  if (!options.projectId) update(({ alert = { key: 'PROJECT_ID_NOT_CONFIGURED', values } }) => ({ alert }))
  return stop
}

/** Alerts the developer where something failed by what only they can fix: the project's id, the page's origin, the clock, or the embedded wallet’s page [S8.23–S8.27 S8.29]. */
export async function raiseAlert(context: FoyerContext, error: unknown): Promise<void> {
  const { queries, update, report } = context
  if (!(error instanceof FoyerError) || (error.notice !== 'error.misconfigured' && !error.facts.alert)) return
  try {
    const key = await (await queries()).alertOf(context, error)
    const values = { origin: globalThis.location?.origin ?? '', relay: `${error.facts.relay ?? ''}` }
    if (key) update(({ alert }) => (alert?.key === key ? {} : { alert: { key, values } }))
  } catch (missing) {
    report(missing)
  }
}

/** Checks whether a connector was set up wrongly. */
export function hasFaults({ connectors, options }: Pick<FoyerContext, 'connectors' | 'options'>): boolean {
  return [...connectors.values()].some(({ fault }) => fault?.(options))
}

/** Reports to the developer what is wrong with how the connectors were set up, before any of them is tried. */
export function reportFaults(context: FoyerContext): void {
  for (const connector of context.connectors.values()) {
    const fault = connector.fault?.(context.options)
    if (fault) reportFault(context, fault).catch(context.report)
  }
}

/** On the console and to `onError`, and in the modal where there is an alert for it. */
async function reportFault(context: FoyerContext, fault: FoyerError): Promise<void> {
  const { alertFor } = await context.queries()
  if (alertFor(fault)) return raiseAlert(context, fault)
  console.error(fault.message)
  context.report(fault)
}
