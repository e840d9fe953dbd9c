import { type Bytes, keyLength, sha256, transcript } from '@foyer/custody/bytes'

/** Crockford's letters: none of them looks like another. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Characters that are meant by letters that aren't among them. */
const likes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

const [groupBytes, groupLetters] = [4, 8] as const
/** How many groups a paper has. */
export const paperGroups = keyLength / groupBytes

/** Of a group at its place: two that changed places are noticed as well. */
const checkOf = async (index: number, bytes: Bytes): Promise<number> =>
  (await sha256(transcript('foyer paper group 1', String(index), bytes)))[0] ?? 0

/** A part as it is printed: groups of eight letters, the last eight bits of each a check of the others. */
export function printPaper(part: Bytes): Promise<readonly string[]> {
  const groups = Array.from({ length: paperGroups }, (_, index) =>
    part.slice(index * groupBytes, (index + 1) * groupBytes),
  )
  return Promise.all(
    groups.map(async (bytes, index) => {
      const check = await checkOf(index, bytes)
      const value = [...bytes, check].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
      return Array.from({ length: groupLetters }, (_, at) => {
        return letters[Number((value >> BigInt(5 * (groupLetters - 1 - at))) & 31n)] ?? ''
      }).join('')
    }),
  )
}

/** The reading of what was typed of a paper: its part, or which group isn't what was printed, counted from 1. */
export type ReadPaper = { readonly part: Bytes } | { readonly wrong: number }

/** The letters of what was typed, in whichever case, with whatever between them. */
const typedLetters = (typed: string): readonly string[] =>
  [...typed.toUpperCase()].map((letter) => likes[letter] ?? letter).filter((letter) => letters.includes(letter))

/** Reads a group that was typed at its place, counted from 1. @returns null where it isn't what was printed there */
export async function readPaperGroup(typed: string, group: number): Promise<Bytes | null> {
  const value = typedLetters(typed).reduce((sum, letter) => sum * 32n + BigInt(letters.indexOf(letter)), 0n)
  if (typedLetters(typed).length !== groupLetters) return null
  const all = Array.from({ length: groupBytes + 1 }, (_, at) => Number((value >> BigInt(8 * (groupBytes - at))) & 255n))
  const bytes = Uint8Array.from(all.slice(0, groupBytes))
  return (await checkOf(group - 1, bytes)) === all.at(-1) ? bytes : null
}

/** Reads a paper: its groups one after another, whatever stands between them. */
export async function readPaper(typed: string): Promise<ReadPaper> {
  const all = typedLetters(typed)
  const part = new Uint8Array(keyLength)
  for (let group = 1; group <= paperGroups; group += 1) {
    const bytes = await readPaperGroup(all.slice((group - 1) * groupLetters, group * groupLetters).join(''), group)
    if (bytes === null) return { wrong: group }
    part.set(bytes, (group - 1) * groupBytes)
  }
  return all.length === paperGroups * groupLetters ? { part } : { wrong: paperGroups }
}
