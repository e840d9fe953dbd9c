import type { Eip1193Provider } from '@foyer/core'
import { FoyerError } from '@foyer/core/errors'

/** Something announced itself as a wallet that can't be one (EIP-6963); it is left out. */
export class InvalidAnnouncementError extends FoyerError {
  override readonly name = 'InvalidAnnouncementError'
  readonly code = 'invalid_announcement'

  constructor(facts: { readonly field: string }) {
    super(`Unusable ${facts.field} announced.`, { facts })
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
 * Reads what an extension announced. Anything in the page can say anything here: getters may throw, texts may be endless.
 * A wallet whose picture is of no use goes without one; it can be used all the same.
 *
 * @throws {@link InvalidAnnouncementError}
 */
export function parseAnnouncement(detail: unknown): Announcement {
  const info = read(detail, 'info')
  const icon = read(info, 'icon')
  const provider = read(detail, 'provider')
  if (!isProvider(provider)) throw new InvalidAnnouncementError({ field: 'provider' })
  return {
    uuid: text(info, 'uuid'),
    name: text(info, 'name').slice(0, 64),
    // With a dot in it, an rdns can't take the id of one of the kit's own connectors.
    rdns: text(info, 'rdns', /^[\w-]+(\.[\w-]+)+$/),
    icon: typeof icon === 'string' && icon.length < 4e5 && /^(data:image\/|https:\/\/)/.test(icon) ? icon : undefined,
    provider,
  }
}

/** Is this something that requests can be made to? */
export function isProvider(value: unknown): value is Eip1193Provider {
  return typeof read(value, 'request') === 'function'
}

/** A property of anything at all; a getter that throws, as what has no properties, says nothing. */
export function read(value: unknown, name: string): unknown {
  try {
    return Reflect.get(Object(value), name)
  } catch {
    return undefined // the caller that needs the property names it as missing
  }
}

function text(info: unknown, field: string, form = /./): string {
  const value = read(info, field)
  // Control, format and direction characters have no place in a name; more than 255 letters have none in anything here.
  const plain = typeof value === 'string' ? value.replace(/[\p{Cc}\p{Cf}]/gu, '').trim() : ''
  if (plain.length > 255 || !form.test(plain)) throw new InvalidAnnouncementError({ field })
  return plain
}
