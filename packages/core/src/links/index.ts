export { parseUrl } from '../networks/urls.js'
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
