import { checkSiwx, parseSiwxMessage, type SiwxMessage, SiwxMessageError, siwxDomain } from '@foyer/core/siwx'
import { isOriginAllowed } from '../projects/origins.js'
import type { Project } from '../projects/project.js'
import { SignInRefusedError } from './refusals.js'

/** What a signed text has to agree with. */
export interface SignInCheck {
  readonly text: string
  readonly project: Pick<Project, 'allowedOrigins' | 'development'>
  /** the `Origin` that the browser gave the request, where a page sent it */
  readonly origin: string | undefined
  /** out of the nonce's token */
  readonly nonce: string
  /** milliseconds since 1970 */
  readonly nonceGivenAt: number
  readonly now: number
}

/**
 * Reads what was signed, and checks all of it but the signature and whether the nonce was used: for a page of the project, by the page that asks [F6 F12].
 *
 * @throws {@link SignInRefusedError}
 */
export function checkSignIn({ text, project, origin, nonce, nonceGivenAt, now }: SignInCheck): SiwxMessage {
  try {
    const message = parseSiwxMessage(text)
    const allows = (page: string) => isOriginAllowed({ origin: page, project })
    const isPages = (domain: string) =>
      [`https://${domain}`, `http://${domain}`].some(allows) && (origin === undefined || siwxDomain(origin) === domain)
    checkSiwx({ message, expected: { domain: isPages, nonce, nonceGivenAt }, now })
    // A project that allows a host by https alone doesn't allow it by http.
    if (!allows(new URL(message.uri).origin)) throw new SignInRefusedError({ field: 'uri' })
    return message
  } catch (error) {
    if (error instanceof SiwxMessageError) throw new SignInRefusedError({ field: error.field, cause: error })
    throw error
  }
}
