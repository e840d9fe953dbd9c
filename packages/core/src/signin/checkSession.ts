import { InvalidSessionError } from '../errors/signIn.js'
import { writeSiwxMessage } from '../siwx/index.js'
import type { SignedText, SiwxSession } from '../siwx/siwx.js'

export interface SessionCheck {
  readonly session: SiwxSession
  /** The page's host. */
  readonly domain: string
  /** In ms since 1970. */
  readonly now: number
  readonly verify: (signed: SignedText) => Promise<boolean>
}

/**
 * Checks that a session holds: it is this page's, of this time, its text says what its data says, and the account has signed that text.
 *
 * @throws InvalidSessionError · what `verify` throws, where that can't be found out
 * @see X10
 */
export async function checkSession({ session, domain, now, verify }: SessionCheck): Promise<void> {
  const { data, message, signature, publicKey } = session
  if (data.domain !== domain) throw new InvalidSessionError({ fault: 'domain' })
  if (!isTimely(session, now)) throw new InvalidSessionError({ fault: 'time' })
  if (textOf(session) !== message) throw new InvalidSessionError({ fault: 'text' })
  const signed = { networkId: data.chainId, address: data.accountAddress, message, signature, publicKey }
  if (!(await verify(signed))) throw new InvalidSessionError({ fault: 'signature' })
}

/** From when it was issued, or what it says itself, to its end. */
export function isTimely({ data: { issuedAt, notBefore, expirationTime } }: SiwxSession, now: number): boolean {
  const begins = Date.parse(notBefore ?? issuedAt)
  return begins <= now && (expirationTime === undefined || now < Date.parse(expirationTime))
}

/** The text that the data makes; undefined for data that makes none. */
function textOf({ data }: SiwxSession): string | undefined {
  try {
    return writeSiwxMessage(data)
  } catch {
    return undefined
  }
}
