import type { FoyerContext } from '../context.js'

type Kept = Pick<FoyerContext, 'persistence' | 'clock'>

/** Tells the other tabs of the dapp that somebody signed in or out: whoever keeps the sessions is asked there again. */
export function tellTabs({ persistence, clock }: Kept, change: 'in' | 'out'): void {
  persistence.write('sign_in_changed', `${clock.now()} ${change}`)
}

/** Calls back for each sign-in and sign-out of another tab. @returns stops */
export const listenToTabs = ({ persistence }: Pick<Kept, 'persistence'>, changed: () => void): (() => void) =>
  persistence.watch(({ key }) => key === 'sign_in_changed' && changed())
