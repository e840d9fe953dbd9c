import type { PlainSentenceKey } from '@foyer/core/messages'
import type { ListedWallet } from '@foyer/core/wallets'
import { linkUrl } from '@foyer/parts'

export type StoreKind = 'chrome' | 'ios' | 'android' | 'website'

/** A place where a wallet can be had. */
export interface StoreLink {
  readonly kind: StoreKind
  readonly href: string
  readonly label: PlainSentenceKey
}

/** Where a wallet can be had, as far as the addresses may be followed [F29]. */
export function storeLinks({ chrome_store, app_store, play_store, homepage }: ListedWallet): StoreLink[] {
  const places = [
    { kind: 'chrome', href: linkUrl(chrome_store ?? undefined), label: 'help.chrome' },
    { kind: 'ios', href: linkUrl(app_store ?? undefined), label: 'help.ios' },
    { kind: 'android', href: linkUrl(play_store ?? undefined), label: 'help.android' },
    { kind: 'website', href: linkUrl(homepage), label: 'help.website' },
  ] as const
  return places.flatMap(({ kind, href, label }) => (href === undefined ? [] : [{ kind, href, label }]))
}
