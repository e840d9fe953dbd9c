import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type ObservableValue, observable } from '../store/observable.js'
import { roomOf } from '../store/roomOf.js'
import type { OnrampChoice } from './offer.js'
import { type Following, followingOf } from './purchase.js'

/** What the visitor has put in. */
export interface OnrampForm extends OnrampChoice {
  /** What is paid, as it was typed. */
  readonly amount: string
}

const emptyForm: OnrampForm = { amount: '', purchaseCurrency: undefined, paymentCurrency: undefined }

/** What a kit keeps between the widget and the views. */
class OnrampRoom {
  readonly form: ObservableValue<OnrampForm> = observable(emptyForm)
  readonly following: Following

  constructor(foyer: Foyer) {
    this.following = followingOf(foyer)
  }
}

/** The room of a kit: the same over stops and starts, as what is drawn stays subscribed to it. */
export function onrampRoom(foyer: Foyer): OnrampRoom {
  return roomOf({ context: contextOf(foyer), name: 'onramp', Room: OnrampRoom, make: () => new OnrampRoom(foyer) })
}

/** Changes what is named of the form. */
export function setOnrampForm(foyer: Foyer, change: Partial<OnrampForm>): void {
  const { form } = onrampRoom(foyer)
  form.set({ ...form.get(), ...change })
}
