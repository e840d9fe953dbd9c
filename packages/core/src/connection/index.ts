export { chooseAccount } from './chooseAccount.js'
export { addNetwork, removeNetwork } from './configuredNetworks.js'
export { switchFamily } from './switchFamily.js'
export { walletOpened } from './walletOpened.js'
