/**
 * A text as a search compares it: without case, accents, width and spaces at its ends.
 * @example
 * foldText('  Ébène ') // 'ebene'
 */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
