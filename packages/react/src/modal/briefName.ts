/** As many letters as leave room for the sentence around. */
const longest = 18

/** A name for the middle of a sentence; where it's cut short, its whole must be at hand. */
export function briefName(name: string): string {
  const letters = [...name]
  return letters.length > longest
    ? `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : name
}
