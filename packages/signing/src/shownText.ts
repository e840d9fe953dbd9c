// Controls, direction marks, tags, fillers and letters without a width: with them an untrusted text could imitate another, or reverse its line.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2065\u2800\u3164\uffa0]|\u034f/gu

/** An untrusted name for display, without invisible characters [F14]. */
export function shownName(name: string, atMost = 80): string {
  const seen = name.replace(unseen, '').trim()
  return seen.length > atMost ? `${seen.slice(0, atMost - 1)}…` : seen
}

/** A text to sign for display: nothing is left out, and invisible characters are named in their place [F14]. */
export function shownText(text: string): string {
  return text.replace(unseen, (letter) =>
    letter === '\n' || letter === '\t'
      ? letter
      : `⟨U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}

/** Bytes as the text that they are, to the last letter; undefined where they aren't UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined // shown as data
  }
}
