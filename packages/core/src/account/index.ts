export {
  chosenAccount,
  isSmartAccountOffered,
  type PreferAccountTypeParameters,
  preferAccountType,
} from '../login/preferAccountType.js'
export { cancelEmailUpdate, loginEmailOf, type UpdateEmailParameters, updateEmail } from '../login/updateEmail.js'
export { type AccountTab, accountTab, walletFeatures } from './accountFeatures.js'
export type { CoinBalance } from './balances.js'
export { displayWorth, type HeldToken, heldToken, heldTokens, totalUsd } from './heldTokens.js'
export type { Identity } from './identity.js'
export { type Nft, nftKey } from './nft.js'
export type { AccountNfts } from './nfts.js'
