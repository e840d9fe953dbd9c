import type { ContractCall } from './contractWorld.js'

/** Texts that no column of PostgreSQL holds, numbers beyond those of its columns, and what JSON has beside. */
const hostile: readonly unknown[] = [
  'a\0b',
  '\ud800',
  'x'.repeat(3_000),
  '9'.repeat(100),
  2 ** 31,
  2 ** 53,
  1e308,
  -1,
  null,
  [],
  {},
]
const inUrl = hostile.filter((each) => typeof each === 'string' && !/\p{Cs}/u.test(each))

type Texts = Readonly<Record<string, string>>

/** A good call with one of its values replaced by each hostile one; a body that is signed as a text isn't. For tests. */
export function hostileCalls({ params, query, body, headers }: ContractCall): readonly ContractCall[] {
  const withTexts = (texts: Texts | undefined, put: (changed: Texts) => ContractCall) =>
    Object.keys(texts ?? {}).flatMap((name) => inUrl.map((value) => put({ ...texts, [name]: String(value) })))
  return [
    ...withTexts(params, (changed) => ({ params: changed, query, body, headers })),
    ...withTexts(query, (changed) => ({ params, query: changed, body, headers })),
    ...(typeof body === 'string' ? [] : changesOf(body).map((changed) => ({ params, query, body: changed, headers }))),
  ]
}

/** A value of JSON, as many times as it has places, each time with another of them changed. */
function changesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((each, index) => changesOf(each).map((changed) => value.with(index, changed)))
  }
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : hostile
  return Object.entries(value).flatMap(([key, each]) =>
    changesOf(each).map((changed) => ({ ...value, [key]: changed })),
  )
}
