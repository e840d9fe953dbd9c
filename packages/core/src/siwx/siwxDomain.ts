import { parseUrl } from '../networks/urls.js'
import { isDomain } from './grammar.js'

/**
 * Writes an origin or a host as a sign-in has it: lower case, international names in ASCII, without a default port (X5).
 *
 * @returns undefined for what is no host, or has a user, a path or a dot at its end
 * @example siwxDomain('https://Münch.example:8443') // 'xn--mnch-0ra.example:8443'
 */
export function siwxDomain(origin: string): string | undefined {
  const text = /^https?:\/\//i.test(origin) ? origin : `https://${origin}`
  const url = parseUrl(text)
  if (origin === 'null' || !url || /[\s\\]/.test(origin)) return undefined
  const { host, username, password, pathname, search, hash } = url
  const isBare = username === '' && password === '' && pathname === '/' && search === '' && hash === ''
  return isBare && !/[@?#]/.test(origin) && isDomain(host) ? host : undefined
}
