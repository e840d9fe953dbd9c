import type { FoyerContext } from '../context.js'
import type { FoyerError } from '../errors/FoyerError.js'
import { raiseAlert } from './failure.js'

/** Tells the developer what is wrong with how the connectors were set up, before any of them is tried. */
export function tellFaults(context: FoyerContext): void {
  for (const connector of context.connectors.values()) {
    const fault = connector.fault?.(context.options)
    if (fault) tell(context, fault).catch(context.report)
  }
}

/** On the console and to `onError`, and in the modal where there is an alert for it. */
async function tell(context: FoyerContext, fault: FoyerError): Promise<void> {
  const { alertFor } = await context.queries()
  if (alertFor(fault)) return raiseAlert(context, fault)
  console.error(fault.message)
  context.report(fault)
}
