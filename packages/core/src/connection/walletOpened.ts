import type { Foyer } from '../foyer.js'
import type { ConnectAttempt } from './attempt.js'

/**
 * Records by which link the picked wallet is opened on this device, or that a QR code is shown instead. It is called when the link is really
 * opened, as requests open the wallet by it afterwards. Without an attempt to connect it changes nothing.
 *
 * @param parameters.href - the wallet's link without the pairing, `walletLink(…).href`; undefined for a QR code
 * @example walletOpened(foyer, { href: 'metamask://' })
 */
export function walletOpened(
  { context }: Pick<Foyer, 'context'>,
  { href }: { readonly href: string | undefined },
): void {
  context.update(({ connection }) => {
    const attempt = connection.attempts.connect
    if (!attempt) return {}
    const { wallet, step } = attempt
    const next: ConnectAttempt = {
      ...attempt,
      wallet: wallet && { ...wallet, href },
      step: 'offer' in step ? { type: href === undefined ? 'pairing' : 'walletOpened', offer: step.offer } : step,
    }
    return sameOpening(attempt, next)
      ? {}
      : { connection: { ...connection, attempts: { ...connection.attempts, connect: next } } }
  })
}

const sameOpening = (a: ConnectAttempt, b: ConnectAttempt): boolean =>
  a.wallet?.href === b.wallet?.href && a.step.type === b.step.type
