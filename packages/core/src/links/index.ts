export { isOpenable } from './isOpenable.js'
export { listedSchemes, nativeScheme, type WalletLinks } from './schemes.js'
export { type LinkFault, UnsafeLinkError } from './UnsafeLinkError.js'
export { safeBase, type WalletLink, type WalletLinkParameters, walletLink } from './walletLink.js'
