export { parseUrl } from '../networks/parseUrl.js'
export {
  isOpenable,
  type LinkFault,
  listedSchemes,
  nativeScheme,
  safeBase,
  UnsafeLinkError,
  type WalletLink,
  type WalletLinkParameters,
  type WalletLinks,
  walletLink,
} from './walletLink.js'
