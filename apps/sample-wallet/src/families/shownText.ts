// Controls, direction marks and letters without a width: with them a text from outside could pose as another, or turn its line around.
const unseen = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** A name from outside as it may be shown, without what can't be seen [F14]. */
export function shownName(name: string, atMost = 80): string {
  const seen = name.replace(unseen, '').trim()
  return seen.length > atMost ? `${seen.slice(0, atMost - 1)}…` : seen
}

/** A text that is signed, as it may be shown: nothing is left out, and what can't be seen is named in its place [F14]. */
export function shownText(text: string): string {
  return text.replace(unseen, (letter) =>
    letter === '\n' || letter === '\t'
      ? letter
      : `⟨U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}
