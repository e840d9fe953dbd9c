/** Characters that can't be seen, or turn those beside them: control, format (bidi, zero width, tags), unassigned, line ends. */
const unseen = /[\p{C}\p{DI}\p{Zl}\p{Zp}]/gu

/** Marks upon marks, by which a name climbs over its neighbours. */
const towers = /(\p{M}{2})\p{M}+/gu

/**
 * Makes a stranger's text fit to be shown on one line: nothing invisible, nothing that changes direction, no towers of
 * marks, and no more than `longest` characters. It says nothing about whether the text is true.
 * @see F14
 * @example showableText({ text: 'USD\u202eC', longest: 32 }) // 'USDC'
 */
export function showableText({ text, longest }: { text: string; longest: number }): string {
  // Cut first: what follows takes time for every character, and a contract can hand out millions.
  const cut = text.slice(0, 8 * longest)
  const seen = cut.replace(/\s/gu, ' ').replace(unseen, '').normalize('NFC').replace(towers, '$1').replace(/ +/g, ' ')
  return [...seen.trim()].slice(0, longest).join('').trim()
}
