import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type ObservableValue, observable, roomOf } from '../store/observable.js'

/** The addresses that may be offered: what is stored may be another hand's, or broken [F20]. */
const address = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u

/**
 * The address by which somebody logged in last, kept as recent wallets are: it outlives the connection, and is offered where the next address would be
 * typed. It says who was here, not who is.
 */
class KnownEmail {
  readonly email: ObservableValue<string | undefined>
  /** Keeps another; undefined forgets it. */
  readonly set: (email: string | undefined) => void

  constructor(foyer: Foyer) {
    const { persistence } = contextOf(foyer)
    const kept = persistence.read('known_email')
    this.email = observable(kept !== undefined && address.test(kept) ? kept : undefined)
    this.set = (email) => {
      persistence.write('known_email', email)
      this.email.set(email)
    }
  }
}

/** The address that a kit offers. */
export const knownEmailOf = (foyer: Foyer): KnownEmail => roomOf(contextOf(foyer), { Room: KnownEmail, kit: foyer })
