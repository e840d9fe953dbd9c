/** The content of one mail, before it is text or a page. Every part is plain text in one language. */
export interface Letter {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly subject: string
  /** what mail programs show beside the subject */
  readonly preview: string
  readonly title: string
  /** of the wallet's page, whose mark and host stand above */
  readonly walletOrigin: string
  readonly parts: readonly LetterPart[]
}

/** The catalogue's sentences for each occasion of a mail. */
export type LetterSentence = 'subject' | 'preview' | 'title' | 'text' | 'note'

/** A piece of a mail, from above to below. */
export type LetterPart =
  | { readonly kind: 'words'; readonly text: string }
  /** small, for what is read last */
  | { readonly kind: 'note'; readonly text: string }
  /** a code to be typed, with what it is */
  | { readonly kind: 'code'; readonly label: string; readonly code: string }
  /** what is known of something, a row each; a value is from left to right where it is an address or a name of a machine, and it is never a link */
  | { readonly kind: 'facts'; readonly facts: readonly LetterFact[] }
  /** a button; a quiet one stands after what the mail is for */
  | { readonly kind: 'link'; readonly label: string; readonly href: string; readonly isQuiet?: boolean | undefined }

export interface LetterFact {
  readonly label: string
  readonly value: string
  readonly isCode?: boolean | undefined
}

/** Cleans a value that goes into a sentence of a mail's catalogue: every value is without line breaks, direction marks and other controls. */
export const shown = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')

/** Not drawn, and in no address or number: nothing is taken for one that has it within. ZERO WIDTH NON-JOINER, which every font and mail program knows. */
const parting = '\u200c'
/** The fewest digits that are taken for a telephone number. */
const fewestDialled = 7

/**
 * Parts what strangers have named so that it reads as it did and no mail program makes a link of it: no host, address or scheme at its punctuation, and no telephone
 * number. Mail programs look for those in all text, and go by no mark-up of ours.
 */
export function unlinked(text: string): string {
  const parted = shown(text).replace(/[\p{P}\p{S}](?=\S)/gu, `$&${parting}`)
  const digits = parted.match(/\p{Nd}/gu) ?? []
  return digits.length < fewestDialled ? parted : parted.replace(/\p{Nd}(?=\p{Nd})/gu, `$&${parting}`)
}
