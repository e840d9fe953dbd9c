export { addNetwork, chooseAccount, removeNetwork, switchFamily, walletOpened } from './choices.js'
