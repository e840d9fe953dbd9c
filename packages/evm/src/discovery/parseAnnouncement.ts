import type { Eip1193Provider } from '@foyer/core'
import { InvalidAnnouncementError } from './InvalidAnnouncementError.js'

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
  try {
    const info = read(detail, 'info')
    const provider = read(detail, 'provider')
    if (!isProvider(provider)) throw new InvalidAnnouncementError({ field: 'provider' })
    const icon = read(info, 'icon')
    return {
      uuid: text(info, 'uuid', /^.{1,64}$/),
      name: text(info, 'name', /\S/).slice(0, 64),
      // With a dot in it, an rdns can't take the id of one of the kit's own connectors.
      rdns: text(info, 'rdns', /^(?=.{1,255}$)[\w-]+(\.[\w-]+)+$/),
      icon: typeof icon === 'string' && icon.length < 4e5 && /^(data:image\/|https:\/\/)/.test(icon) ? icon : undefined,
      provider,
    }
  } catch (cause) {
    throw cause instanceof InvalidAnnouncementError ? cause : new InvalidAnnouncementError({ field: 'detail', cause })
  }
}

/** Is this something that requests can be made to? A getter that throws says no. */
export function isProvider(value: unknown): value is Eip1193Provider {
  try {
    return typeof read(value, 'request') === 'function'
  } catch {
    return false // it can't be asked anything, so it is no provider
  }
}

/** A property of anything at all. @throws what its getter throws */
export function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function text(info: unknown, field: string, form: RegExp): string {
  const value = read(info, field)
  // Control, format and direction characters have no place in a name.
  const plain =
    typeof value === 'string'
      ? value
          .slice(0, 300)
          .replace(/[\p{Cc}\p{Cf}]/gu, '')
          .trim()
      : ''
  if (!form.test(plain)) throw new InvalidAnnouncementError({ field })
  return plain
}
