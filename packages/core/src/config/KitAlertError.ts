import { FoyerError } from '../errors/FoyerError.js'
import type { AlertKey } from './alerts.js'

/** Something about the kit's set-up that its developer must mend [S8.21 S8.22 S8.27 S8.28]; told to `onError`. */
export class KitAlertError extends FoyerError {
  override readonly name = 'KitAlertError'
  /** The alert's name in lower case, such as `project_id_not_configured`. */
  readonly code: string

  constructor({ key, message }: { readonly key: AlertKey; readonly message: string }) {
    super(message, { facts: { alert: key } })
    this.code = key.toLowerCase()
  }
}
