import type { Hono } from 'hono'
import type { AskedConsent, Consents, ProviderAccount } from './consent.js'

/** How a visitor is led back: by the address, or by a form that the browser posts. */
export type LedBack =
  | { readonly query: Readonly<Record<string, string>> }
  | { readonly form: Readonly<Record<string, string>> }

/** One provider's own shape: its paths, what it answers and how it refuses. */
export interface Provider {
  /** The path of the page on which a visitor chooses. */
  readonly page: string
  readonly answers: (asked: AskedConsent, account: ProviderAccount) => LedBack
  /** for a visitor who doesn't want to */
  readonly refuses: () => LedBack
  /** what servers ask it */
  readonly add: (pages: Hono) => void
}

export interface ProviderParameters {
  /** its address, without a slash at the end */
  readonly at: string
  readonly consents: Consents
  /** ms since 1970 */
  readonly now: () => number
  /** changes what is stated before it is signed, as a wrong or lying provider would; for tests */
  readonly states?: ((claims: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>) | undefined
}
