export { parseUrl } from '../networks/parseUrl.js'
export { isOpenable, listedSchemes, nativeScheme, type WalletLinks } from './schemes.js'

export {
  type LinkFault,
  safeBase,
  UnsafeLinkError,
  type WalletLink,
  type WalletLinkParameters,
  walletLink,
} from './walletLink.js'
