/** The alphabets of which one text may hold several: as people write Japanese, Chinese and Korean beside Latin. */
const together: readonly (readonly string[])[] = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

/** The alphabets that are distinguished; a letter of any other is one of its own kind. */
const alphabets: readonly (readonly [name: string, letter: RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Han', /\p{Script=Han}/u],
  ['Hiragana', /\p{Script=Hiragana}/u],
  ['Katakana', /\p{Script=Katakana}/u],
  ['Hangul', /\p{Script=Hangul}/u],
  ['Bopomofo', /\p{Script=Bopomofo}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
]

/** Letters of other alphabets that are drawn as Latin ones, and as which: a text of these alone reads as Latin. */
const drawn = 'АВСЕНІЈКМОРЅТУХҮҺӀԁѕіјһԛԝасеорухΑΒΕΖΗΙΚΜΝΟΡΤΥΧονυ'
const asLatin = 'ABCEHIJKMOPSTYXYhldsijhqwaceopyxABEZHIKMNOPTYXovu'
const drawnAsLatin = new RegExp(`^[${drawn}\\p{Script=Lisu}\\p{Script=Cherokee}]+$`, 'u')

/** Letters of phonetics and other trades, which are shaped as the usual ones and belong to no language's names. */
const shapedAlike = /[\u0250-\u02af\u1d00-\u1dbf\u01c0\ua730-\ua7ff\uab30-\uab6f]/u

/**
 * Whether letters of a text may pose as others: it mixes alphabets as no language does, is written in another one with letters that are drawn as Latin
 * ones, or has letters of a shape that a plain text has no use for.
 *
 * @see UTS #39, "Highly Restrictive"
 * @example hasLookAlikes('UЅDC') // true: its second letter is a Cyrillic one
 */
export function hasLookAlikes(text: string): boolean {
  const letters = [...text.normalize('NFC')].filter((letter) => /\p{L}/u.test(letter))
  if (letters.length === 0) return false
  if (letters.some((letter) => shapedAlike.test(letter) || isStyled(letter))) return true
  if (drawnAsLatin.test(letters.join(''))) return true
  const present = new Set(letters.map(alphabetOf))
  return present.size > 1 && !together.some((group) => [...present].every((name) => group.includes(name)))
}

/**
 * Returns the plain letters that a text reads like.
 *
 * @example readsLike('UЅDC') // 'USDC'
 */
export const readsLike = (text: string): string =>
  [...text.normalize('NFKC')].map((letter) => asLatin[drawn.indexOf(letter)] ?? letter).join('')

const alphabetOf = (letter: string): string => alphabets.find(([, isOf]) => isOf.test(letter))?.[0] ?? 'other'

/** A Latin letter in another dress, such as a mathematical, an encircled or a wide one. */
function isStyled(letter: string): boolean {
  const plain = letter.normalize('NFKC')
  return plain !== letter && /^[A-Za-z]+$/.test(plain)
}

/** The compared parts of an address: its first letters after what all have in common, and its last. */
const seen = { start: 4, end: 4 }
/** The common beginning of all addresses of a kind: hexadecimal, and Bech32 with its network and version (BIP-173). */
const sharedBeginning = /^(0x|(bc|tb|bcrt)1[a-z])/
/** The parts of it that a row shows [S9.43]. */
const shown = { start: 4, end: 6 }

/**
 * Does an address look like another, although it isn't? The same few letters at its start and end can be had by trying, which is how wallets are led to
 * send to a stranger.
 */
export function looksLike({
  address,
  known,
  isSame,
}: {
  readonly address: string
  readonly known: string
  readonly isSame: (one: string, other: string) => boolean
}): boolean {
  if (isSame(address, known)) return false
  const [one, other] = [address.toLowerCase(), known.toLowerCase()]
  const alike = ({ start, end }: typeof seen, from: number) =>
    one.slice(from, from + start) === other.slice(from, from + start) && one.slice(-end) === other.slice(-end)
  return alike(seen, sharedBeginning.exec(one)?.[0].length ?? 0) || alike(shown, 0)
}
