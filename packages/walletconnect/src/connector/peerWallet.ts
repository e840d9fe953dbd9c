import type { PeerWallet } from '@foyer/core'
import type { PeerMetadata } from '../protocol/index.js'

/** Letters of a name that are shown. */
const longestName = 64

/**
 * What is shown of a wallet that says so of itself: a name without anything that isn't seen or turns the text around it [W12], and a picture that
 * an `img` may show.
 *
 * @returns undefined for one without a name
 */
export function peerWallet({ name, icons }: Pick<PeerMetadata, 'name' | 'icons'>): PeerWallet | undefined {
  const shown = [...name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, longestName).join('')
  const icon = icons.find((each) => /^(https:\/\/|data:image\/)/.test(each))
  return shown === '' ? undefined : { name: shown, ...(icon === undefined ? {} : { icon }) }
}
