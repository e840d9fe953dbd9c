import type { Eip1193Provider } from '@foyer/core'
import { plainText, readProperty, usableIcon } from '@foyer/core/connector'
import { FoyerError } from '@foyer/core/errors'

/** Something announced itself as a wallet that can't be one (EIP-6963); it is left out. */
export class InvalidAnnouncementError extends FoyerError {
  override readonly name = 'InvalidAnnouncementError'
  readonly code = 'invalid_announcement'

  constructor(facts: { readonly field: string }) {
    super(`A wallet announced an unusable ${facts.field}.`, { facts })
  }
}

/** A wallet that announced itself (EIP-6963). */
export interface Announcement {
  readonly uuid: string
  readonly name: string
  readonly rdns: string
  readonly icon: string | undefined
  readonly provider: Eip1193Provider
}

/**
 * Reads what an extension announced.
 *
 * @throws {@link InvalidAnnouncementError}
 */
export function parseAnnouncement(detail: unknown): Announcement {
  const info = readProperty(detail, 'info')
  const provider = readProperty(detail, 'provider')
  if (!isProvider(provider)) throw new InvalidAnnouncementError({ field: 'provider' })
  return {
    uuid: text(info, 'uuid'),
    name: text(info, 'name').slice(0, 64),
    // Wallets announce addresses and names too, where EIP-6963 has a reversed domain name: it distinguishes one from another all the same.
    rdns: text(info, 'rdns'),
    icon: usableIcon(readProperty(info, 'icon')),
    provider,
  }
}

/** Is this something that requests can be made to? */
export function isProvider(value: unknown): value is Eip1193Provider {
  return typeof readProperty(value, 'request') === 'function'
}

function text(info: unknown, field: string): string {
  const plain = plainText(readProperty(info, field))
  // More letters have no place in anything here.
  if (!plain || plain.length > 255) throw new InvalidAnnouncementError({ field })
  return plain
}
