import type { FoyerOptions } from '@foyer/core'
import { FoyerError } from '@foyer/core/errors'
import type { ListedWallet } from '@foyer/core/wallets'
import { waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { acting, type ModalKit, modalKit, type ScriptedWallet, type ShownModal, showModal } from './modalKit.js'
import { type PairingWallet, pairingWallet } from './pairingWallet.js'

/** A pairing as long as they are. */
export const uri = (letter: string): string =>
  `wc:${letter.repeat(64)}@2?expiryTimestamp=1700000300&relay-protocol=irn&symKey=${letter.repeat(64)}`

/** A wallet that is on a phone. */
export const elm: ListedWallet = {
  id: 'e'.repeat(64),
  name: 'Elm',
  mobile_link: 'elm://',
  app_store: 'https://apps.apple.com/app/elm',
  play_store: 'https://play.google.com/store/apps/details?id=elm',
}

/** The modal with a view of pairing, and the phone at the other end. */
export interface Shown extends ModalKit {
  readonly modal: ShownModal
  readonly phone: PairingWallet
}

/** Shows a view of pairing, in StrictMode. */
export async function shown({
  wallet,
  wallets,
  ...options
}: Partial<FoyerOptions> & {
  readonly wallet?: ListedWallet | undefined
  readonly wallets?: readonly ScriptedWallet[]
} = {}): Promise<Shown> {
  const phone = pairingWallet()
  const kit = modalKit({ wallets: wallets ?? [], connectors: [phone.connector], ...options })
  const modal = await showModal(kit)
  await acting(() => kit.foyer.open({ view: 'ConnectingWalletConnect', wallet }))
  await modal.arrived(options.manualWCControl ? 'ConnectingWalletConnectBasic' : 'ConnectingWalletConnect')
  return { ...kit, modal, phone }
}

/** Waits until one pairing is wanted. */
export const began = ({ phone }: Shown): Promise<void> => waitFor(() => expect(phone.live()).toBe(1))
/** The state of the code. */
export const state = ({ modal }: Shown): string | undefined => modal.part('qr-code').dataset.state
export const said = ({ modal }: Shown, name: string): string | null => modal.part(name).textContent
/** Announcements that those who listen got. */
export const heard = ({ modal }: Shown): string =>
  [...modal.root.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent?.trim()).join('')

/** A browser that calls itself a phone's. */
export function onPhone(userAgent = 'Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile'): void {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
}

/** Records the opened URLs, with their targets. */
export function watchOpening(): string[][] {
  const opened: string[][] = []
  vi.spyOn(window, 'open').mockImplementation((link, target, features) => {
    opened.push([String(link), target ?? '', features ?? ''])
    return null
  })
  return opened
}

/** A failure of the way to the wallet, by its code. */
export class TestError extends FoyerError {
  override readonly name = 'TestError'
  readonly code: string
  constructor(code: string) {
    super(`It failed: ${code}.`, {})
    this.code = code
  }
}
