import * as v from 'valibot'

/**
 * A row of a list: null for one that can't be read, so that it doesn't take the others with it. A provider counts them where the question
 * names its rows.
 */
export const row = <Row>(schema: v.GenericSchema<unknown, Row>) => v.fallback(v.nullable(schema), null)

/** The same of a list by names, whose rows are objects, however they are written: what has others is another answer. */
export const namedRow = <Row>(schema: v.GenericSchema<unknown, Row>) =>
  v.pipe(
    v.nullable(v.looseObject({})),
    v.transform((each): Row | null => {
      const parsed = v.safeParse(schema, each)
      return parsed.success ? parsed.output : null
    }),
  )

/** Rows without those that could not be read. */
export const readable = <Row>(rows: readonly (Row | null)[]): readonly Row[] => rows.flatMap((each) => each ?? [])
