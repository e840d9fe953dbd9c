import type { ShownRequest } from '@foyer/core/words'
import type { PreparedRequest } from './family.js'

type Asked = Extract<PreparedRequest, { readonly kind: 'ask' }>

/** A request in other words, and where it is said carried out otherwise; with it whatever is asked for in its place. */
export function restated(
  prepared: PreparedRequest,
  change: {
    readonly shown: (shown: ShownRequest) => ShownRequest
    readonly asked?: (asked: Asked) => Asked
  },
): PreparedRequest {
  if (prepared.kind !== 'ask') return prepared
  const { shown, describe, recheck, limitTo, instead } = prepared
  const changed: Asked = {
    ...prepared,
    shown: change.shown(shown),
    ...(describe && { describe: async () => change.shown(await describe()) }),
    ...(recheck && {
      async recheck() {
        const again = await recheck()
        return again && restated(again, change)
      },
    }),
    ...(limitTo && { limitTo: async (amount: string) => restated(await limitTo(amount), change) }),
    ...(instead && {
      instead: (error: unknown) => instead(error)?.then((again) => restated(again, change)),
    }),
  }
  return change.asked?.(changed) ?? changed
}
