import type { Foyer } from '@foyer/core'
import { isAndroid, isIos } from '@foyer/core/platform'
import { push } from '@foyer/core/view'
import type { ListedWallet } from '@foyer/core/wallets'
import { Button, Link, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { briefName } from './briefName.js'
import { useModal } from './modalContext.js'
import { shownName } from './shownName.js'
import { type StoreLink, storeLinks } from './storeLinks.js'

export interface DownloadPromptProps {
  readonly wallet: ListedWallet
  readonly foyer: Foyer
}

/** Offers a wallet that isn't here: the one place where it's to be had, or the list of them. */
export function DownloadPrompt({ wallet, foyer }: DownloadPromptProps): ReactNode {
  const { say } = useModal()
  const [only, ...others] = linksHere(storeLinks(wallet))
  if (!only) return null
  const name = shownName(wallet.name)
  return (
    <div {...part({ name: 'download-prompt' })}>
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
