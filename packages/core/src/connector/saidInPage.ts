/** Reading what wallets say of themselves in a page: anything there can say anything, its getters may throw, and its texts may be endless. */

/** A property of anything at all; a getter that throws, as what has no properties, says nothing. */
export function readProperty(value: unknown, name: string): unknown {
  try {
    return Reflect.get(Object(value), name)
  } catch {
    return undefined // the caller that needs the property names it as missing
  }
}

/** A text without control, format and direction characters, which have no place in a name; empty for what is no text. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/[\p{Cc}\p{Cf}]/gu, '').trim() : ''

/** A picture of the form that a standard allows; a wallet whose picture is of no use goes without one. */
export const usableIcon = (value: unknown, form: RegExp = /^\s*(data:image\/|https:\/\/)/): string | undefined =>
  typeof value === 'string' && value.length < 4e5 && form.test(value) ? value : undefined
