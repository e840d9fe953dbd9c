import type { VouchedParameters } from '../servers/vouched.js'
import { createStore, type Store } from '../store.js'

/** Follows whether the operator answers for the page around. */
export interface Vouching {
  /** By the newest answer; undefined before the first. */
  readonly is: Pick<Store<boolean | undefined>, 'get' | 'subscribe'>
  /** Asks anew. @returns the newest answer, which is this one or that of a later question */
  ask(): Promise<boolean>
}

/** @param isVouched - asks the server, and is false where it doesn't answer */
export function createVouching(isVouched: () => Promise<boolean>): Vouching {
  const is = createStore<{ readonly answer: boolean | undefined }>({ answer: undefined })
  let newest: Promise<boolean> | undefined
  return {
    is: { get: () => is.get().answer, subscribe: is.subscribe },
    async ask() {
      const asked = isVouched()
      newest = asked
      const answer = await asked
      // A page that was taken off the list since this was asked isn't on it by an answer from before.
      if (newest !== asked) return newest
      is.set({ answer })
      return answer
    },
  }
}

/** Returns what asks the server about the page around, by code that comes with the first question. */
export const vouchedFor =
  ({
    report,
    ...page
  }: Omit<VouchedParameters, 'signal'> & { readonly report: (error: unknown) => void }): (() => Promise<boolean>) =>
  () =>
    import('../servers/vouched.js').then(
      ({ isVouched }) => isVouched(page),
      (error: unknown) => {
        report(error)
        return false // the wallet's window asks then [F11]
      },
    )
