import { isIP } from 'node:net'
import * as v from 'valibot'

/** A text that is written in one way. */
export const matching = (pattern: RegExp, sentence: string): v.GenericSchema<string> =>
  v.pipe(v.string(), v.regex(pattern, sentence))

/** A text that passes a check. */
export const checked = (check: (text: string) => boolean, sentence: string): v.GenericSchema<string> =>
  v.pipe(v.string(), v.check(check, sentence))

/** Whether a text is something to listen on: an address or a name, without a port. */
export const isHost = (text: string): boolean => isIP(text) !== 0 || (/^[^\s/:]+$/.test(text) && /\D/.test(text))

/** A folder's path. An address in its place would be made as one. */
export const Folder = matching(/^(?![a-z][a-z\d+.-]*:\/\/)/i, 'must be the path of a folder')

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

/** What is wrong with variables: of each the first fault, whose place within is nobody's matter. */
export function faultsOf(
  issues: readonly v.BaseIssue<unknown>[],
): readonly { readonly name: string; readonly issue: v.BaseIssue<unknown> }[] {
  const named = issues.map((issue) => ({ name: v.getDotPath(issue)?.split('.', 1)[0] ?? '', issue }))
  return named.filter(({ name }, index) => named.findIndex((each) => each.name === name) === index)
}

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
