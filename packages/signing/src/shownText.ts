// Controls, direction marks, tags, fillers and letters without a width: with them an untrusted text could imitate another, or reverse its line.
const hasUnseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2065\u2800\u3164\uffa0]|\u034f/u
const unseen = new RegExp(hasUnseen, 'gu')

/** An untrusted name for display, without invisible characters [F14]. */
export function shownName(name: string, atMost = 80): string {
  const seen = name.replace(unseen, '').trim()
  return seen.length > atMost ? `${seen.slice(0, atMost - 1)}…` : seen
}

/**
 * A text to sign for display: nothing is left out, and invisible characters are named in their place [F14].
 * In one pass in which each kind of letter is looked at once: an expression that replaces a million of them blocks a page for seconds.
 */
export function shownText(text: string): string {
  if (!hasUnseen.test(text)) return text
  const names = new Map<number, string>()
  let shown = ''
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0
    if (point >= 0x20 && point < 0x7f) continue
    const name = names.get(point) ?? unseenName(point)
    names.set(point, name)
    const next = at + (point > 0xffff ? 2 : 1)
    if (name !== '') {
      shown += text.slice(from, at) + name
      from = next
    }
    at = next - 1
  }
  return shown + text.slice(from)
}

/** Returns what stands for a letter that can't be seen; nothing for one that can, or that ends a line or a cell. */
function unseenName(point: number): string {
  const letter = String.fromCodePoint(point)
  return letter === '\n' || letter === '\t' || !hasUnseen.test(letter)
    ? ''
    : `⟨U+${point.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** Bytes as the text that they are, to the last letter; undefined where they aren't UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined // shown as data
  }
}
