export { isRunning, offerOf } from './attempt.js'
export { addNetwork, chooseAccount, removeNetwork, switchFamily, walletOpened } from './choices.js'
