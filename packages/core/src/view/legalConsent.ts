import { contextOf, roomOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type ObservableValue, observable } from '../store/observable.js'

class LegalConsent {
  readonly given: ObservableValue<boolean> = observable(false)
}

/**
 * Whether the visitor has agreed to the host's terms. Only where `features.legalCheckbox` is on is it asked for; every view that asks shares it, until the page goes.
 *
 * @example legalConsent(foyer).get() // false
 */
export function legalConsent(foyer: Foyer): ObservableValue<boolean> {
  const context = contextOf(foyer)
  return roomOf({ context, name: 'legal', Room: LegalConsent, make: () => new LegalConsent() }).given
}
