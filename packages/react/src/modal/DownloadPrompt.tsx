import type { Foyer } from '@foyer/core'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { isAndroid, isIos } from '@foyer/core/platform'
import { push } from '@foyer/core/view'
import type { ListedWallet } from '@foyer/core/wallets'
import { shownName } from '@foyer/core/wallets'
import { Button, Link, linkUrl, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from './modalContext.js'

/** Offers a wallet that isn't here: the one place where it's to be had, or the list of them. */
export function DownloadPrompt({ wallet, foyer }: { readonly wallet: ListedWallet; readonly foyer: Foyer }): ReactNode {
  const { say } = useModal()
  const [only, ...others] = linksHere(storeLinks(wallet))
  if (!only) return null
  const name = shownName(wallet.name)
  return (
    <div data-look="ends panel" {...part({ name: 'download-prompt' })}>
      <span title={name}>{say('connect.noSuchWallet', { wallet: briefName(name) })}</span>
      {others.length === 0 ? (
        <Link variant="accent" href={only.href} newTabHint={say('shell.opensNewTab')} arrow>
          {say('connect.get')}
        </Link>
      ) : (
        <Button variant="outline" size="sm" onClick={() => push(foyer, { view: 'Downloads', wallet })}>
          {say('connect.get')}
        </Button>
      )}
    </div>
  )
}

/** On a phone the store of that phone, if the wallet is there: nothing else of it runs here. */
function linksHere(links: readonly StoreLink[]): readonly StoreLink[] {
  const own = isIos() ? 'ios' : isAndroid() ? 'android' : undefined
  const link = links.find(({ kind }) => kind === own)
  return link ? [link] : links
}

export type StoreKind = 'chrome' | 'ios' | 'android' | 'website'

/** A place where a wallet can be had. */
export interface StoreLink {
  readonly kind: StoreKind
  readonly href: string
  readonly label: PlainSentenceKey
}

/** Returns the links to a wallet's stores, as far as the addresses may be followed [F29]. */
export function storeLinks({ chrome_store, app_store, play_store, homepage }: ListedWallet): StoreLink[] {
  const places = [
    { kind: 'chrome', href: linkUrl(chrome_store ?? undefined), label: 'help.chrome' },
    { kind: 'ios', href: linkUrl(app_store ?? undefined), label: 'help.ios' },
    { kind: 'android', href: linkUrl(play_store ?? undefined), label: 'help.android' },
    { kind: 'website', href: linkUrl(homepage), label: 'help.website' },
  ] as const
  return places.flatMap(({ kind, href, label }) => (href === undefined ? [] : [{ kind, href, label }]))
}

/** As many letters as leave room for the sentence around. */
const longest = 18

/** A name for the middle of a sentence; where it's cut short, its whole must be at hand. */
export function briefName(name: string): string {
  const letters = [...name]
  return letters.length > longest
    ? `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : name
}
