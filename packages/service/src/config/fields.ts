import * as v from 'valibot'

/** A text that is written in one way. */
export const matching = (pattern: RegExp, sentence: string): v.GenericSchema<string> =>
  v.pipe(v.string(), v.regex(pattern, sentence))

/** A text that passes a check. */
export const checked = (check: (text: string) => boolean, sentence: string): v.GenericSchema<string> =>
  v.pipe(v.string(), v.check(check, sentence))

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

/** Whether a text is a bare origin, such as `http://127.0.0.1:8080`. */
export const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).origin === text

/** An address of the web, or of a socket, with or without encryption. */
export function addressOf(scheme: 'http' | 'ws'): v.GenericSchema<string> {
  const sentence = `must be ${scheme === 'http' ? 'an' : 'a'} ${scheme} or ${scheme}s address`
  return v.pipe(v.string(), v.url(sentence), v.regex(new RegExp(`^${scheme}s?://`), sentence))
}

/** The address of an outside service, or of a page. */
export const WebUrl: v.GenericSchema<string> = addressOf('http')

/** JSON of one form. All that may be wrong with it is one sentence, as valibot's own repeat what was received. */
export const jsonOf = <Read>(schema: v.GenericSchema<unknown, Read>, sentence: string): v.GenericSchema<string, Read> =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): Read => {
      const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), dataset.value)
      if (success) return output
      addIssue({ message: sentence })
      return NEVER
    }),
  )

/** A whole number of a variable. */
export const wholeNumber = ({ from, to }: { from: number; to: number }) => {
  const sentence = `must be a whole number from ${from} to ${to}`
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, sentence),
    v.transform(Number),
    v.minValue(from, sentence),
    v.maxValue(to, sentence),
  )
}

/** A list of a variable, with commas between. */
export const listOf = (check: (item: string) => boolean, sentence: string) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((part) => part.trim())),
    v.everyItem(check, sentence),
  )
