/** The keeper as a program of one's own starts it; `foyer-keeper` does so from the environment. */

export type { KeeperConfig } from './keeperConfig.js'
export { createKeeperSecret, type KeeperSecret } from './keeperKeys.js'
export { type StartKeeperParameters, startKeeper } from './startKeeper.js'
