import { safeBase } from '@foyer/core/links'
import { bytesToBase64 } from '../codec/base64.js'
import { utf8ToBytes } from '../codec/bytes.js'

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
  const start = bytesToBase64(utf8ToBytes(query)).replaceAll('=', '')
  return `${base.slice(0, -1)}${base.includes('?') ? '&' : '?'}startapp=${encodeURIComponent(start)}`
}

/** Where the link of a request is opened: in a frame at the top, on the web and in Telegram in a new window, else in place. */
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
