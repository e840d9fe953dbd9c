import { safeBase } from '@foyer/core/links'
import { attempt, bytesToBase64, unpadded, utf8ToBytes } from './codec.js'
import type { PeerRedirect } from './schemas.js'

/**
 * Returns the address at which a peer says that it is, if that may be opened: its claimed web address first where that
 * is preferred, else its own scheme. What may not be opened counts as unsaid.
 */
export function peerLink({
  redirect,
  schemes,
  prefersUniversal,
}: {
  readonly redirect: PeerRedirect | undefined
  readonly schemes: ReadonlySet<string>
  readonly prefersUniversal: boolean
}): string | undefined {
  const { native, universal } = redirect ?? {}
  const wanted = prefersUniversal ? [universal, native] : [native, universal]
  return wanted.find((link) => link && attempt(() => safeBase({ link, schemes })) !== undefined)
}

/**
 * The link that shows a wallet a request that waits for its visitor.
 *
 * @param input.href - the wallet's link, without what was handed over when it connected
 * @throws UnsafeLinkError
 * @example requestLink({ href: 'metamask://', requestId, topic, schemes }) // 'metamask://wc?requestId=…&sessionTopic=…'
 */
export function requestLink({
  href,
  requestId,
  topic,
  schemes,
}: {
  readonly href: string
  readonly requestId: string
  readonly topic: string
  readonly schemes: ReadonlySet<string>
}): string {
  const base = safeBase({ link: href, schemes })
  const query = `requestId=${requestId}&sessionTopic=${topic}`
  if (!base.startsWith('https://t.me/')) return `${base}wc?${query}`
  const start = unpadded(bytesToBase64(utf8ToBytes(query)))
  return `${base.slice(0, -1)}${base.includes('?') ? '&' : '?'}startapp=${encodeURIComponent(start)}`
}

/**
 * Returns the target in which the link of a request is opened: in a frame at the top, on the web and in Telegram in a
 * new window, else in place.
 */
export function requestLinkTarget({
  link,
  isInFrame,
  isTelegram,
}: {
  readonly link: string
  readonly isInFrame: boolean
  readonly isTelegram: boolean
}): '_top' | '_blank' | '_self' {
  if (isInFrame) return '_top'
  return isTelegram || /^https?:/i.test(link) ? '_blank' : '_self'
}
