/** Words that many names share, so that they distinguish none of them. */
const common = new Set(['wallet', 'app', 'the', 'mainnet', 'network', 'chain', 'super', 'desktop', 'by', 'of'])

/**
 * One to three letters that stand for a name: of its first two words, of a word's two humps, or a short word of capitals
 * whole.
 * @example
 * initials('MetaMask') // 'MM'
 * initials('OKX Wallet') // 'OKX'
 * initials('Rainbow') // 'R'
 */
export function initials(name: string): string {
  const words = name.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? []
  const distinctive = words.filter((word) => !common.has(word.toLowerCase()))
  const [first, second] = distinctive.length > 0 ? distinctive : words
  if (first === undefined) return '?'
  if (/^\p{Lu}{2,3}$/u.test(first)) return first
  const [start = '', hump] = first.match(/\p{Lu}?[^\p{Lu}]+|\p{Lu}+/gu) ?? [first]
  const other = hump ?? (isSuffix(name, second) ? undefined : second)
  return (firstOf(start) + (other === undefined ? '' : firstOf(other))).toUpperCase()
}

/** `Crypto.com` is read as one word. */
const isSuffix = (name: string, word: string | undefined) => word !== undefined && name.includes(`.${word}`)

/** By code point, so that no half of a pair is left. */
const firstOf = (word: string) => [...word][0] ?? ''
