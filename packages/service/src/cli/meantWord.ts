/**
 * Suggests for a word that isn't known: the one that begins as it does, whatever its capitals and dashes, and otherwise all there are.
 * @example meantWord('dailyRequest', ['name', 'daily-requests']) // 'Did you mean daily-requests?'
 */
export function meantWord(word: string, known: readonly string[]): string {
  const begins = plainOf(word).slice(0, 3)
  const meant = begins.length < 3 ? undefined : known.find((each) => plainOf(each).startsWith(begins))
  return meant === undefined ? `Known are: ${known.join(', ')}.` : `Did you mean ${meant}?`
}

const plainOf = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, '')
