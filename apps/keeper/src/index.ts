/** The keeper as a program of one's own starts it; `foyer-keeper` does so from the environment. */

export { createKeeperSecret, type KeeperSecret } from '@foyer/service/seal/keeperKeys'
export type { KeeperConfig } from './keeperConfig.js'
export { type StartKeeperParameters, startKeeper } from './startKeeper.js'
