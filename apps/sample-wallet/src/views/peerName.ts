import { parseUrl } from '@foyer/core/links'
import { shownName } from '@foyer/signing'
import type { PeerMetadata } from '@foyer/walletconnect/protocol'

/** An application's name, sanitized. */
export const peerName = ({ name }: Pick<PeerMetadata, 'name'>): string => shownName(name) || 'An application'

/** The host of an application's URL, in Punycode so that letters of other scripts are visible. */
export function peerPlace({ url }: Pick<PeerMetadata, 'url'>): string {
  const { protocol = '', host = '' } = parseUrl(url) ?? {}
  return /^https?:$/.test(protocol) ? host : 'no address'
}
