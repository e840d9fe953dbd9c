import { EmailAddress } from '@foyer/custody/person'
import * as v from 'valibot'

/** As much of a window as a link's words are read from. */
export interface LinkedWindow {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>
  readonly history: Pick<History, 'replaceState'>
}

/**
 * Reads whose wallet an application's link is about (`#security=ada@example.com`): the address is filled in where it
 * would be typed, and proves nothing. It is taken out of the page's address at once, so that neither a copied link nor
 * the history has it; the part of the page stays named.
 */
export function takeNamedEmail({ location, history }: LinkedWindow): string | undefined {
  const [part = '', ...named] = location.hash.split('=')
  if (named.length === 0) return undefined
  history.replaceState(null, '', location.pathname + location.search + part)
  const { success, output } = v.safeParse(EmailAddress, decoded(named.join('=')))
  return success ? output : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '' // another hand's: no address
  }
}
