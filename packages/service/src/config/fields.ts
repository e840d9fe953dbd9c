import * as v from 'valibot'

/** A text that is written in one way. */
export const matching = (pattern: RegExp, sentence: string): v.GenericSchema<string> =>
  v.pipe(v.string(), v.regex(pattern, sentence))

/** A text that passes a check. */
export const checked = (check: (text: string) => boolean, sentence: string): v.GenericSchema<string> =>
  v.pipe(v.string(), v.check(check, sentence))

/** Whether a text is a bare origin, such as `http://127.0.0.1:8080`. */
export const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).origin === text

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
