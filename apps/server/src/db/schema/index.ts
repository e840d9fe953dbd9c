/** Every table, a file a room. `drizzle-kit generate` writes the next migration from them. */
export { descriptorDeployments, descriptors } from './descriptors.js'
export { directoryState, directoryWallets } from './directory.js'
export { events } from './events.js'
export {
  accountTransactions,
  chainEvents,
  droppedApprovals,
  indexCursors,
  indexedBlocks,
  movedTransactions,
  receivedTokens,
  reorgs,
  transactions,
} from './indexer.js'
export {
  loginCodes,
  loginDeletions,
  loginDevices,
  loginDoors,
  loginEmailChanges,
  loginOwnDoors,
  loginSessions,
  loginSocials,
  loginWallets,
  loginWindows,
} from './login.js'
export { nameRegistrations, names } from './names.js'
export { paySessions, purchases, webhookDeliveries } from './payments.js'
export { pictures, suppliedPictures } from './pictures.js'
export { projects, projectUsage } from './projects.js'
export { signedInAccounts, signInSessions, usedNonces } from './signIn.js'
export { smartSessions } from './smartSessions.js'
export { sponsorBudgets, sponsoredOperations, sponsorQueues, sponsorTransactions } from './sponsor.js'
export { swapAsks } from './swaps.js'
export { nfts, tokens } from './tokens.js'
export { usedKeys } from './usedKeys.js'
