const number = '[SFWX]\\d+(?:\\.\\d+)?'
const numbers = `${number}(?:[–, ]+${number})*`

/**
 * A doc comment without the numbers of the specification's statements and the rules of safety, which are the sources' own.
 * @param {string} comment
 */
export const withoutNumbers = (comment) =>
  comment
    .replace(new RegExp(` *(?:\\[${numbers}\\]|\\(${numbers}\\))`, 'g'), '')
    .replace(/ *(@see )(.*?)(?=( *\*\/)?$)/gm, (_, see, references) => {
      const kept = referencesIn(references)
      // A line of its own that says nothing more is left out by whoever writes the lines.
      return kept || /^\s*\*/.test(comment) ? ` ${see}${kept}` : ''
    })

/**
 * What a `@see` names besides those numbers, and says of one.
 * @param {string} references
 */
export const referencesIn = (references) =>
  references
    .split(/[,;] */)
    .flatMap(unnumbered)
    .join('; ')

const unnumbered = (reference) => {
  const [, said] = new RegExp(`^(?:${numbers}|and ${number})(?:: (.*)| for .*)?$`).exec(reference) ?? [
    undefined,
    reference,
  ]
  return said ? [said] : []
}
