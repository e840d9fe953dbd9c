import type { Foyer } from '../foyer.js'
import { whenLoaded } from '../loading/whenLoaded.js'
import { accountOf } from '../state/selectors.js'
import type { Definition, Fetchable, Fetched, OfAccount } from './definition.js'

/** While there is nothing to ask. */
export const idle: Fetched<never> = { status: 'idle', more: 'none', refetch() {}, loadMore() {} }

/**
 * Follows what is fetched: what an account holds, its history, or a thing that a feature's room defines. It is asked for with the first who follows it, again
 * once it has expired and the page is looked at, after a transaction of this page, and as often as its definition says; it follows another account and network, and the
 * answer to a former question is never emitted.
 *
 * @param what - a name of {@link Fetchable}, or a feature's own, such as `onrampOffer` of `@foyer/core/onramp`
 * @param emit - called at once where no account is connected, and after each change
 * @returns stops
 * @see S9.9, S9.25
 * @example
 * const stop = watch(foyer, 'tokens', {}, ({ status, data = [] }) => console.log(status, data.length))
 */
export function watch<Name extends keyof Fetchable>(
  foyer: Foyer,
  what: Name,
  input: OfAccount,
  emit: (fetched: Fetched<Fetchable[Name]>) => void,
): () => void
export function watch<Input, Data>(
  foyer: Foyer,
  what: Definition<Input, Data>,
  input: Input,
  emit: (fetched: Fetched<Data>) => void,
): () => void
export function watch(
  foyer: Foyer,
  what: keyof Fetchable | Definition<unknown, unknown>,
  input: OfAccount,
  emit: (fetched: Fetched<unknown>) => void,
): () => void {
  const isNamed = typeof what === 'string'
  if (isNamed && !accountOf(foyer.store.getState(), input.family).connection) emit(idle)
  return whenLoaded(foyer, {
    start: ({ follow, named }) => follow({ foyer, definition: isNamed ? named[what] : what, input, emit }),
    failed: (refetch) => emit({ ...idle, status: 'failed', refetch }),
  })
}
