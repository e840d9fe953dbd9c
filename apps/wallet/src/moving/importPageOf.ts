import type { DashboardSentenceName } from '../messages/dashboardSentences.js'

export interface ImportPageOf {
  /** As the visitor typed it: a host, or any address of the other wallet's page. */
  readonly address: string
  /** This page's origin. */
  readonly here: string
}

const isThisMachine = ({ hostname }: URL): boolean => hostname === 'localhost' || hostname.endsWith('.localhost')

/** The page of another operator's wallet to which a wallet's file is brought; or why what was typed leads to none [F29]. */
export function importPageOf({
  address,
  here,
}: ImportPageOf): { readonly url: string } | { readonly wrong: DashboardSentenceName } {
  const typed = address.trim()
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(whole)) return { wrong: 'move.noAddress' }
  const url = new URL(whole)
  const isHost = isThisMachine(url) || (/\./.test(url.hostname) && !/\.$/.test(url.hostname))
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url))
  if (!isHost || !isSafe || url.username !== '' || url.password !== '') return { wrong: 'move.noAddress' }
  if (url.origin === here) return { wrong: 'move.here' }
  return { url: `${url.origin}/import` }
}
