import { parseUrl } from '@foyer/core/links'
import { shownText } from './shownText.js'

/** A sign-in message (CAIP-122; EIP-4361) for another domain is phishing. */
export function signInWarnings({ text, peerUrl }: { readonly text: string; readonly peerUrl: string }): string[] {
  const [, domain] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your \S+ account:/i.exec(text) ?? []
  if (domain === undefined) return []
  const host = parseUrl(peerUrl)?.host ?? ''
  return domain === host
    ? []
    : [`This signs you in at ${shownText(domain)}, but the application says that it is at ${host || 'no address'}.`]
}
