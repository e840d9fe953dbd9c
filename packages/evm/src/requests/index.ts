export { getWalletCapabilities } from './getWalletCapabilities.js'
export { personalSign } from './personalSign.js'
export { sendEthTransaction } from './sendEthTransaction.js'
export { signTypedDataV4 } from './signTypedDataV4.js'
