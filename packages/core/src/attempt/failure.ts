import type { FoyerContext } from '../context.js'
import { type ErrorFacts, FoyerError } from '../errors/FoyerError.js'
import { foreignError } from '../errors/foreignError.js'
import type { Refusal } from '../state/attempt.js'

/** Returns what a connector threw as one of the kit's errors: a well-made connector turns its wallet's errors into the kit's itself. It never throws. */
export function ownError(cause: unknown, context?: ErrorFacts | undefined): FoyerError {
  return isOwn(cause) ? cause : foreignError(cause, context)
}

function isOwn(cause: unknown): cause is FoyerError {
  try {
    return cause instanceof FoyerError
  } catch {
    return false // a proxy that hides its prototype
  }
}

/** Returns the part of an error that the store keeps: enough for the visitor's notice. */
export function refusalOf({ code, notice = 'error.unknown', facts: { said, seconds } }: FoyerError): Refusal {
  return {
    ...{ code, notice },
    ...(said && typeof said === 'string' && { reason: said }),
    ...(typeof seconds === 'number' && { seconds }),
  }
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

/** Whether a connector was set up wrongly. */
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
