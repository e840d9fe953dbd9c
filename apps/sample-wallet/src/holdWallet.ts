/** Decides which tab runs the wallet. */
const lockName = 'foyer-sample-wallet'

/**
 * Takes the wallet over from another tab: the last opened one is in front of the visitor. Where the browser has no locks,
 * each tab runs its own.
 */
export function holdWallet({
  locks,
  onHeld,
  onTaken,
}: {
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly onHeld: () => void
  readonly onTaken: () => void
}): void {
  if (!locks) {
    onHeld()
    return
  }
  const hold = () => {
    onHeld()
    return new Promise<never>(() => {}) // held until another tab takes it or the page is unloaded
  }
  locks.request(lockName, { steal: true }, hold).catch(onTaken)
}
