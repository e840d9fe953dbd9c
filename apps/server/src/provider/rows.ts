import * as v from 'valibot'

/**
 * A row of a list: null for one that can't be read, so that it doesn't take the others with it. A provider counts them where the question
 * names its rows.
 */
export const row = <Row>(schema: v.GenericSchema<unknown, Row>) => v.fallback(v.nullable(schema), null)

/** Rows without those that could not be read. */
export const readable = <Row>(rows: readonly (Row | null)[]): readonly Row[] => rows.flatMap((each) => each ?? [])
