import type { FoyerContext } from '../context.js'

type Kept = Pick<FoyerContext, 'persistence' | 'clock'>

/** Notifies the other tabs of the dapp of a sign-in or sign-out: they read the session store again. */
export function tellTabs({ persistence, clock }: Kept, change: 'in' | 'out'): void {
  persistence.write('sign_in_changed', `${clock.now()} ${change}`)
}

/** Calls back for each sign-in and sign-out of another tab. @returns stops */
export const listenToTabs = ({ persistence }: Pick<Kept, 'persistence'>, changed: () => void): (() => void) =>
  persistence.watch(({ key }) => key === 'sign_in_changed' && changed())
