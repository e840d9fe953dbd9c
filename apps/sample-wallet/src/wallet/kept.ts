import * as v from 'valibot'
import type { TextStorage } from '../keys/keyStore.js'

/** A value in the page's storage, parsed when read; an unreadable value counts as missing. */
export interface Kept<Value> {
  get(): Value
  set(value: Value): void
}

export function createKept<Value>({
  storage,
  name,
  schema,
  empty,
}: {
  readonly storage: TextStorage
  readonly name: string
  readonly schema: v.GenericSchema<unknown, Value>
  readonly empty: Value
}): Kept<Value> {
  const place = `foyer-sample-wallet/1/${name}`
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), storage.getItem(place))
  let value = success ? output : empty
  return {
    get: () => value,
    set(next) {
      value = next
      storage.setItem(place, JSON.stringify(next))
    },
  }
}
