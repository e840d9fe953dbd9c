import type { AlertKey } from '../config/alerts.js'
import { isOriginAllowed } from '../wire/isOriginAllowed.js'

/** Origins that never raise the alert: a developer's own machine, preview hosts, the mobile wallet's pages [S5.5]. */
const quietOrigins = [
  'http://localhost:*',
  'https://*.pages.dev',
  'https://*.vercel.app',
  'https://*.ngrok-free.app',
  'https://secure-mobile.walletconnect.com',
  'https://secure-mobile.walletconnect.org',
] as const

/** Whether a text matches a pattern in which `*` stands for any run of characters. Linear: a pattern comes from a server. */
function matches({ text, pattern }: { text: string; pattern: string }): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return text === pattern
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

/**
 * The alert for a page whose origin its project doesn't list [S5.5 S5.6]. It only tells the developer: the wire's wildcards
 * (`*` for any run of characters) and the quiet origins count here, but give nobody a right. What does is `isOriginAllowed`.
 */
export function originAlert({
  origin,
  allowedOrigins,
}: {
  origin: string
  allowedOrigins: readonly string[]
}): AlertKey | undefined {
  if (isOriginAllowed({ origin, allowedOrigins })) return undefined
  const isQuiet = [...allowedOrigins, ...quietOrigins].some((pattern) => matches({ text: origin, pattern }))
  return isQuiet ? undefined : 'INVALID_APP_CONFIGURATION'
}
