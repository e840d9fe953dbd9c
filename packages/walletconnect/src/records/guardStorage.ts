import type { KeyValueStorage } from '@foyer/core'
import { StorageError } from '@foyer/core/errors'

/**
 * A storage that never throws, made of one that may: what is blocked reads as empty, and what is full forgets. A kit's own is such a one already.
 *
 * @param parameters.storage - undefined where there is none
 * @param parameters.report - told once, at most
 * @see F20
 * @example createRecords({ storage: guardStorage({ storage: localStorage, report }), report })
 */
export function guardStorage({
  storage,
  report,
}: {
  readonly storage: KeyValueStorage | undefined
  readonly report: (error: StorageError) => void
}): KeyValueStorage {
  let tell = (error: StorageError): void => {
    tell = () => {}
    report(error)
  }
  const attempt = <Result>(run: () => Result): Result | undefined => {
    try {
      return run()
    } catch (cause) {
      tell(new StorageError({ cause }))
      return undefined
    }
  }
  return {
    getItem: (key) => attempt(() => storage?.getItem(key)) ?? null,
    setItem: (key, text) => attempt(() => storage?.setItem(key, text)),
    removeItem: (key) => attempt(() => storage?.removeItem(key)),
  }
}
