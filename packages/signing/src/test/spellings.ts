import { getAddress } from 'viem'

/** For tests. Ways of writing the same bytes, each of which an application's page may choose. */
export const spellings: Readonly<Record<string, (hex: string) => string>> = {
  capital: (hex) => digitsOf(hex, (digit) => digit.toUpperCase()),
  small: (hex) => digitsOf(hex, (digit) => digit.toLowerCase()),
  alternating: (hex) => digitsOf(hex, (digit, index) => (index % 2 === 0 ? digit.toUpperCase() : digit.toLowerCase())),
  mixed: (hex) => digitsOf(hex, mixing(hex)),
  checksummed: (hex) => (/^0x[0-9a-f]{40}$/i.test(hex) ? getAddress(hex.toLowerCase()) : hex.toLowerCase()),
}

const digitsOf = (hex: string, write: (digit: string, index: number) => string): string =>
  `0x${[...hex.slice(2)].map(write).join('')}`

/** Capitals by a seed that the digits themselves are. */
function mixing(hex: string): (digit: string) => string {
  let state = [...hex].reduce((sum, digit) => (sum * 31 + digit.charCodeAt(0)) >>> 0, 7)
  return (digit) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state >>> 31 === 1 ? digit.toUpperCase() : digit.toLowerCase()
  }
}

/** A value with each of its texts that are hexadecimals in another spelling; whatever else stands in it to the letter. */
export function respelled(value: unknown, spell: (hex: string) => string): unknown {
  if (typeof value === 'string') return /^0x[0-9a-f]*$/i.test(value) ? spell(value) : value
  if (Array.isArray(value)) return value.map((each: unknown) => respelled(each, spell))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, respelled(each, spell)]))
}

/** The spellings that a test tries of one request: FOYER_FULL=1 all of them, else one, by what is asked. */
export function spellingsFor(asked: string): readonly (readonly [name: string, spell: (hex: string) => string])[] {
  const all = Object.entries(spellings)
  if (process.env.FOYER_FULL) return all
  const sum = [...asked].reduce((sum, letter) => (sum + letter.charCodeAt(0)) % all.length, 0)
  return all.slice(sum, sum + 1)
}
