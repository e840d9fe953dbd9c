import type { Token } from './token.js'

/** Addresses of pages, and words of lures. */
const lures = [
  /https?:|www\.|[a-z0-9-]\.(?:com|org|net|io|xyz|app|site|finance|fi|gift|lol|me|top|vip|pro|cc|live|link|online|info|ru|co)\b/i,
  /\bt\.me\b|\bvisit\b|\bclaim|\bairdrop|\breward|\bbonus\b|\bgift\b|\bvoucher\b|\bwhitelist\b|\bgiveaway\b/i,
]

/** Letters of other scripts that look like Latin ones, and digits that look like letters. */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'h',
  ι: 'i',
  κ: 'k',
  μ: 'm',
  ν: 'n',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'y',
  χ: 'x',
  ζ: 'z',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  '₮': 't',
  $: 's',
  '0': 'o',
  '1': 'l',
  '5': 's',
}

/**
 * Whether a token is one that is spam: it is unlisted, and it advertises in its name, or takes
 * the symbol of a listed one. Balances leave such tokens out; a history marks them.
 * @param listed - the network's listed tokens, its own coin among them
 */
export function isSpamToken({ token, listed }: { token: Token; listed: readonly Token[] }): boolean {
  if (token.listed) return false
  if (isLure(token.name) || isLure(token.symbol)) return true
  const shape = skeleton(token.symbol)
  return listed.some(({ symbol }) => skeleton(symbol) === shape)
}

/** Whether a name of a token, an NFT or a collection advertises. */
export function isLure(text: string): boolean {
  const plain = text.normalize('NFKC')
  return lures.some((lure) => lure.test(plain)) || (/\bfree\b/i.test(plain) && /\bmint\b/i.test(plain))
}

function skeleton(symbol: string): string {
  const letters = [...symbol.normalize('NFKD').toLowerCase()].map((letter) => lookalikes[letter] ?? letter)
  return letters.join('').replace(/[^\p{L}\p{N}]/gu, '')
}
