import { linkTarget, openLink } from '@foyer/core/platform'

/** Opens a wallet's own address in the place of the page, as phones do. A file of its own, because it's fetched only then. */
export function openWalletLink(link: string): void {
  openLink({ link, target: linkTarget({ platform: 'mobile' }) })
}
