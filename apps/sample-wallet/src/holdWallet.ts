/** Which of the tabs has the wallet. */
const lockName = 'foyer-sample-wallet'

/**
 * Takes the wallet from whichever tab has it: the one that was opened last is the one in front of the visitor. Where the browser has no locks,
 * each tab goes by itself.
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
