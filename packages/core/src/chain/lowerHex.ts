import { type Hex, InvalidHexError } from './hex.js'

/**
 * Hexadecimals in their one form: a small `0x`, whole bytes, small digits. What comes from outside has it from the border on, where `readLowerHex` or a schema
 * makes it: what is written otherwise isn't of this type, and compared with it no literal compiles that has a capital or is none of ours.
 */
export type LowerHex = Hex & { readonly '~spelling': 'lower' }

/**
 * The four bytes by which a call names its function. To the compiler it is no text at all: it is compared with another selector, never with text.
 */
export interface Selector {
  readonly '~spelling': 'selector'
}

/** Whether text is hexadecimals in their one form. */
export const isLowerHex = (text: string): text is LowerHex => text.length % 2 === 0 && /^0x[0-9a-f]*$/.test(text)

/**
 * Reads hexadecimals of whole bytes in any case of their digits; undefined for all else, such as `0X`, half a byte, or a blank.
 *
 * @example readLowerHex('0xCEF6D209') // '0xcef6d209'
 */
export function readLowerHex(text: string): LowerHex | undefined {
  const lower = text.startsWith('0x') ? text.toLowerCase() : text
  return isLowerHex(lower) ? lower : undefined
}

/**
 * Returns hexadecimals that a decoder or an encoder made of bytes.
 *
 * @throws {@link InvalidHexError} for half a byte
 */
export function lowerHex(hex: Hex): LowerHex {
  const lower = readLowerHex(hex)
  if (lower === undefined) throw new InvalidHexError({ wanted: 'bytes' })
  return lower
}

/** No bytes: the data of a plain transfer, the code of an account without any. */
export const noBytes: LowerHex = /* @__PURE__ */ lowerHex('0x')

/** Whether hexadecimals hold no byte. */
export const isEmptyHex = (hex: LowerHex): boolean => hex === noBytes

const isSelector = (text: unknown): text is Selector => typeof text === 'string' && /^0x[0-9a-f]{8}$/.test(text)

/**
 * Returns the selector of a function by its digits, in small letters: with a capital it doesn't compile.
 *
 * @throws {@link InvalidHexError} for what isn't four bytes
 * @example selector('0xa9059cbb')
 */
export function selector<const Text extends Hex>(text: Text & Lowercase<Text>): Selector {
  if (!isSelector(text)) throw new InvalidHexError({ wanted: 'bytes' })
  return text
}

/** Returns the selector that calldata begins with; undefined for less than four bytes. */
export function selectorIn(data: LowerHex): Selector | undefined {
  const first: unknown = data.slice(0, 10)
  return isSelector(first) ? first : undefined
}
