import type { FoyerContext } from '../context.js'
import { raiseAlert } from './failure.js'

/** Tells the developer what is wrong with how the connectors were set up, before any of them is tried. */
export function tellFaults(context: FoyerContext): void {
  for (const connector of context.connectors.values()) {
    const fault = connector.fault?.(context.options)
    if (fault) raiseAlert(context, fault).then((isRaised) => isRaised || tell(fault))
  }
  function tell(fault: Error): void {
    console.error(fault.message)
    context.report(fault)
  }
}
