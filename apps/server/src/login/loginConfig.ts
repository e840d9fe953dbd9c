import type { SmtpConfig } from '@foyer/service/mail/smtpMailer'
import type { KeyRing } from '@foyer/service/seal/namedKeys'
import type { ExchangedSocials } from './exchangedSocials.js'

/** Configuration of the login server. */
export interface LoginConfig {
  /** of the wallet's page, which alone may ask */
  readonly origin: string
  /** what contributions are sealed with, and all other keys are derived from; the current one first */
  readonly keys: KeyRing
  /** the keeper's public signing key, as it stands on the wire */
  readonly keeperKey: string
  readonly smtp: SmtpConfig
  /** how long a code counts, in minutes: 20 at most [F1] */
  readonly codeMinutes: number
  /** the providers that visitors may log in by; none if left out */
  readonly socials?: ExchangedSocials | undefined
}

/** The lifetime of a code where the operator says nothing, and the most that they may say. @see F1 */
export const codeMinutes = { usual: 10, most: 20 } as const
