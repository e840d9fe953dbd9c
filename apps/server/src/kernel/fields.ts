import * as v from 'valibot'

/** Whether a parser takes a text. */
export const parses =
  (parse: (text: string) => unknown) =>
  (text: string): boolean => {
    try {
      parse(text)
      return true
    } catch {
      return false // what it throws says why, and the sentence of the field says so too
    }
  }

/** A text with something in it. */
export const textOf = (longest: number): v.GenericSchema<string> =>
  v.pipe(
    v.string(),
    v.minLength(1, 'must not be empty'),
    v.maxLength(longest, `must have ${longest} characters at most`),
  )

export function whole(from: number, to: number, sentence?: string): v.GenericSchema<number> {
  const said = sentence ?? `must be a whole number from ${from} to ${to}`
  return v.pipe(v.number(said), v.integer(said), v.minValue(from, said), v.maxValue(to, said))
}

/** An address of the web, or of a socket, with or without encryption. */
export function addressOf(scheme: 'http' | 'ws'): v.GenericSchema<string> {
  const sentence = `must be ${scheme === 'http' ? 'an' : 'a'} ${scheme} or ${scheme}s address`
  const isOfScheme = (text: string) => text.startsWith(`${scheme}://`) || text.startsWith(`${scheme}s://`)
  return v.pipe(v.string(), v.url(sentence), v.check(isOfScheme, sentence))
}

/** The address of an outside service, or of a page. */
export const WebUrl: v.GenericSchema<string> = addressOf('http')
