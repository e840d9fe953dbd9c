import type { AlertKey } from '@foyer/core'
import { FoyerError } from '@foyer/core/errors'

/** Something about the kit's set-up that its developer must mend, told to `onError` together with the alert bar [S8.21 S8.28]. */
export class KitAlertError extends FoyerError {
  override readonly name = 'KitAlertError'
  /** The alert's name in lower case, such as `project_id_not_configured`. */
  readonly code: string

  constructor({ alert, message }: { readonly alert: AlertKey; readonly message: string }) {
    super(message, { facts: { alert } })
    this.code = alert.toLowerCase()
  }
}
