import type { Foyer } from '../foyer.js'

/**
 * Says by which link the wallet that was picked is being opened on this device, or that a QR code is shown instead: told when the link is really
 * opened, as requests will open the wallet by it later. Without a try to connect under way it changes nothing.
 *
 * @param parameters.href - the wallet's link without the pairing, `walletLink(…).href`; undefined for a QR code
 * @example walletOpened(foyer, { href: 'metamask://' })
 */
export function walletOpened(
  { context }: Pick<Foyer, 'context'>,
  { href }: { readonly href: string | undefined },
): void {
  context.update(({ picked }) => (picked && picked.href !== href ? { picked: { ...picked, href } } : {}))
}
