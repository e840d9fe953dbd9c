import * as v from 'valibot'
import type { TextStorage } from '../keys/keyStore.js'

/** A value in the page's storage, parsed on its way back; what can't be read any more is as if it had never been. */
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
